#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The name of the calling thread, as the system shows it.
func currentThreadName() -> String {
  var bytes = [CChar](repeating: 0, count: 64)
  #if canImport(Darwin)
  pthread_getname_np(pthread_self(), &bytes, bytes.count)
  #else
  let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
  defer { close(file) }
  _ = read(file, &bytes, bytes.count - 1)
  #endif
  return String(
    decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
