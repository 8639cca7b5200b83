import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Downloader {
  /// One transfer and its partial file.
  struct Job: Sendable {
    /// The outcome of a transfer.
    enum Outcome {
      case done(Result<Download, any Error>)
      /// It may be retried; the error to report when there are no retries left.
      case again(any Error)
    }

    let request: Request
    /// Below the store's folder.
    let partial: RelativePath
    /// Locks the partial file against other runs; nil when the file is private to this run.
    private let lock: FileLock?

    /// Whether curl resumes at the end of the partial file.
    var resumes: Bool { request.digest != nil }

    /// Prepares a transfer, reusing the partial file of an earlier run if its digest is known
    /// and no other run is using it.
    init(_ request: Request, in store: ArchiveStore) throws {
      self.request = request
      let own = try store.newWorkName("download")
      guard let digest = request.digest, let parent = own.parent else {
        (partial, lock) = (own, nil)
        return
      }
      let shared = parent.appending(try RelativePath(digest.hex + ".partial"))
      let lockName = parent.appending(try RelativePath(digest.hex + ".lock"))
      // Another run is using it, or locks do not work there: use a private file.
      lock = try? FileLock(lockName, in: store.root(), timeout: .zero)
      partial = lock == nil ? own : shared
    }

    /// The bytes received so far.
    func receivedBytes(in store: ArchiveStore) -> UInt64 {
      var status = stat()
      guard lstat("\(store.path)/\(partial)", &status) == 0 else { return 0 }
      return UInt64(clamping: status.st_size)
    }

    /// Evaluates a finished transfer and moves the file into the store.
    ///
    /// - Parameter resumedAt: how much was there before this transfer.
    func settle(
      _ report: CurlReport?, resumedAt: UInt64, maxBytes: UInt64, store: ArchiveStore
    ) -> Outcome {
      guard let report else {
        return .again(VendorError(.network, at: request.url, "curl ended without reporting on it"))
      }
      guard report.exitCode == 0 else {
        if report.cannotWrite, receivedBytes(in: store) >= maxBytes {
          store.removeWork(partial)
          return .done(.failure(VendorError.downloadTooLarge(request.url, maxBytes: maxBytes)))
        }
        let error = report.error(for: request.url, maxBytes: maxBytes)
        // A partial file that cannot be resumed is useless.
        if !report.isTransient || !resumes { store.removeWork(partial) }
        let isWorthAnotherTry = report.isTransient || report.cannotResume && resumedAt > 0
        return isWorthAnotherTry ? .again(error) : .done(.failure(error))
      }
      do {
        return .done(.success(try take(report, maxBytes: maxBytes, store: store)))
      } catch {
        store.removeWork(partial)
        // Its beginning came from an earlier run, perhaps of a different file.
        let isMismatch = (error as? VendorError)?.code == .digestMismatch
        return isMismatch && resumedAt > 0 ? .again(error) : .done(.failure(error))
      }
    }

    private func take(
      _ report: CurlReport, maxBytes: UInt64, store: ArchiveStore
    ) throws -> Download {
      let file = try ArchiveFile(path: "\(store.path)/\(partial)", label: request.url)
      guard file.byteCount <= maxBytes else {
        throw VendorError.downloadTooLarge(request.url, maxBytes: maxBytes)
      }
      guard file.byteCount > 0 else { throw VendorError(.network, at: request.url, "is empty") }
      let digest = try file.digest()
      if let expected = request.digest, expected != digest {
        throw Self.mismatch(at: request.url, expected: expected, actual: digest)
      }
      try store.adopt(work: partial, as: digest)
      let remarks =
        report.redirects > 0 ? ["\(request.url) is redirected to \(report.finalURL)"] : []
      return Download(file: file, digest: digest, remarks: remarks)
    }

    /// The error for a file whose digest differs from the pinned one.
    static func mismatch(
      at location: String, expected: SHA256Digest, actual: SHA256Digest
    ) -> VendorError {
      VendorError(
        .digestMismatch, at: location, "has SHA-256 \(actual), expected \(expected)",
        remedy: "it was changed or re-packed upstream: compare before you pin the new digest")
    }
  }
}
