import FoundationEssentials
import ProofKit
import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What is known of the machine that a proof was made on.
enum ProvingMachine {
  /// The facts, in the order of a report.
  static func facts() -> [Proof.Fact] {
    var facts = [Proof.Fact("time", "\(timestamp(time(nil))), by this machine's clock")]
    if let program = executable { facts.append(.init("assetkit", program)) }
    var names = utsname()
    if uname(&names) == 0 {
      facts.append(
        .init(
          "kernel",
          [text(&names.sysname), text(&names.release), text(&names.machine)].joined(separator: " "))
      )
    }
    if let system { facts.append(.init("system", system)) }
    facts.append(.init("user", geteuid() == 0 ? "root" : "not root"))
    for name in programs {
      if let found = find(name) { facts.append(.init(name, found)) }
    }
    return facts
  }

  /// Programs that builds often run, where PATH has them.
  private static let programs = [
    "cc", "gcc", "clang", "c++", "ld", "swift", "rustc", "cargo", "go", "java", "node", "python3",
    "make", "cmake", "ninja", "git",
  ]

  /// A moment as `2026-11-21T12:00:00Z`.
  static func timestamp(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  private static var executable: String? {
    var path = "/proc/self/exe"
    #if canImport(Darwin)
    path = CommandLine.arguments[0]
    #endif
    return described(path).map { "\(ProgramVersion.text), \($0)" }
  }

  /// PRETTY_NAME of os-release(5).
  private static var system: String? {
    // /etc/os-release is usually a link to the other one; a system without either has no name to tell.
    let text = ["/usr/lib", "/etc"].lazy.compactMap { folder in
      try? DirectoryHandle(path: folder).readFile(
        RelativePath(known: "os-release"), limitBytes: 1 << 16)
    }.first
    let lines = text.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    return lines?.first { $0.hasPrefix("PRETTY_NAME=") }
      .map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } }
  }

  private static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }.flatMap(described)
  }

  /// `/usr/bin/gcc-12 (sha256:HEX)`; nil where it cannot be read.
  private static func described(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let name = String(cString: real)
    let slash = name.lastIndex(of: "/") ?? name.startIndex
    // A program that may be run but not read has no digest.
    guard
      let folder = try? DirectoryHandle(
        path: slash == name.startIndex ? "/" : String(name[..<slash])),
      let file = try? RelativePath(name[name.index(after: slash)...]),
      let digest = try? FileDigest.sha256(of: file, in: folder)
    else { return Printable.text(of: Array(name.utf8)) }
    return "\(Printable.text(of: Array(name.utf8))) (sha256:\(digest.hex))"
  }

  /// A field of `utsname`.
  private static func text<T>(_ field: inout T) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
