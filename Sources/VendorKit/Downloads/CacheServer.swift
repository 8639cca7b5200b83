/// A server that stores archives by their SHA-256, as Bazel's HTTP cache protocol has it: `GET`, `HEAD`
/// and `PUT` of `URL/cas/HEX` (bazel.build, "Remote Caching", "HTTP caching protocol").
///
/// It is asked before an archive's own address, and its bytes are believed only by their digest.
public struct CacheServer: Hashable, Sendable {
  /// Its address, without a slash at the end.
  public let url: String
  /// Whether archives that came from their own addresses are stored there.
  public let uploads: Bool
  /// Whether the login for it in `~/.netrc` is sent.
  let sendsLogin: Bool

  /// The server at `url`.
  ///
  /// - Parameters:
  ///   - url: its address.
  ///   - uploads: whether archives that were fetched are stored there.
  ///   - allowsPlainLogin: whether a login may be sent to an address that is not encrypted. Where a
  ///     repository names the address it may not, unless the person allows it; archives need no
  ///     encryption, because the lock has their digests.
  ///   - origin: where the address comes from, for messages.
  /// - Throws: `VendorError` with `invalidArgument` for anything but an http or https address.
  public init(
    _ url: String, uploads: Bool, allowsPlainLogin: Bool, from origin: String
  ) throws(VendorError) {
    func refused(_ problem: String, remedy: String?) -> VendorError {
      VendorError(.invalidArgument, at: origin, problem, remedy: remedy)
    }
    let address: SourceAddress
    do {
      address = try SourceAddress(url, of: .archive)
    } catch {
      throw refused("'\(error.location)' \(error.problem)", remedy: error.remedy)
    }
    guard case .url(let scheme, let host) = address.place, !url.contains("?"), !url.contains("#")
    else {
      throw refused(
        "'\(url)' is not the address of a cache server",
        remedy: "give an address such as https://cache.example/archives")
    }
    var url = url[...]
    while url.hasSuffix("/") { url = url.dropLast() }
    self.url = String(url)
    self.uploads = uploads
    let name = host.prefix { $0 != ":" }
    let isThisMachine =
      name == "localhost" || host.hasPrefix("[::1]")
      || name.hasPrefix("127.") && name.allSatisfy { $0 == "." || $0.isNumber }
    sendsLogin = scheme == "https" || isThisMachine || allowsPlainLogin
  }

  /// Where the archive with this digest is.
  func address(of digest: SHA256Digest) -> String { "\(url)/cas/\(digest.hex)" }

  /// What curl is told for every transfer: a server that does not answer soon is given up early where
  /// there is another place to ask.
  func configuration(
    _ transfers: [CurlConfiguration.Transfer], patience: CurlPatience
  ) -> CurlConfiguration {
    CurlConfiguration(
      transfers: transfers, allowsHTTP: true, maxBytes: .max, patience: patience,
      sendsLogin: sendsLogin)
  }

  /// Stores files that the server lacks; what it has is left alone.
  ///
  /// - Returns: for each file the reason why it is not there, or nil.
  /// - Throws: `VendorError` with `program` when curl cannot be run; `FileError` with `interrupted`.
  func store(
    _ files: [(digest: SHA256Digest, path: String)], patience: CurlPatience
  ) async throws -> [VendorError?] {
    func reports(
      of files: [(digest: SHA256Digest, path: String)],
      _ action: (String) -> CurlConfiguration.Transfer.Action
    ) async throws -> [CurlReport?] {
      guard !files.isEmpty else { return [] }
      let transfers = files.map {
        CurlConfiguration.Transfer(url: address(of: $0.digest), action: action($0.path))
      }
      let reports = try await configuration(transfers, patience: patience).run()
      return files.indices.map { reports[$0] }
    }
    var failures = try await zip(files, reports(of: files) { _ in .ask }).map { file, report in
      failure(report, of: file.digest)
    }
    let missing = failures.indices.filter { failures[$0]?.code == .notFound }
    let stored = try await reports(of: missing.map { files[$0] }) { .store(from: $0) }
    for (index, report) in zip(missing, stored) {
      failures[index] = failure(report, of: files[index].digest)
    }
    return failures
  }

  /// The failure that a report is of; nil for success.
  private func failure(_ report: CurlReport?, of digest: SHA256Digest) -> VendorError? {
    guard let report else {
      return VendorError(.network, at: address(of: digest), "curl ended without reporting on it")
    }
    if report.exitCode == 0 { return nil }
    return report.error(for: address(of: digest), maxBytes: .max)
  }
}
