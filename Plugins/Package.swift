// swift-tools-version: 6.0
import PackageDescription

// The plugins for Swift packages and Xcode projects. They run the program of a release, and compile nothing of it.
// docs/swift-packages.md says how to use them.
let package = Package(
  name: "assetkit-plugins",
  products: [
    .plugin(name: "AssetkitIcons", targets: ["AssetkitIcons"]),
    .plugin(name: "AssetkitCommand", targets: ["AssetkitCommand"]),
  ],
  targets: [
    // Makes the asset catalog of a target.
    .plugin(
      name: "AssetkitIcons", capability: .buildTool(), dependencies: ["assetkit"],
      path: "AssetkitIcons"),
    // `swift package assetkit …`. It asks for no permission: what only reads needs none.
    .plugin(
      name: "AssetkitCommand",
      capability: .command(
        intent: .custom(verb: "assetkit", description: "Run assetkit in the package's folder.")),
      dependencies: ["assetkit"], path: "AssetkitCommand"),
    // The file of a release beside this one. Packaging/swift-plugins writes its address instead.
    .binaryTarget(name: "assetkit", path: "assetkit.artifactbundle.zip"),
  ]
)
