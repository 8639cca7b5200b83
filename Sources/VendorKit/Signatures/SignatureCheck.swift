import SafeFiles
import Subprocess

/// Checks a detached signature of an archive with the program that is made for it.
///
/// The programs see a folder of their own with the archive, the signature and the key, and none of the
/// user's keyrings or settings. They use no network.
struct SignatureCheck {
  /// The most bytes of a signature or a key.
  static let limitBytes = 1 << 20

  /// What a check found.
  struct Result {
    /// The keys that signed, each as `KIND:FINGERPRINT`; never empty.
    var signers: [String]
    /// Remarks for the user.
    var remarks: [String] = []
  }

  let signature: [UInt8]
  let key: [UInt8]
  /// The signature's and the key's names in messages.
  let signaturePlace: String
  let keyPlace: String
  /// Whether a signature that has expired since it was pinned may pass.
  var acceptsExpired = false

  /// Checks the signature of `archive`.
  ///
  /// - Parameter store: where there is room for a folder with a copy of the archive.
  /// - Throws: `VendorError`: `signature` when it is not a good signature by the key, `program` when
  ///   the program that checks it cannot be run; `FileError`.
  func run(on archive: ArchiveFile, in store: ArchiveStore) async throws -> Result {
    let kind = try SignatureKind(ofSignature: signature, at: signaturePlace)
    let keyKind = try SignatureKind(ofKey: key, at: keyPlace)
    guard kind == keyKind else {
      throw VendorError(
        .signature, at: signaturePlace,
        "is a signature of \(kind.title), and \(keyPlace) is a key of \(keyKind.title)")
    }
    let name = try store.newWorkName("signature")
    try store.root().createDirectory(name)
    defer { store.removeWork(name) }
    let folder = try store.root().subdirectory(name)
    let room = Room(folder: folder, path: "\(store.path)/\(name)", check: self)
    _ = try archive.copy(to: folder.createFile(RelativePath(known: "data")))
    switch kind {
    case .openPGP: return try await room.gpgv()
    case .minisign: return try await room.minisign()
    case .ssh: return try await room.sshKeygen(archive)
    }
  }

  /// The error for a signature that is not good.
  func refusal(_ problem: String, remedy: String? = nil) -> VendorError {
    VendorError(
      .signature, at: signaturePlace, problem,
      remedy: remedy ?? "use neither the archive nor the signature until you know why")
  }

  /// The folder in which the programs work.
  struct Room {
    let folder: DirectoryHandle
    let path: String
    let check: SignatureCheck

    /// Puts a file there and gives its path.
    func file(_ name: String, _ bytes: [UInt8]) throws(FileError) -> String {
      try folder.createFile(RelativePath(known: name), holding: bytes)
      return "\(path)/\(name)"
    }

    func run(
      _ program: String, _ arguments: [String], input: [UInt8] = []
    ) async throws -> ExternalProgram.Outcome {
      try await ExternalProgram.run(
        program, arguments, environment: ExternalProgram.bareEnvironment(home: path), input: input,
        limitBytes: 1 << 20)
    }
  }
}
