import ArgumentParser
import SafeFiles
import VendorKit

/// `assetkit vendor`: keeps third-party sources in the repository, pinned.
struct Vendor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vendor",
    abstract: "Keep third-party sources in the repository, pinned by digests.",
    subcommands: [
      VendorAdd.self, VendorImport.self, VendorUpdate.self, VendorSync.self, VendorRemove.self,
      VendorList.self,
      VendorVerify.self, VendorDiff.self, VendorPatch.self, VendorRebuild.self,
      VendorOutdated.self,
      VendorMirror.self, VendorCompare.self, VendorResolve.self, VendorAudit.self,
      VendorReview.self, VendorLicences.self, VendorSBOM.self, VendorNotices.self,
      VendorAdvisories.self, VendorVEX.self,
    ])
}

extension VendorError: Reportable {}
