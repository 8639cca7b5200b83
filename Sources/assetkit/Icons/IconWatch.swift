import BroadcastPool
import FileWatch

/// `icons --watch`: runs now and after every save, until the process is ended.
///
/// A save during a run cancels that run, whose result would be outdated. An interrupt needs no
/// handling here: unfinished files have no names, or the staging folder's handler removes them.
enum IconWatch {
  /// Runs `generate`, and again whenever one of the files at `inputs` is saved; never returns.
  ///
  /// A failed run is reported in one line, and watching goes on.
  ///
  /// - Throws: `FileError` when the inputs cannot be watched.
  static func run(
    inputs: [String], generate: @escaping @Sendable () async throws -> Void
  ) async throws {
    // Before the first run, so that no save in between is missed.
    let watcher = try FileWatcher(inputs)
    // One thread that sleeps in the kernel; its requests are the numbers of the changes.
    let changes = BroadcastPool<Int, Void>(name: "watch", threads: 1) { _, _ in
      _ = try watcher.nextChange()
    }
    for number in 0... {
      let run = Task { try await report(inputs, generate) }
      try await changes.response(to: number)
      run.cancel()
      try await run.value
    }
  }

  private static let patience = Duration.milliseconds(150)

  private static func report(
    _ inputs: [String], _ generate: @Sendable () async throws -> Void
  ) async throws {
    let stamps = inputs.map(FileStamp.init(of:))
    do {
      try await generate()
    } catch is CancellationError {
      // A newer save replaced this run.
    } catch let failure as any Reportable {
      // The input may have been read while it was being written. Then its save follows and cancels
      // this run, so the failure is not reported. `try?`: sleeping fails when the task is cancelled.
      guard (try? await Task.sleep(for: patience)) != nil,
        stamps == inputs.map(FileStamp.init(of:))
      else { return }
      Console.report(failure)
    }
  }
}
