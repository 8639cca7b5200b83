import SafeFiles

/// A copyright statement: a holder and the years.
struct CopyrightStatement: Hashable, Sendable {
  /// The holder, as written, on one line.
  var holder: String
  var years: CopyrightYears

  /// By what two spellings of one holder are equal: letters and digits in lower case, without
  /// addresses in angle brackets.
  var key: String { Self.key(of: holder) }

  static func key(of holder: String) -> String {
    var key = ""
    var depth = 0
    for scalar in holder.lowercased().unicodeScalars {
      switch scalar {
      case "<": depth += 1
      case ">": depth = max(0, depth - 1)
      case _ where depth > 0: continue
      case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
        key.unicodeScalars.append(scalar)
      default: continue
      }
    }
    return key.isEmpty ? holder.lowercased() : key
  }
}

extension CopyrightStatement: CustomStringConvertible {
  /// `Copyright (C) 1995-2022 Mark Adler`, without characters that a terminal would obey.
  var description: String {
    let holder = Printable.line(self.holder)
    return years.isEmpty ? "Copyright (C) \(holder)" : "Copyright (C) \(years) \(holder)"
  }
}

/// Copyright statements with each holder once, and the years of all merged.
struct CopyrightRegister: Sendable {
  private struct Entry {
    var spellings: [String: Int] = [:]
    var years = CopyrightYears()
    var files = 0
  }
  private var entries: [String: Entry] = [:]

  /// Adds the statements of one file.
  mutating func add(_ statements: some Sequence<CopyrightStatement>) {
    for statement in statements {
      var entry = entries[statement.key, default: Entry()]
      entry.spellings[statement.holder, default: 0] += 1
      entry.years.formUnion(statement.years)
      entry.files += 1
      entries[statement.key] = entry
    }
  }

  /// Adds the years that another register has of the holders in this one.
  mutating func addYears(of other: CopyrightRegister) {
    for (key, entry) in other.entries { entries[key]?.years.formUnion(entry.years) }
  }

  /// Whether a holder is in it.
  func contains(_ statement: CopyrightStatement) -> Bool { entries[statement.key] != nil }

  /// The statements, those of most files first; each holder in the commonest of its spellings
  /// that has an address, if one has.
  var statements: [CopyrightStatement] {
    entries.sorted { ($1.value.files, $0.key) < ($0.value.files, $1.key) }.map { _, entry in
      // One with an address tells more.
      let spelling = entry.spellings.max {
        ($0.key.contains("<") ? 1 : 0, $0.value, $0.key.utf8.count, $0.key)
          < ($1.key.contains("<") ? 1 : 0, $1.value, $1.key.utf8.count, $1.key)
      }
      return CopyrightStatement(holder: spelling?.key ?? "", years: entry.years)
    }
  }
}
