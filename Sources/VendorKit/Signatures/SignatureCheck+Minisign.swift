import Subprocess

extension SignatureCheck.Room {
  /// Checks with minisign, which also checks the signature of the trusted comment (minisign(1)).
  func minisign() async throws -> SignatureCheck.Result {
    let line = String(decoding: check.key, as: UTF8.self).split(whereSeparator: \.isNewline)
      .last { !$0.hasPrefix("untrusted comment:") && !$0.allSatisfy(\.isWhitespace) }
    // Two bytes that name the algorithm, eight of the key's number, the key.
    let key = String((line ?? "").filter { !$0.isWhitespace })
    guard let bytes = Base64.bytes(key.utf8), bytes.count == 42, bytes.starts(with: "Ed".utf8)
    else {
      throw VendorError(
        .signature, at: check.keyPlace, "is not a minisign public key, expected 56 characters")
    }
    let outcome = try await run(
      "minisign",
      [
        "-V", "-q", "-P", key, "-x", try file("signature", check.signature), "-m", "\(path)/data",
      ])
    guard outcome.status.isSuccess else {
      throw check.refusal("is not a good signature by this key: \(outcome.complaint)")
    }
    return SignatureCheck.Result(signers: ["\(SignatureKind.minisign.rawValue):\(key)"])
  }
}
