// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever builds assetkit does not build SwiftNIO, which is here only
// to be measured against.
let package = Package(
  name: "assetkit-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "assetkit", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    .executableTarget(
      name: "pool-benchmark",
      dependencies: [
        .product(name: "BroadcastPool", package: "assetkit"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ])
  ]
)
