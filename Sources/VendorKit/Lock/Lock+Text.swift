import SafeFiles
import TextFormats

/// The text of `vendor.lock`.
extension Lock {
  /// The lock as canonical TOML: reading and writing it changes nothing.
  ///
  /// Packages sorted bytewise by name, one field per line in fixed order; fields with default
  /// values are left out.
  public var text: [UInt8] {
    var document = TOMLText(
      """
      # What is vendored here, and the digests that pin it. Written by assetkit.
      # Check it with `assetkit vendor verify`; every tree is the digest of Vendor/NAME.sums.
      version = 1

      """)
    for package in packages { document.appendElement(of: "package", package.fields) }
    return Array(document.text.utf8)
  }
}

extension Lock.Package {
  /// A field of the lock and its value, as TOML, in two versions of a package; nil where it is not
  /// written.
  public struct FieldChange: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The value before.
    public let before: String?
    /// The value now.
    public let after: String?
  }

  /// The fields that differ from those of an earlier version, in the order of the lock.
  public func changes(since before: Lock.Package) -> [FieldChange] {
    zip(before.fields, fields).compactMap { old, new in
      old.value == new.value
        ? nil
        : FieldChange(name: "\(new.key)", before: old.value?.text, after: new.value?.text)
    }
  }

  /// Every field, in order; nil for those that are not written.
  fileprivate var fields: KeyValuePairs<StaticString, TOMLValue?> {
    [
      "name": .string(name),
      "version": version.map(TOMLValue.string),
      "source": .string(source),
      "type": .string(type.rawValue),
      "ref": ref.map(TOMLValue.string),
      "commit": commit.map(TOMLValue.string),
      "archive-sha256": archiveDigest.map { .string($0.hex) },
      "archive-sha512": archiveSHA512.map { .string($0.hex) },
      "strip": strip == 0 ? nil : .integer(strip),
      "include": Self.list(include),
      "exclude": Self.list(exclude),
      "symlinks": allowsSymlinks ? .string(Self.symlinksInside) : nil,
      "patches": Self.list(patches.map { "\(Self.text($0.path)) \($0.digest.pin)" }),
      "path": path == Self.defaultPath(of: name) ? nil : .string(Self.text(path)),
      "license": license.map(TOMLValue.string),
      "license-files": Self.list(licenseFiles.map(Self.text)),
      "purl": purl.map(TOMLValue.string),
      "cpe": cpe.map(TOMLValue.string),
      "supplier": supplier.map(TOMLValue.string),
      "acknowledged": Self.list(acknowledged.map(\.rawValue)),
      "pristine": .string(pristine.pin),
      "tree": .string(tree.pin),
      "signed-by": (signature?.signer).map(TOMLValue.string),
      "signature": (signature?.signature.pin).map(TOMLValue.string),
      "signature-key": (signature?.key.pin).map(TOMLValue.string),
    ]
  }

  /// The only value of `symlinks`: no link may leave the package.
  static let symlinksInside = "inside"

  private static func list(_ strings: [String]) -> TOMLValue? {
    strings.isEmpty ? nil : .strings(strings)
  }

  /// The path's bytes as text; they are UTF-8 in a package that has no `problem`.
  private static func text(_ path: RelativePath) -> String {
    String(decoding: path.bytes, as: UTF8.self)
  }
}
