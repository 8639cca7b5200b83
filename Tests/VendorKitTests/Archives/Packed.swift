#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Compresses bytes with libarchive's writers, so that the tests need no programs.
enum Packed {
  enum Method: String, CaseIterable, Sendable {
    case none, gzip, xz, bzip2, zstd
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] { bytes.packed(.gzip) }

  #if canImport(Darwin)
  private static let fileName = "/opt/homebrew/opt/libarchive/lib/libarchive.13.dylib"
  #else
  private static let fileName = "libarchive.so.13"
  #endif
  nonisolated(unsafe) private static let library = dlopen(fileName, RTLD_NOW | RTLD_LOCAL)

  /// The function of libarchive with that name, which must have that type.
  fileprivate static func function<Function>(_ name: String, as _: Function.Type) -> Function {
    guard let symbol = dlsym(library, name) else {
      preconditionFailure("\(fileName) has no \(name)")
    }
    return unsafeBitCast(symbol, to: Function.self)
  }
}

private typealias New = @convention(c) () -> OpaquePointer?
private typealias Use = @convention(c) (OpaquePointer?) -> Int32
private typealias Free = @convention(c) (OpaquePointer?) -> Void
private typealias Set = @convention(c) (OpaquePointer?, Int32) -> Int32
private typealias SetType = @convention(c) (OpaquePointer?, UInt32) -> Void
private typealias Write = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int
private typealias WriteHeader = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
private typealias OpenMemory =
  @convention(c) (
    OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>
  ) -> Int32

extension [UInt8] {
  /// These bytes compressed; the bytes themselves for `none`.
  func packed(_ method: Packed.Method) -> [UInt8] {
    if method == .none { return self }
    func use(_ name: String, _ object: OpaquePointer?) {
      _ = Packed.function(name, as: Use.self)(object)
    }
    let archive = Packed.function("archive_write_new", as: New.self)()
    defer { use("archive_write_free", archive) }
    use("archive_write_set_format_raw", archive)
    use("archive_write_add_filter_\(method.rawValue)", archive)
    _ = Packed.function("archive_write_set_bytes_per_block", as: Set.self)(archive, 0)
    var output = [UInt8](repeating: 0, count: count + count / 8 + (1 << 16))
    var used = 0
    output.withUnsafeMutableBytes { buffer in
      _ = Packed.function("archive_write_open_memory", as: OpenMemory.self)(
        archive, buffer.baseAddress, buffer.count, &used)
      let entry = Packed.function("archive_entry_new", as: New.self)()
      Packed.function("archive_entry_set_filetype", as: SetType.self)(entry, 0o100000)
      _ = Packed.function("archive_write_header", as: WriteHeader.self)(archive, entry)
      _ = withUnsafeBytes {
        Packed.function("archive_write_data", as: Write.self)(archive, $0.baseAddress, $0.count)
      }
      Packed.function("archive_entry_free", as: Free.self)(entry)
      use("archive_write_close", archive)
    }
    return Array(output.prefix(used))
  }
}
