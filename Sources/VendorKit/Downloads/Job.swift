import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Downloader {
  /// One transfer: the partial file it writes, and what became of it.
  struct Job: Sendable {
    /// What a transfer's end means.
    enum Outcome {
      case done(Result<Download, any Error>)
      /// It may be tried again; the error to give when it may not.
      case again(any Error)
    }

    let request: Request
    /// Below the store's folder.
    let partial: RelativePath
    /// Keeps other runs off the partial file; nil when the file is this run's alone.
    private let lock: FileLock?

    /// Whether curl goes on where the partial file ends.
    var resumes: Bool { request.digest != nil }

    /// Prepares a transfer, taking up the partial file of an earlier run where its digest is known
    /// and no other run is at it.
    init(_ request: Request, in store: ArchiveStore) throws {
      self.request = request
      let own = try store.newWorkName("download")
      guard let digest = request.digest, let parent = own.parent else {
        (partial, lock) = (own, nil)
        return
      }
      let shared = parent.appending(try RelativePath(digest.hex + ".partial"))
      let lockName = parent.appending(try RelativePath(digest.hex + ".lock"))
      // Another run is at it, or locks do not work there: then a file of our own will do.
      lock = try? FileLock(lockName, in: store.root(), timeout: .zero)
      partial = lock == nil ? own : shared
    }

    /// A transfer that is never begun.
    init(failed request: Request) {
      self.request = request
      partial = RelativePath(known: "none")
      lock = nil
    }

    /// How much has arrived.
    func receivedBytes(in store: ArchiveStore) -> UInt64 {
      var status = stat()
      guard lstat("\(store.path)/\(partial)", &status) == 0 else { return 0 }
      return UInt64(clamping: status.st_size)
    }

    /// Decides what a transfer's end means, and takes what arrived into the store.
    ///
    /// - Parameter resumedAt: how much was there before this transfer.
    func settle(
      _ report: CurlReport?, resumedAt: UInt64, maxBytes: UInt64, store: ArchiveStore
    ) -> Outcome {
      guard let report else {
        return .again(VendorError(.network, at: request.url, "curl ended without a word of it"))
      }
      guard report.exitCode == 0 else {
        let error = report.error(for: request.url, maxBytes: maxBytes)
        // A partial file that nobody can go on with is of no use.
        if !report.isTransient || !resumes { store.removeWork(partial) }
        let isWorthAnotherTry = report.isTransient || report.cannotResume && resumedAt > 0
        return isWorthAnotherTry ? .again(error) : .done(.failure(error))
      }
      do {
        return .done(.success(try take(report, maxBytes: maxBytes, store: store)))
      } catch {
        store.removeWork(partial)
        // Its beginning came with an earlier run, perhaps from another file.
        let isMismatch = (error as? VendorError)?.code == .digestMismatch
        return isMismatch && resumedAt > 0 ? .again(error) : .done(.failure(error))
      }
    }

    private func take(
      _ report: CurlReport, maxBytes: UInt64, store: ArchiveStore
    ) throws -> Download {
      let file = try ArchiveFile(path: "\(store.path)/\(partial)", label: request.url)
      guard file.byteCount <= maxBytes else {
        throw CurlReport.tooLarge(request.url, maxBytes: maxBytes)
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

    /// The error for bytes with another digest than the pinned one.
    static func mismatch(
      at location: String, expected: SHA256Digest, actual: SHA256Digest
    ) -> VendorError {
      VendorError(
        .digestMismatch, at: location, "has the SHA-256 \(actual), expected \(expected)",
        remedy: "it was changed or re-packed upstream: compare before you pin the new digest")
    }
  }
}
