import IconKit
import SafeFiles
import TextFormats

/// The text of a new `assetkit.toml`, and the sentences that explain it.
struct InitialSettings {
  private var toml = TOMLText()
  private var names: Set<String> = []
  private(set) var report: [String] = []
  /// How many entries are active.
  private(set) var activeCount = 0

  var text: String { toml.text }

  init() {
    toml.appendComment([
      "How the derived files of this project are made; 'assetkit check' compares them.",
      "Written by 'assetkit init' from the files that it found: check each choice.",
    ])
    toml.appendKey("version", .integer(1))
  }

  /// Adds the entry of a place: active where its master is likely, else as a comment.
  mutating func append(_ place: IconPlace, _ answer: MasterGuess.Answer, drawing: RelativePath?) {
    var lines = ["\(place.found): \(place.noun)"] + place.remarks.map { "  \($0)." }
    guard !place.presets.isEmpty || !place.ownFiles.isEmpty else {
      toml.appendParagraph(lines)
      report += lines
      return
    }
    var master: String?
    var isActive = false
    switch answer {
    case .alike(let path, let side, let other, let difference):
      lines.append(
        "  Likely master: \(path), \(side) pixels; it looks like \(other) (mean difference "
          + "\(Self.text(of: difference)) of 255).")
      master = path.text
      isActive = side >= place.neededSide
    case .named(let path, let side):
      lines.append("  Possible master, by its name only: \(path), \(side) pixels.")
      master = path.text
    case .none:
      lines.append("  No master was found: no other square image looks like its icons.")
      if let largest = place.images.first {
        lines.append("  Its largest image is \(largest.path), \(largest.side) pixels.")
      }
      if let drawing {
        lines.append("  A master could be drawn from \(drawing): see 'assetkit icons --draw'.")
      }
    }
    if case .alike = answer, !isActive {
      lines.append("  It is too small: the largest icon needs \(place.neededSide) pixels.")
    }
    if let set = place.set, SetName(set) == nil {
      lines.append(
        "  'set' cannot be '\(set)': it begins with a letter and has only the letters a to z, digits, "
          + "spaces, '-', '_', '.' and '+'; rename it before.")
      isActive = false
    }
    if !isActive { lines.append("  So the entry is commented out.") }
    if isActive { activeCount += 1 }
    let name = unique(place.suggestedNames)
    appendEntry(
      of: place, named: name, master: master ?? "master.png", comment: lines, isActive: isActive)
    report.append("\(lines[0]): entry '\(name)'" + (isActive ? "" : ", commented out"))
    report += lines.dropFirst()
  }

  private mutating func appendEntry(
    of place: IconPlace, named name: String, master: String, comment: [String], isActive: Bool
  ) {
    var comment = comment
    var presets = place.presets
    if !place.ownFiles.isEmpty {
      // Built-in names are not free.
      presets = ["\(name)-files"]
      let files = place.ownFiles.map { file -> KeyValuePairs<StaticString, TOMLValue?> in
        let isContainer = file.path.hasSuffix(".ico")
        return [
          "path": .string(file.path.text), "size": isContainer ? nil : .integer(file.sides[0]),
          "sizes": isContainer ? .integers(file.sides) : nil,
          "opaque": file.isOpaque ? .boolean(true) : nil,
        ]
      }
      toml.appendElement(
        of: "preset", comment: comment, isCommentedOut: !isActive,
        ["name": .string(presets[0]), "files": .tables(files)])
      comment = []
    }
    toml.appendElement(
      of: "icons", comment: comment, isCommentedOut: !isActive,
      [
        "name": .string(name), "master": .string(master), "preset": .strings(presets),
        "output": .string(place.output?.text ?? "."), "set": place.set.map(TOMLValue.string),
        "without": place.without.isEmpty ? nil : .strings(place.without),
      ])
  }

  /// Adds what other tools pin, as comments; there is no table for it.
  mutating func append(_ pins: ForeignPins) {
    if pins.hasLock {
      let lines = ["vendor.lock: the packages under Vendor/; 'assetkit check' verifies them."]
      toml.appendParagraph(
        lines + ["With this table it audits them, too:", "[audit]", "fail-on = \"error\""])
      report += lines
    }
    guard !pins.files.isEmpty else { return }
    let lines =
      pins.files.map { file in
        let count = file.count.map { "\($0) \(file.noun)\($0 == 1 ? "" : "s")" }
        return "\(file.path): \(count ?? "\(file.noun)s"), pinned by another tool and fetched when "
          + "somebody builds."
      } + [
        "  To keep them all in this repository: assetkit vendor import "
          + pins.files.map { $0.path.description.shellWord }.joined(separator: " ")
      ]
    toml.appendParagraph(lines)
    report += lines
  }

  /// The first of `candidates` that no earlier entry has, or else the last with a number.
  private mutating func unique(_ candidates: [String]) -> String {
    let numbered = (2...).lazy.map { "\(candidates.last ?? "icons")-\($0)" }
    let name =
      candidates.first { !names.contains($0) } ?? numbered.first { !names.contains($0) } ?? ""
    names.insert(name)
    return name
  }

  /// With one digit after the point.
  private static func text(of number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
