import SafeFiles
import TextFormats
import VendorKit

/// The licence texts of all packages, each distinct text once.
public struct Notices: Sendable {
  /// A licence text and the packages that have it.
  struct Group: Hashable, Sendable {
    /// The packages' names and versions.
    var packages: [String]
    /// Their licence; nil if unknown.
    let expression: String?
    /// The text as in the package, with `\n` as line ending.
    let text: String
  }

  /// The groups, in the order of their first packages.
  private(set) var groups: [Group] = []
  /// Packages without a licence text.
  public private(set) var missing: [String] = []

  /// The notices of all packages of a context.
  ///
  /// The texts of a package are the licence files that the lock names; if it names none, the
  /// licence files in the package; if there are none, the recognised part of a file, as in a
  /// header-only library.
  public init(in context: AuditContext, threads: Int? = nil) throws {
    for summary in try LicenceSummary.summaries(in: context, threads: threads) {
      let package = summary.package
      let title = package.version.isEmpty ? package.name : "\(package.name) \(package.version)"
      let texts = try Self.texts(of: summary, context)
      if texts.isEmpty { missing.append(title) }
      let expression = package.license ?? summary.main?.description
      for text in texts {
        if let index = groups.firstIndex(where: { $0.text == text && $0.expression == expression })
        {
          if !groups[index].packages.contains(title) { groups[index].packages.append(title) }
        } else {
          groups.append(Group(packages: [title], expression: expression, text: text))
        }
      }
    }
  }

  private static func texts(
    of summary: LicenceSummary, _ context: AuditContext
  ) throws -> [String] {
    let package = summary.package
    var paths = package.licenseFiles.map { package.path.appending($0) }
    if paths.isEmpty { paths = summary.licenceFiles }
    if !paths.isEmpty {
      return try paths.map { try Self.lines(of: $0, in: context).joined(separator: "\n") }
    }
    let recognised = summary.evidence.filter { $0.source == .text && $0.lastLine > $0.line }
    guard let first = recognised.first else { return [] }
    let lines = try Self.lines(of: first.path, in: context)
    guard first.lastLine <= lines.count else { return [] }
    // The copyright holder is named in the lines above.
    return [lines[max(0, first.line - 6)..<first.lastLine].joined(separator: "\n")]
  }

  private static func lines(
    of path: RelativePath, in context: AuditContext
  ) throws -> [Substring] {
    let bytes = try context.root.readFile(path, limitBytes: 16 << 20).filter { $0 != 0x0D }
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.allSatisfy(\.isWhitespace) ?? false { lines.removeLast() }
    return lines
  }

  /// The notices as plain text.
  public var text: String {
    groups.map { group in
      let head =
        group.packages.joined(separator: ", ") + (group.expression.map { " (\($0))" } ?? "")
      return "\(head)\n\(String(repeating: "-", count: min(head.count, 78)))\n\n\(group.text)\n"
    }.joined(separator: "\n\n")
  }

  /// The notices as one HTML page without scripts or external references.
  public var html: String {
    var page: Markup = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><title>Notices</title>
      <style>body{font:16px/1.5 system-ui;max-width:50em;margin:2em auto;padding:0 1em;\
      color-scheme:light dark}pre{white-space:pre-wrap}</style>
      <h1>Notices</h1>

      """
    for group in groups {
      page += "<h2>\(group.packages.joined(separator: ", "))</h2>\n"
      if let expression = group.expression { page += "<p>\(expression)</p>\n" }
      page += "<pre>\(group.text)</pre>\n"
    }
    page += "</html>\n"
    return page.text
  }

  /// The notices as a property list for an iOS settings bundle: groups with the texts as footers.
  public var propertyList: String {
    var items: Markup = ""
    for group in groups {
      let title = group.packages.joined(separator: ", ")
      items += """
            <dict>
              <key>Type</key><string>PSGroupSpecifier</string>
              <key>Title</key><string>\(title)</string>
              <key>FooterText</key><string>\(group.text)</string>
            </dict>

        """
    }
    let list: Markup = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>StringsTable</key><string>Acknowledgements</string>
        <key>PreferenceSpecifiers</key>
        <array>
      \(items)  </array>
      </dict>
      </plist>

      """
    return list.text
  }
}
