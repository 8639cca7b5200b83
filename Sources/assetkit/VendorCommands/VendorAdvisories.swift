import ArgumentParser
import AuditKit
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor advisories`: says which advisories to download for the packages.
struct VendorAdvisories: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advisories",
    abstract:
      "Say which advisories to download for the packages, and how old those in a folder are.",
    discussion: """
      Downloads nothing: prints the command for each zip that is missing or old. 'audit \
      --advisories DIR' then reads all zips and entries in the folder.

      Exit status: 0 everything is there, 1 something is missing, old or damaged, 2 failure.
      """)

  @Argument(help: "The folder for the advisories; it need not exist.")
  var folder: String

  @Option(help: ArgumentHelp("How old advisories may be.", valueName: "days"))
  var maxAge = 30

  @Option(
    help: ArgumentHelp(
      "The date used to compute ages. (default: today, UTC)", valueName: "yyyy-mm-dd"))
  var today: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    if maxAge < 0 { throw ValidationError("--max-age must not be negative.") }
    if let today, CivilDate(today) == nil {
      throw ValidationError("--today must be a date such as 2026-11-21.")
    }
  }

  func run() throws {
    let root = try VendorRoot.settled()
    let day = today.flatMap { CivilDate($0) } ?? .today
    let context = AuditContext(
      root: root, lock: try Lock(in: root), policy: Policy(), today: day)
    let needed = try AdvisoryDownloads(for: context.packages, in: folder, today: day)
    if json { Console.result(document(needed)) } else { report(needed) }
    if !needed.damaged.isEmpty
      || !needed.downloads.allSatisfy({ $0.isCurrent(maximumAgeDays: maxAge) })
    {
      throw ExitStatus.found
    }
  }

  private func report(_ needed: AdvisoryDownloads) {
    for download in needed.downloads {
      let packages = download.packages.joined(separator: ", ")
      if let copy = download.copy {
        let age = Console.count(copy.ageDays, "day")
        Console.result(
          "\(download.ecosystem): \(age) old, newest entry \(copy.newest.prefix(10)), for \(packages)"
        )
      } else {
        Console.result("\(download.ecosystem): missing, for \(packages)")
      }
      if !download.isCurrent(maximumAgeDays: maxAge) {
        let file = "\(folder)/\(download.file)"
        Console.result(
          "  curl --fail --location --create-dirs --output \(file.shellWord) "
            + download.address)
      }
    }
    for (zip, problem) in needed.damaged {
      Console.message(zip, problem, remedy: "download it again")
    }
    for unmatched in needed.unmatched {
      Console.message("vendor advisories", unmatched.problem, remedy: unmatched.remedy)
    }
  }

  /// The JSON document, schema 1.
  private func document(_ needed: AdvisoryDownloads) -> JSON {
    [
      "schema": 1,
      "folder": .string(folder),
      "unmatched": .strings(needed.unmatched.map(\.package)),
      "damaged": .array(
        needed.damaged.map { ["file": .string($0.zip), "problem": .string($0.problem)] }),
      "downloads": .array(
        needed.downloads.map { download in
          let isCurrent = download.isCurrent(maximumAgeDays: maxAge)
          return [
            "ecosystem": .string(download.ecosystem),
            "state": .string(download.copy == nil ? "missing" : isCurrent ? "current" : "old"),
            "address": .string(download.address),
            "file": .string(download.file),
            "packages": .strings(download.packages),
            "entries": download.copy.map { .integer($0.entries) },
            "newest": download.copy.map { .string($0.newest) },
            "age-days": download.copy.map { .integer($0.ageDays) },
          ]
        }),
    ]
  }
}
