import SafeFiles
public import TextFormats

extension LicenceTable {
  /// The table as a JSON document, schema 1.
  ///
  /// - Parameter listsFiles: whether each package has its `files`.
  public func json(listsFiles: Bool) -> JSON {
    ["schema": 1, "packages": .array(rows.map { Self.json(of: $0, listsFiles) })]
  }

  private static func json(of row: Row, _ listsFiles: Bool) -> JSON {
    [
      "name": .string(row.package.name),
      "version": row.package.version.isEmpty ? nil : .string(row.package.version),
      "path": .string(row.package.path.description),
      "declared": row.package.license.map(JSON.string),
      "concluded": row.concluded.map { .string($0.description) },
      "all-files": row.everything.map { .string($0.description) },
      "confidence": .string(row.confidence.rawValue),
      "reasons": .strings(row.reasons),
      "counts": .array(
        row.counts.map {
          [
            "part": .string($0.part.rawValue),
            "expression": $0.expression.map { .string($0.description) },
            "files": .integer($0.files),
          ]
        }),
      "files": listsFiles ? .array(row.files.map { json(of: $0) }) : nil,
    ]
  }

  private static func json(of file: File) -> JSON {
    let first = file.evidence.first { !$0.isException } ?? file.evidence.first
    return [
      "path": .string(file.path.description),
      "part": .string(file.part.rawValue),
      "expression": file.expression.map { .string($0.description) },
      "where": first.map { .string($0.form.rawValue) },
      "line": first.map { .integer($0.line) },
      "found": file.evidence.isEmpty
        ? nil
        : .array(
          file.evidence.map {
            [
              "expression": .string($0.expression.description),
              "where": .string($0.form.rawValue),
              "line": .integer($0.line),
              "last-line": .integer($0.lastLine),
              "similarity": .number(hundredths($0.similarity)),
            ]
          }),
    ]
  }

  /// A number from 0 to 1 with two decimals, rounded down so that only the same is 1.
  private static func hundredths(_ value: Double) -> String {
    let number = Int(value * 100)
    if number >= 100 { return "1" }
    return "0.\(number < 10 ? "0" : "")\(number)"
  }
}
