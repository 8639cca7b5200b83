import ArgumentParser
import AuditKit
import ImportKit
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor sbom`: prints a software bill of materials of the project's packages.
struct VendorSBOM: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sbom",
    abstract: "Print a software bill of materials (SBOM) of the vendored packages.",
    discussion: """
      Contains the packages of vendor.lock and, where there is a Package.resolved, what that pins. \
      [sbom] in assetkit.toml says what the project is and who issues the SBOM. The output is \
      reproducible: identifiers are derived from the content. Fails if the files do not match \
      vendor.lock.
      """)

  /// The formats.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case cyclonedx, spdx, spdx3
  }

  @Option(help: "cyclonedx (1.6), spdx (2.3) or spdx3 (3.0.1), all as JSON.")
  var format = Format.cyclonedx

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The project's version. (default: what assetkit.toml says, else the "
        + "commit)", valueName: "version"))
  var projectVersion: String?

  @Option(
    help: ArgumentHelp(
      "The file in which the project is delivered, for its name and digests.", valueName: "file"))
  var product: String?

  @Option(
    help: ArgumentHelp(
      "The creation time, as 2026-11-21T12:00:00Z. (default: SOURCE_DATE_EPOCH, else the time of "
        + "the commit that is checked out, else now)",
      valueName: "time"))
  var timestamp: UTCTimestamp?

  @Flag(name: .shortAndLong, help: "Do not say what is missing.")
  var quiet = false

  func validate() throws {
    if projectVersion?.isEmpty == true {
      throw ValidationError("--project-version must not be empty.")
    }
  }

  func run() async throws {
    let file = try output.map(OutputFile.init)
    let root = try VendorRoot.settled()
    let lock = try Lock(in: root)
    let resolved = try ResolvedPins(in: root)
    let lockPath = RelativePath(known: Lock.fileName)
    var files = [(path: lockPath, bytes: try root.readFile(lockPath, limitBytes: 64 << 20))]
    if let resolved { files.append((ResolvedPins.fileName, resolved.bytes)) }
    let commit = try await CheckedOutCommit(containing: files, in: root)

    let project = try ProjectFile(in: root)
    var subject = try project.sbomSubject()
    subject.version = projectVersion ?? subject.version ?? commit?.id
    subject.product = try product.map(Self.product)
    let time = try timestamp ?? UTCTimestamp.sourceDate() ?? commit?.time ?? now()
    let context = AuditContext(
      root: root, lock: lock, policy: try project.policy(), today: time.date)
    var sbom = try SBOM(
      of: lock, in: context, subject: subject, references: (resolved?.pins ?? []).map(\.reference),
      toolVersion: ProgramVersion.text, timestamp: time)
    sbom.vulnerabilities = VulnerabilityStatements(of: lock, in: context)
      .cycloneDXVulnerabilities { SBOM.reference(toPackage: $0.name) }
    let document =
      switch format {
      case .cyclonedx: sbom.cycloneDX
      case .spdx: sbom.spdx
      case .spdx3: sbom.spdx3
      }
    try Console.result(document.text(), to: file)
    if !quiet {
      for gap in sbom.gaps { Console.message("vendor sbom", gap.problem, remedy: gap.remedy) }
    }
  }

  private func now() -> UTCTimestamp {
    if !quiet {
      Console.message(
        "vendor sbom", "the SBOM is dated now, because no commit has this vendor.lock",
        remedy: "commit it, or give --timestamp")
    }
    return .now
  }

  private static func product(at path: String) throws -> SBOM.Product {
    guard let file = try UserFile(path) else {
      throw AuditError(path, "is not a file", remedy: "name the file that is delivered")
    }
    return try SBOM.Product(file.name, in: file.folder)
  }
}

/// The commit that is checked out, if it contains the files that a report is made from.
private struct CheckedOutCommit {
  let id: String
  let time: UTCTimestamp

  /// - Returns: nil outside of a repository, without git, and where a file is not committed as it is.
  init?(containing files: [(path: RelativePath, bytes: [UInt8])], in root: DirectoryHandle)
    async throws
  {
    // No repository and no git mean the same here: no commit.
    guard let repository = try? await LocalRepository(around: root.name),
      let seconds = try await repository.headTime(containing: files),
      let time = UTCTimestamp(secondsSince1970: seconds)
    else { return nil }
    id = repository.head
    self.time = time
  }
}

extension ResolvedPins.Pin {
  fileprivate var reference: SBOM.Reference {
    SBOM.Reference(name: identity, version: version, url: location, commit: commit)
  }
}
