extension SignatureCheck.Room {
  /// Checks with gpgv, and reads what it says line by line (GnuPG, doc/DETAILS, "Format of the
  /// --status-fd output").
  ///
  /// - A key that has expired is accepted for a signature made before: releases outlive keys. So is
  ///   a signature that has expired since it was pinned.
  /// - A revoked key is refused, whenever it signed: a signature's date is what its maker says.
  /// - Of several signatures one must be good and none bad; those by other keys are named.
  /// - SHA-1, MD5 and RIPEMD-160 are refused (RFC 9580, section 9.5).
  func gpgv() async throws -> SignatureCheck.Result {
    let signature = try OpenPGPPackets(check.signature, at: check.signaturePlace)
    guard signature.tags.allSatisfy({ $0 == 2 }) else {
      throw check.refusal("contains more than signatures")
    }
    let key = try OpenPGPPackets(check.key, at: check.keyPlace)
    // Public key, subkey, user ID, user attribute, signature; trust packets of gpg's own are ignored.
    guard key.tags.allSatisfy({ [6, 14, 13, 17, 2, 12].contains($0) }) else {
      throw VendorError(
        .signature, at: check.keyPlace,
        key.tags.contains(5) || key.tags.contains(7)
          ? "contains a private key, expected public ones only" : "contains more than public keys")
    }
    let outcome = try await run(
      "gpgv",
      [
        "--status-fd", "1", "--homedir", path, "--keyring", try file("keyring", key.bytes), "--",
        try file("signature", signature.bytes), "\(path)/data",
      ])
    var reading = StatusReading(check: check)
    for line in String(decoding: outcome.output, as: UTF8.self).split(separator: "\n") {
      try reading.read(line)
    }
    return try reading.result(complaint: outcome.complaint)
  }
}

/// What gpgv says about each signature.
private struct StatusReading {
  let check: SignatureCheck
  private var signers: [String] = []
  private var unknown: [String] = []
  private var remarks: [String] = []
  /// Of the signature that is being read: when its key expired, and whether it has expired itself.
  private var keyExpiry: Int?
  private var isKeyExpired = false
  private var isExpired = false

  init(check: SignatureCheck) {
    self.check = check
  }

  mutating func read(_ line: Substring) throws(VendorError) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 2, words[0] == "[GNUPG:]" else { return }
    switch words[1] {
    case "NEWSIG": (keyExpiry, isKeyExpired, isExpired) = (nil, false, false)
    case "KEYEXPIRED": keyExpiry = words.count > 2 ? Int(words[2]) : nil
    case "EXPKEYSIG": isKeyExpired = true
    case "EXPSIG": isExpired = true
    case "BADSIG":
      throw check.refusal("is not a signature of this archive: the bytes that were signed differ")
    case "REVKEYSIG":
      throw check.refusal(
        "is by a key that its owner has revoked (\(words.dropFirst(2).first ?? ""))")
    case "ERRSIG": unknown.append(words.last ?? "")
    case "VALIDSIG": try readValid(words)
    default: break
    }
  }

  /// `VALIDSIG FPR DATE TIMESTAMP EXPIRES VERSION RESERVED PUBKEY-ALGO HASH-ALGO CLASS PRIMARY-FPR`.
  private mutating func readValid(_ words: [String]) throws(VendorError) {
    guard words.count >= 12, let made = Int(words[4]), let hash = Int(words[9]) else {
      throw check.refusal("gpgv printed an unexpected status")
    }
    // SHA-2 and SHA-3 (RFC 9580, section 9.5).
    guard [8, 9, 10, 11, 12, 14].contains(hash) else {
      let name = [1: "MD5", 2: "SHA-1", 3: "RIPEMD-160"][hash] ?? "the hash algorithm \(hash)"
      throw check.refusal(
        "uses \(name), which no longer proves anything", remedy: "ask for a newer signature")
    }
    if isExpired, !check.acceptsExpired {
      throw check.refusal("has expired", remedy: "ask for a newer signature")
    }
    if isKeyExpired {
      guard let keyExpiry, made < keyExpiry else {
        throw check.refusal("was made on \(words[3]), after its key had expired")
      }
      remarks.append(
        "\(check.signaturePlace): its key has expired, after the signature was made (\(words[3]))")
    }
    signers.append("\(SignatureKind.openPGP.rawValue):\(words[11])")
  }

  func result(complaint: String) throws(VendorError) -> SignatureCheck.Result {
    guard !signers.isEmpty else {
      throw check.refusal(
        unknown.isEmpty
          ? "cannot be checked: \(complaint)"
          : "is by the key \(unknown.joined(separator: ", ")), which \(check.keyPlace) does not have",
        remedy: "give the key that signed it with --key")
    }
    return SignatureCheck.Result(
      signers: signers,
      remarks: remarks
        + unknown.map {
          "\(check.signaturePlace): the signature by \($0) was not checked, for want of its key"
        })
  }
}
