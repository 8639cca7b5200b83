extension SignatureKind {
  /// The kind of a signature.
  ///
  /// - Throws: `VendorError` with `signature`, also for a text that is signed in itself.
  init(ofSignature bytes: [UInt8], at place: String) throws(VendorError) {
    let text = Self.text(bytes)
    if text.contains("-----BEGIN PGP SIGNED MESSAGE-----") {
      throw VendorError(
        .signature, at: place, "is a signed text, expected a signature of the archive itself",
        remedy: "use the detached signature, mostly the archive's name with .asc or .sig")
    } else if text.contains("-----BEGIN PGP SIGNATURE-----") || Self.isPacket(bytes, tag: 2) {
      self = .openPGP
    } else if text.contains("-----BEGIN SSH SIGNATURE-----") {
      self = .ssh
    } else if text.hasPrefix("untrusted comment:") {
      self = .minisign
    } else {
      throw VendorError(
        .signature, at: place,
        "is not a detached signature of OpenPGP, minisign or SSH")
    }
  }

  /// The kind of a public key.
  ///
  /// - Throws: `VendorError` with `signature`; for a private key too, which must not be copied.
  init(ofKey bytes: [UInt8], at place: String) throws(VendorError) {
    let text = Self.text(bytes)
    let lines = text.split(separator: "\n")
    if text.contains("PRIVATE KEY") || text.contains("secret key") || Self.isPacket(bytes, tag: 5) {
      throw VendorError(
        .signature, at: place, "is a private key, expected a public one",
        remedy: "keep it where it is, and ask its owner for the public key")
    } else if text.contains("-----BEGIN PGP PUBLIC KEY BLOCK-----")
      || Self.isPacket(bytes, tag: 6)
    {
      self = .openPGP
    } else if text.hasPrefix("untrusted comment:") || lines.first?.hasPrefix("RW") == true {
      self = .minisign
    } else if lines.contains(where: { SSHKey($0) != nil }) {
      self = .ssh
    } else {
      throw VendorError(
        .signature, at: place, "is not a public key of OpenPGP, minisign or SSH")
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// Whether the bytes begin with an OpenPGP packet of this tag, in the old or the new format.
  private static func isPacket(_ bytes: [UInt8], tag: UInt8) -> Bool {
    guard let first = bytes.first, first & 0x80 != 0 else { return false }
    return first & 0x40 != 0 ? first & 0x3F == tag : first >> 2 & 0x0F == tag
  }
}
