// swift-tools-version: 6.2
import PackageDescription

// The modules and their dependencies. ARCHITECTURE.md describes each.
let package = Package(
  name: "assetkit",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "assetkit", targets: ["assetkit"]),
    .library(name: "BroadcastPool", targets: ["BroadcastPool"]),
    .library(name: "IconKit", targets: ["IconKit"]),
    .library(name: "VendorKit", targets: ["VendorKit"]),
  ],
  // Exact versions, also of swift-subprocess's own dependency, and no Package.resolved in git: it
  // would pin commits, which differ where packages come from a mirror.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
  ],
  targets: [
    // The commands: parse, call a kit, print.
    .executableTarget(
      name: "assetkit",
      dependencies: [
        "AuditKit", "BroadcastPool", "FileWatch", "Findings", "IconKit", "ImportKit", "OfflineKit",
        "ProjectKit", "ProofKit", "SafeFiles", "TextFormats", "VendorKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Icons.
    .target(
      name: "IconKit",
      dependencies: [
        "BroadcastPool", "CDeflate", "ColorProfiles", "Findings", "PNGCodec", "ResampleKernels",
        "SafeFiles", "TextFormats",
      ]),
    .target(name: "ResampleKernels"),
    .target(name: "ColorProfiles", dependencies: ["CLittleCMS"]),
    .target(
      name: "PNGCodec", dependencies: ["CDeflate", "CPNG"],
      linkerSettings: [.linkedLibrary("z")]),
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev", "zlib1g-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),

    // Vendored sources.
    .target(
      name: "VendorKit",
      dependencies: [
        "BroadcastPool", "CDynamicLibraries", "CZlib", "Findings", "SafeFiles", "TextFormats",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .target(name: "CDynamicLibraries"),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    // What other tools have pinned, as packages to vendor.
    .target(name: "ImportKit", dependencies: ["SafeFiles", "TextFormats", "VendorKit"]),

    // The audit of vendored sources.
    .target(
      name: "AuditKit",
      dependencies: [
        "BroadcastPool", "CAuditKit", "Findings", "SafeFiles", "TextFormats", "VendorKit",
      ]),
    .target(name: "CAuditKit", exclude: ["names.txt", "sketches.bin"]),

    // Builds without a network.
    .target(
      name: "OfflineKit", dependencies: ["CDeflate", "CDynamicLibraries", "CSandbox", "Findings"]),
    .target(name: "CSandbox"),

    // What was proven of a commit, as a page, JSON and a statement.
    .target(name: "ProofKit", dependencies: ["TextFormats"]),

    // What a project has, and its assetkit.toml.
    .target(
      name: "ProjectKit", dependencies: ["IconKit", "SafeFiles", "TextFormats", "VendorKit"]),

    // What checks report, as text, JSON and SARIF.
    .target(name: "Findings", dependencies: ["SafeFiles", "TextFormats"]),

    // The project's own vendored package, compiled where `assetkit vendor` put it.
    .target(
      name: "CBase32", path: "Vendor/base32", exclude: ["LICENSE", "README"], sources: ["src"],
      publicHeadersPath: "include"),

    // General modules, independent of icons and packages.
    .target(name: "BroadcastPool"),
    .target(name: "SafeFiles", dependencies: ["CFileCalls"]),
    .target(name: "CFileCalls"),
    .target(name: "FileWatch", dependencies: ["SafeFiles"]),
    .target(name: "TextFormats"),

    // Code shared by the tests.
    .target(
      name: "TestSupport",
      dependencies: [
        "SafeFiles", .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], path: "Tests/TestSupport"),

    .testTarget(name: "ArchitectureTests", dependencies: ["SafeFiles", "TestSupport"]),
    .testTarget(
      name: "AuditKitTests",
      dependencies: [
        "AuditKit", "Findings", "SafeFiles", "TestSupport", "TextFormats", "VendorKit",
      ]),
    .testTarget(name: "VendoredTests", dependencies: ["CBase32"]),
    .testTarget(name: "BroadcastPoolTests", dependencies: ["BroadcastPool"]),
    .target(name: "ResampleOracle", path: "Tests/ResampleOracle"),
    .testTarget(name: "FileWatchTests", dependencies: ["FileWatch", "SafeFiles", "TestSupport"]),
    .testTarget(
      name: "IconKitTests",
      dependencies: [
        "BroadcastPool", "CPNG", "Findings", "IconKit", "PNGCodec", "ResampleKernels",
        "ResampleOracle", "SafeFiles", "TestSupport", "TextFormats",
      ]),
    .testTarget(
      name: "ImportKitTests",
      dependencies: ["ImportKit", "SafeFiles", "TestSupport", "TextFormats", "VendorKit"]),
    .testTarget(name: "FindingsTests", dependencies: ["Findings", "SafeFiles", "TextFormats"]),
    .testTarget(name: "OfflineKitTests", dependencies: ["CSandbox", "OfflineKit"]),
    .testTarget(
      name: "ProjectKitTests",
      dependencies: ["IconKit", "ProjectKit", "SafeFiles", "TestSupport", "TextFormats"]),
    .testTarget(name: "ProofKitTests", dependencies: ["ProofKit", "TextFormats"]),
    .testTarget(name: "PNGCodecTests", dependencies: ["PNGCodec", "CPNG"]),
    .testTarget(name: "SafeFilesTests", dependencies: ["SafeFiles", "TestSupport"]),
    .testTarget(name: "TextFormatsTests", dependencies: ["TestSupport", "TextFormats"]),
    .testTarget(
      name: "VendorKitTests",
      dependencies: [
        "VendorKit", "Findings", "SafeFiles", "TestSupport",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "CPNG", "SafeFiles", "TestSupport", "TextFormats", "assetkit",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
  ]
)

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
// `make check` sets this; a newer compiler's new warning must not break a user's build.
let strict = Context.environment["WARNINGS_AS_ERRORS"] != nil
for target in package.targets where target.type != .system {
  target.swiftSettings = swiftSettings + (strict ? [.treatAllWarnings(as: .error)] : [])
  target.cSettings = strict ? [.treatAllWarnings(as: .error)] : []
}
