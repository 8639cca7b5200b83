import ArgumentParser
import SafeFiles
import VendorKit

/// `assetkit vendor`: third-party sources in the repository, pinned.
struct Vendor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keep third-party sources in the repository, pinned by digests.",
    subcommands: [VendorDiff.self, VendorList.self, VendorVerify.self])
}

extension VendorError: Reportable {}
