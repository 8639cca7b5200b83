// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that building assetkit does not build SwiftNIO, which is only here for
// comparison.
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
