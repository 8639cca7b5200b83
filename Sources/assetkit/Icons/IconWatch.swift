import ArgumentParser
import BroadcastPool
import FileWatch
import Synchronization

/// `icons --watch`: runs now and after every save, until the process is ended.
///
/// A save during a run cancels that run, whose result would be outdated. An interrupt needs no
/// handling here: unfinished files have no names, or the staging folder's handler removes them.
enum IconWatch {
  /// Does `first`, and what `again` returns whenever one of the files that the last run depends on
  /// is saved; never returns.
  ///
  /// A failed run is reported in one line, and watching goes on.
  ///
  /// - Throws: `FileError` when the inputs cannot be watched.
  static func run(
    _ first: IconRun, again: @escaping @Sendable () throws -> IconRun
  ) async throws {
    var (last, inputs) = (first, first.inputs)
    // Nothing to do while assetkit.toml has a mistake.
    var run: IconRun? = first
    // Before the first run, so that no save in between is missed.
    let watcher = Mutex(try FileWatcher(inputs))
    // One thread that sleeps in the kernel; its requests are the numbers of the changes.
    let changes = BroadcastPool<Int, Void>(name: "watch", threads: 1) { _, _ in
      _ = try watcher.withLock { $0 }.nextChange()
    }
    for number in 0... {
      let (now, watched) = (run, inputs)
      let writing = Task { try await report(watched) { try await now?.write() } }
      try await changes.response(to: number)
      writing.cancel()
      try await writing.value
      // A run may depend on other files than the one before: a master that has appeared, an entry.
      run = nil
      try await report(inputs) {
        var next = try again()
        while next.inputs != inputs {
          let new = try FileWatcher(next.inputs)
          watcher.withLock { $0 = new }
          inputs = next.inputs
          next = try again()
        }
        next.tellOfMasters(since: last)
        (run, last) = (next, next)
      }
    }
  }

  private static let patience = Duration.milliseconds(150)

  private static func report(
    _ inputs: [String], _ generate: () async throws -> Void
  ) async throws {
    let stamps = inputs.map(FileStamp.init(of:))
    do {
      try await generate()
    } catch is CancellationError {
      // A newer save replaced this run.
    } catch let wrong as ValidationError {
      // An entry that --only names is gone, or a preset.
      Console.message("icons", wrong.message)
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
