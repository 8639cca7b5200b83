internal import SafeFiles

extension Vendoring {
  /// A signature as the user names it.
  public struct GivenSignature: Sendable {
    /// The file with the signature, or the https address of one.
    public var signature: String
    /// The file with the public key; nil for the key that is kept with the package.
    public var key: String?

    /// A signature and the key to check it with.
    public init(_ signature: String, key: String?) {
      self.signature = signature
      self.key = key
    }
  }

  /// A signature that was found good.
  struct CheckedSignature {
    var pinned: Lock.Package.Signature
    var signature: [UInt8]
    var key: [UInt8]
    var remarks: [String]
  }

  /// Checks the signature of a fetched archive; nothing of it has been parsed yet.
  ///
  /// - Parameter package: the package as it was, whose key must have signed again if there was one.
  /// - Throws: `VendorError` with `signature` when it is not good, or by another key.
  func check(
    _ given: GivenSignature, of source: FetchedSource, for package: Lock.Package
  ) async throws -> CheckedSignature {
    guard let archive = source.archive else {
      throw VendorError(
        .invalidArgument, at: package.name, "is not an archive, so it has no signature to check",
        remedy: "leave --signature out")
    }
    let signature = try await bytes(of: given.signature)
    let key = try given.key.map(bytesOfFile) ?? pinnedKey(of: package)
    let result = try await SignatureCheck(
      signature: signature, key: key, signaturePlace: given.signature,
      keyPlace: given.key ?? "the key of \(package.name)"
    ).run(on: archive, in: fetcher.cache)
    let signer: String
    if let known = package.signature?.signer {
      guard result.signers.contains(known) else {
        throw VendorError(
          .signature, at: package.name,
          "is signed by another key: expected \(known), found "
            + result.signers.joined(separator: " and "),
          remedy:
            "ask the project whether it has a new key, where you trust the answer; then forget "
            + "the old one with 'assetkit vendor update \(package.name) --unsigned'")
      }
      signer = known
    } else {
      signer = result.signers[0]
    }
    return CheckedSignature(
      pinned: Lock.Package.Signature(
        signer: signer, signature: SHA256.digest(of: signature), key: SHA256.digest(of: key)),
      signature: signature, key: key, remarks: result.remarks)
  }

  /// Refuses a new archive without a signature, where the one before had one.
  func refuseToForgetSignature(of package: Lock.Package, for archiveDigest: SHA256Digest?) throws {
    guard let signature = package.signature, archiveDigest != package.archiveDigest else {
      return
    }
    throw VendorError(
      .signature, at: package.name,
      "is signed by \(signature.signer), and the new archive came without a signature",
      remedy: "give it with --signature, or do without from now on with --unsigned")
  }

  /// Stages the files of a signature.
  func stage(
    _ checked: CheckedSignature, of package: Lock.Package, in transaction: Transaction
  ) throws {
    let folder = try transaction.stageDirectory(at: package.signaturesPath)
    try folder.createFile(RelativePath(known: "key"), holding: checked.key)
    try folder.createFile(RelativePath(known: "signature"), holding: checked.signature)
  }

  /// Checks the pinned signature of a package again.
  ///
  /// - Throws: `VendorError`: `digestMismatch` when a file is not the pinned one, `signature`, `program`.
  func checkAgain(_ package: Lock.Package, _ source: FetchedSource) async throws {
    guard let pinned = package.signature, let archive = source.archive else { return }
    let files = try package.signatureFiles.map { try pinnedBytes(at: $0.path, $0.digest) }
    let result = try await SignatureCheck(
      signature: files[1], key: files[0],
      signaturePlace: package.signatureFiles[1].path.description,
      keyPlace: package.signatureFiles[0].path.description, acceptsExpired: true
    ).run(on: archive, in: fetcher.cache)
    guard result.signers.contains(pinned.signer) else {
      throw VendorError(
        .signature, at: package.name,
        "is signed by another key: expected \(pinned.signer) as pinned, found "
          + result.signers.joined(separator: " and "))
    }
  }

  private func pinnedKey(of package: Lock.Package) throws -> [UInt8] {
    guard let key = package.signatureFiles.first else {
      throw VendorError(
        .invalidArgument, at: package.name, "has no key yet to check the signature with",
        remedy: "give the public key of whoever signs it with --key FILE")
    }
    return try pinnedBytes(at: key.path, key.digest)
  }

  /// The bytes of a committed file that is pinned.
  func pinnedBytes(at path: RelativePath, _ expected: SHA256Digest) throws -> [UInt8] {
    let bytes = try root.readFile(path, limitBytes: SignatureCheck.limitBytes)
    let digest = SHA256.digest(of: bytes)
    guard digest == expected else {
      throw VendorError(
        .digestMismatch, at: path.description,
        "has \(digest.pin), expected \(expected.pin) as pinned",
        remedy: "restore it from version control")
    }
    return bytes
  }

  /// The bytes of a file that a person names, or of an address.
  private func bytes(of place: String) async throws -> [UInt8] {
    guard place.hasPrefix("https:") || place.hasPrefix("http:") else {
      return try bytesOfFile(place)
    }
    guard !fetcher.options.isOffline else {
      throw VendorError(
        .network, at: place, "cannot be fetched offline", remedy: "give the signature as a file")
    }
    let downloader = Downloader(store: fetcher.cache, options: fetcher.options, progress: nil)
    let download = try await downloader.fetch([.init(url: place)])[0].get()
    return try bytes(of: download.file)
  }

  private func bytesOfFile(_ path: String) throws -> [UInt8] {
    try bytes(of: try ArchiveFile(path: path, label: path))
  }

  private func bytes(of file: ArchiveFile) throws -> [UInt8] {
    guard file.byteCount <= SignatureCheck.limitBytes else {
      throw VendorError(
        .limit, at: file.label,
        "has \(file.byteCount) bytes, expected at most \(SignatureCheck.limitBytes) for a signature "
          + "or a key")
    }
    return try file.bytes(at: 0, count: Int(file.byteCount))
  }
}
