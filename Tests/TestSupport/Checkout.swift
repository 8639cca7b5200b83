import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The checkout that the tests were built from.
package enum Checkout {
  package static let path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// An image of 1024 × 1024 pixels with transparency.
  package static let master = "\(path)/fixtures/master.png"

  package static func masterBytes() throws -> [UInt8] {
    try DirectoryHandle(path: path).readFile(
      RelativePath("fixtures/master.png"), limitBytes: 1 << 24)
  }

  /// Runs `Scripts/SCRIPT`, which fetches files into a cache outside the checkout if they are not
  /// there yet, and returns the path that it prints.
  ///
  /// - Returns: nil if `ASSETKIT_SKIP_NETWORK_TESTS=1` says that nothing may be fetched; says so.
  package static func fetched(by script: String, _ arguments: [String] = []) async throws -> String?
  {
    if getenv("ASSETKIT_SKIP_NETWORK_TESTS").map({ String(cString: $0) }) == "1" {
      print("skipped: ASSETKIT_SKIP_NETWORK_TESTS forbids \(script)")
      return nil
    }
    let outcome = try await Command.run("\(path)/Scripts/\(script)", arguments)
    guard outcome.status == 0, let line = outcome.output.split(separator: "\n").last else {
      throw TestFailure("\(script) ended with \(outcome.status): \(outcome.errors)")
    }
    return String(line)
  }
}
