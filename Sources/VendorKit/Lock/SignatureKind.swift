/// A kind of signature.
enum SignatureKind: String, CaseIterable, Sendable {
  /// OpenPGP (RFC 9580), checked by `gpgv`.
  case openPGP = "openpgp"
  /// minisign and signify's successor format, checked by `minisign`.
  case minisign
  /// OpenSSH (`PROTOCOL.sshsig`), checked by `ssh-keygen -Y verify`.
  case ssh

  /// What a person calls it.
  var title: String {
    switch self {
    case .openPGP: "OpenPGP"
    case .minisign: "minisign"
    case .ssh: "SSH"
    }
  }
}
