import SafeFiles

/// The text of `vendor.lock`.
extension Lock {
  /// What stands above the packages, for whoever opens the file.
  private static let header = """
    # What is vendored here, and the digests that pin it. Written by assetkit.
    # Check it with `assetkit vendor verify`; every tree is the digest of Vendor/NAME.sums.
    version = 1

    """

  /// The lock as canonical TOML: reading and writing it changes nothing.
  ///
  /// Packages sorted bytewise by name, one field a line, always in the same order; a field that says
  /// what would be so anyway is left out.
  public var text: [UInt8] {
    var text = Lock.header
    for package in packages {
      text += "\n[[package]]\n"
      for (field, value) in package.fields { text += "\(field) = \(value)\n" }
    }
    return Array(text.utf8)
  }
}

extension Lock.Package {
  /// Every field that is written, with its value as TOML, in order.
  fileprivate var fields: [(String, String)] {
    var fields = [("name", Self.quoted(name))]
    func add(_ field: String, _ value: String?) {
      if let value { fields.append((field, value)) }
    }
    func add(_ field: String, _ values: [String]) {
      if !values.isEmpty {
        fields.append((field, "[\(values.map(Self.quoted).joined(separator: ", "))]"))
      }
    }
    add("version", version.map(Self.quoted))
    add("source", Self.quoted(source))
    add("type", Self.quoted(type.rawValue))
    add("ref", ref.map(Self.quoted))
    add("commit", commit.map(Self.quoted))
    add("archive-sha256", archiveDigest.map { Self.quoted($0.hex) })
    add("strip", strip == 0 ? nil : String(strip))
    add("include", include)
    add("exclude", exclude)
    add("patches", patches.map { "\(Self.text($0.path)) \($0.digest.pin)" })
    add("path", path == Self.defaultPath(of: name) ? nil : Self.quoted(Self.text(path)))
    add("license", license.map(Self.quoted))
    add("license-files", licenseFiles.map(Self.text))
    add("purl", purl.map(Self.quoted))
    add("pristine", Self.quoted(pristine.pin))
    add("tree", Self.quoted(tree.pin))
    return fields
  }

  /// The path's bytes as text; they are UTF-8 in a package that has no `problem`.
  private static func text(_ path: RelativePath) -> String {
    String(decoding: path.bytes, as: UTF8.self)
  }

  /// A TOML basic string. Control characters do not occur; the rest stands for itself.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
