/// The folders of each module in the order in which they may use each other.
enum FolderOrder {
  /// Each module's folders from the bottom up: a file uses what its own folder and the folders named
  /// before it declare. `.` stands for files that are in no folder.
  ///
  /// A new folder goes where its arrows point down; a module whose folders are untied gets a row.
  static let folders: [(module: String, folders: [String])] = [
    ("TextFormats", [".", "JSON", "TOML", "YAML"]),
    (
      "BroadcastPool",
      ["Values", "Machine", "Threads", "Storage", ".", "Observing", "SideBySide"]
    ),
    (
      "OfflineKit",
      [".", "Report", "Run", "Linux", "Plain", "Darwin", "Sandbox", "Causes", "Comparison"]
    ),
    ("SafeFiles", [".", "Staging"]),
    (
      "AuditKit",
      [
        "Bytes", "Rules", "SPDX", "Identity", "Policy", "Engine", "Integrity", "Advisories", "VEX",
        "Shell", "BuildDownloads", "HiddenContent", "Comparison", "Licences", "Copyrights",
        "DuplicateCopies", "Versions", "UnusedPackages",
        "LicenceTable", "Notices", "SBOM",
        ".",
      ]
    ),
    (
      "assetkit",
      [
        "Terminal", "Project", "VendorCommands", "Cache", "Offline", "Icons", "Help", "Repository",
        "Prove", ".",
      ]
    ),
    ("ProjectKit", [".", "Survey", "Drawing"]),
    ("ProofKit", ["Files", ".", "Report", "Page"]),
    (
      "VendorKit",
      [
        ".", "Digest", "Addresses", "Paths", "Programs", "Selection", "Sums", "Tree",
        "Transaction", "GitFiles", "Lock", "Verify", "Patches", "Staging", "Archives",
        "Store", "Signatures", "Git", "Downloads", "Sources", "Reconstruction", "Merge", "Diff",
        "Changes", "Comparison", "LockMerge",
        "Versions",
        "Upstream",
      ]
    ),
    (
      "IconKit",
      [
        ".", "Geometry", "Color", "Master", "Resampling", "PNGOptimizer", "Images", "Composer",
        "Presets",
        "Rendering", "Composition",
        "Containers", "Plan", "Catalogs", "Documents", "Check", "Lint", "Preview", "Job",
      ]
    ),
  ]
}
