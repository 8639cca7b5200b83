import CSandbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the command's process saw of its environment immediately before it became the command.
struct Observation: Sendable {
  let process: Int32
  let user: UInt32
  let processors: Int
  let fileCreationMask: Int32
  let personality: UInt32
  let hostname: String
  let domain: String
  let release: String
  /// The files that were replaced by other files of the host.
  let boundFileCount: Int
  /// The listings of folders whose order was changed.
  var reversedListingCount = 0
}

#if os(Linux)
/// Memory that the sandbox's processes share with this one, for one ``Observation``.
final class ObservationMemory {
  let place: UnsafeMutablePointer<csandbox_observation>?

  init() {
    let size = MemoryLayout<csandbox_observation>.size
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    // Without memory there is no observation, and what depends on it is reported as unknown.
    place =
      memory == MAP_FAILED ? nil : memory?.bindMemory(to: csandbox_observation.self, capacity: 1)
  }

  deinit {
    if let place { munmap(place, MemoryLayout<csandbox_observation>.size) }
  }

  /// What was seen; nil when the command's process did not get that far.
  var observation: Observation? {
    guard let seen = place?.pointee, seen.is_made != 0 else { return nil }
    return Observation(
      process: seen.process, user: UInt32(bitPattern: seen.user),
      processors: Int(seen.processors), fileCreationMask: seen.file_creation_mask,
      personality: seen.personality, hostname: Self.text(seen.hostname),
      domain: Self.text(seen.domain), release: Self.text(seen.release),
      boundFileCount: Int(seen.bound_files))
  }

  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
#endif
