import SafeFiles
import TextFormats

/// `REUSE.toml` (REUSE 3.2) or `.reuse/dep5` (Debian's copyright format 1.0): licences of files that
/// contain none themselves.
struct Manifest {
  /// A licence that the manifest gives to some files.
  struct Annotation {
    let license: String
    let line: Int
  }

  /// The licences, in the order of the manifest.
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
            license: expressions.map { expressions.count > 1 ? "(\($0))" : $0 }.joined(
              separator: " AND "),
            line: licenses.line))
      }
    } catch {
      problem = error.problem
    }
  }

  /// Takes the licence of each paragraph that names files.
  private mutating func readDep5(_ text: String) {
    var namesFiles = false
    var license: Annotation?
    for (number, line) in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if line.allSatisfy(\.isWhitespace) {
        if namesFiles, let license { annotations.append(license) }
        (namesFiles, license) = (false, nil)
        continue
      }
      // A line that begins with a blank continues the field above it.
      guard line.first?.isWhitespace == false, let colon = line.firstIndex(of: ":") else {
        continue
      }
      let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
      switch line[..<colon].lowercased() {
      case "files": namesFiles = true
      case "license" where !value.isEmpty:
        license = Annotation(license: String(value), line: number + 1)
      default: break
      }
    }
  }
}
