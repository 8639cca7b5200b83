import SafeFiles
import TextFormats

/// `REUSE.toml` (REUSE 3.2) or `.reuse/dep5` (Debian's copyright format 1.0): licences of files that
/// contain none themselves.
struct Manifest {
  /// A licence for the files that match a list of globs.
  struct Annotation {
    let globs: [String]
    let license: String
    let line: Int?
  }

  /// The annotations; later ones take precedence.
  var annotations: [Annotation] = []
  /// Why the file is not a valid manifest; nil if it is.
  var problem: String?

  static func isManifest(_ path: RelativePath) -> Bool {
    let name = path.lastComponent.description
    return name == "REUSE.toml"
      || (name == "dep5" && path.parent?.lastComponent.description == ".reuse")
  }

  init(_ bytes: [UInt8], at path: RelativePath) {
    if path.lastComponent.description == "dep5" {
      readDep5(String(decoding: bytes, as: UTF8.self))
    } else {
      readTOML(bytes, path)
    }
  }

  private static let schema = TOMLSchema.table([
    .required("version", .integer),
    .optional("SPDX-PackageName", .string), .optional("SPDX-PackageSupplier", .string),
    .optional("SPDX-PackageDownloadLocation", .string), .optional("SPDX-PackageComment", .string),
    .optional(
      "annotations",
      .array(
        of: .table([
          .required("path", .oneOrMore(of: .string)),
          .optional("precedence", .string),
          .optional("SPDX-FileCopyrightText", .oneOrMore(of: .string)),
          .optional("SPDX-License-Identifier", .oneOrMore(of: .string)),
          .optional("SPDX-FileContributor", .oneOrMore(of: .string)),
          .optional("SPDX-FileComment", .string), .optional("SPDX-FileNotice", .string),
        ]))),
  ])

  private mutating func readTOML(_ bytes: [UInt8], _ path: RelativePath) {
    do {
      let document = try TOMLDocument.read(
        bytes, named: path.description, schema: Self.schema, versions: 1...1)
      for annotation in document["annotations"]?.elements ?? [] {
        let licenses = annotation["SPDX-License-Identifier"]
        let expressions = licenses?.elements.map(\.string) ?? []
        guard let licenses, !expressions.isEmpty else { continue }
        annotations.append(
          Annotation(
            globs: annotation[required: "path"].elements.map(\.string),
            license: expressions.map { expressions.count > 1 ? "(\($0))" : $0 }.joined(
              separator: " AND "),
            line: licenses.line))
      }
    } catch {
      problem = error.problem
    }
  }

  private mutating func readDep5(_ text: String) {
    var globs: [String] = []
    var license: (text: String, line: Int)?
    var field = ""
    func finish(_ annotations: inout [Annotation]) {
      if !globs.isEmpty, let license {
        annotations.append(Annotation(globs: globs, license: license.text, line: license.line))
      }
    }
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.allSatisfy(\.isWhitespace) {
        finish(&annotations)
        (globs, license, field) = ([], nil, "")
        continue
      }
      if line.first?.isWhitespace ?? false {
        if field == "files" { globs += line.split(whereSeparator: \.isWhitespace).map(String.init) }
        continue
      }
      guard let colon = line.firstIndex(of: ":") else { continue }
      field = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
      switch field {
      case "files": globs = value.split(whereSeparator: \.isWhitespace).map(String.init)
      case "license" where !value.isEmpty: license = (String(value), number + 1)
      default: break
      }
    }
    finish(&annotations)
  }
}
