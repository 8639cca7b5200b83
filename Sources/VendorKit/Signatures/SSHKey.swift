/// A public key as OpenSSH writes it: `TYPE BASE64 COMMENT` (sshd(8), "AUTHORIZED_KEYS FILE FORMAT").
struct SSHKey {
  /// Type and key, without the comment.
  let text: String

  /// The key on this line; nil if there is none, also with options before it or of a type that no
  /// release of OpenSSH since 2015 believes.
  init?(_ line: some StringProtocol) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count >= 2, Self.types.contains(String(words[0])),
      let bytes = Base64.bytes(words[1].utf8), bytes.count > 4
    else { return nil }
    text = "\(words[0]) \(words[1])"
  }

  private static let types: Set<String> = [
    "ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com",
  ]
}
