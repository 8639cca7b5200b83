import BroadcastPool
import FileWatch

/// `icons --watch`: a run now and one after every save, until somebody ends the process.
///
/// A save that comes while a run is under way makes that run useless, and it is dropped. Dying of an
/// interrupt needs no help: files that are not finished have no names, or the staging folder's
/// handler removes them.
enum IconWatch {
  /// Runs `generate`, and again whenever one of the files at `inputs` was saved; never returns.
  ///
  /// A run that fails is reported in a line, and the next save is waited for.
  ///
  /// - Throws: `FileError` when the inputs cannot be watched.
  static func run(
    inputs: [String], generate: @escaping @Sendable () async throws -> Void
  ) async throws {
    // Before the first run, so that no save falls in between.
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
      // A newer save has taken its place.
    } catch let failure as any Reportable {
      // Where somebody writes to what was read, it is no bad file but half a good one: its save comes,
      // and cancels this.
      // Sleeping fails when the task is cancelled.
      guard (try? await Task.sleep(for: patience)) != nil,
        stamps == inputs.map(FileStamp.init(of:))
      else { return }
      Console.report(failure)
    }
  }
}
