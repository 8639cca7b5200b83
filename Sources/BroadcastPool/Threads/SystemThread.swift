#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Starts detached threads.
///
/// Detached, because the last reference to a pool may be dropped on one of its own threads, which
/// could not join itself. A thread owns what it uses and releases it when it ends.
enum SystemThread {
  /// 1 MiB: eight times what the deepest work here needed, instead of the default 8 MiB of address
  /// space on Linux or 512 KiB on Darwin.
  static let stackBytes = 1 << 20

  /// How many processors are online; at least 1.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Lets other threads run first.
  static func yield() { sched_yield() }

  /// Runs `body` on a new thread called `name`.
  ///
  /// - Returns: 0, or the error number of `pthread_create`.
  static func start(name: String, body: @escaping @Sendable () -> Void) -> Int32 {
    let work = Unmanaged.passRetained(ThreadWork(name: name, body: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let status = pthread_create(&thread, &attributes, threadEntry, work.toOpaque())
    if status != 0 { work.release() }
    return status
  }

  /// `prefix-number`, cut so that it has fewer than 16 bytes, the most that Linux takes.
  static func name(_ prefix: String, _ number: Int) -> String {
    let suffix = "-\(number)"
    var name = prefix
    while name.utf8.count + suffix.utf8.count > 15, !name.isEmpty { name.removeLast() }
    return name + suffix
  }

  fileprivate static func nameThisThread(_ name: String) {
    #if canImport(Darwin)
    pthread_setname_np(name)
    #else
    // Swift does not see glibc's pthread_setname_np (it is behind _GNU_SOURCE); this file is what
    // that function writes to. A system without /proc does without the name.
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name, name.utf8.count)
    close(file)
    #endif
  }
}

/// The argument of a new thread.
private final class ThreadWork: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

// A function of the file and not a closure literal: one written inside `@main` code would inherit
// the main actor and trap on the new thread.
#if canImport(Darwin)
private func threadEntry(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  runThread(argument)
  return nil
}
#else
private func threadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { runThread(argument) }
  return nil
}
#endif

private func runThread(_ argument: UnsafeMutableRawPointer) {
  let work = Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue()
  SystemThread.nameThisThread(work.name)
  work.body()
}
