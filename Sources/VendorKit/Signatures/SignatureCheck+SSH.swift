import Subprocess

extension SignatureCheck.Room {
  /// The namespace of signatures of files (ssh-keygen(1), `-Y sign`).
  private static let namespace = "file"
  private static let signer = "signer"

  /// Checks with ssh-keygen, which reads the archive on its standard input.
  func sshKeygen(_ archive: ArchiveFile) async throws -> SignatureCheck.Result {
    let keys = String(decoding: check.key, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { SSHKey($0)?.text }
    let allowed = keys.map { "\(Self.signer) namespaces=\"\(Self.namespace)\" \($0)\n" }.joined()
    let outcome = try await run(
      "ssh-keygen",
      [
        "-Y", "verify", "-f", try file("allowed", Array(allowed.utf8)), "-I", Self.signer,
        "-n", Self.namespace, "-s", try file("signature", check.signature),
      ], input: try archive.bytes(at: 0, count: Int(clamping: archive.byteCount)))
    // Good "file" signature for signer with ED25519 key SHA256:…
    let words = String(decoding: outcome.output, as: UTF8.self).split(
      whereSeparator: \.isWhitespace)
    guard outcome.status.isSuccess, let fingerprint = words.last, fingerprint.hasPrefix("SHA256:")
    else {
      throw check.refusal(
        "is not a good signature by this key for the namespace '\(Self.namespace)': "
          + outcome.complaint)
    }
    return SignatureCheck.Result(signers: ["\(SignatureKind.ssh.rawValue):\(fingerprint)"])
  }
}
