import ArgumentParser
import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `-C DIR`, before or after the command: runs as if started in that folder.
enum WorkingDirectory {
  /// Enters the folders that `-C DIR` options name, one after the other, as git and make do.
  ///
  /// This happens before parsing, because the defaults of options can depend on the current folder.
  /// Arguments after `--` belong to another program and are left alone.
  ///
  /// - Returns: the arguments without them.
  /// - Throws: `FileError` when a folder cannot be entered, `ValidationError` when the
  ///   name is missing.
  static func enter(namedIn arguments: [String]) throws -> [String] {
    var kept: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return kept + [argument] + rest }
      guard argument == "-C" else {
        kept.append(argument)
        continue
      }
      guard let directory = rest.popFirst() else {
        throw ValidationError("Missing value for '-C <dir>'")
      }
      guard chdir(directory) == 0 else {
        throw FileError(
          errno: errno, at: directory, cannot: "be entered",
          remedy: "name an existing folder after -C")
      }
    }
    return kept
  }

  /// Runs `body` in another folder and returns to this one, whatever happens.
  static func inside<Value>(
    _ path: String, _ body: () async throws -> Value
  ) async throws -> Value {
    let here = try DirectoryHandle(path: ".")
    guard chdir(path) == 0 else {
      throw FileError(errno: errno, at: path, cannot: "be entered")
    }
    // The folder is open: nothing can keep this process from returning to it.
    defer { _ = fchdir(here.descriptor) }
    return try await body()
  }

  /// The absolute form of a path from the current folder.
  static func absolute(_ path: String) throws -> String {
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else {
      throw FileError(errno: errno, at: ".", cannot: "be found")
    }
    defer { free(current) }
    return "\(String(cString: current))/\(path)"
  }
}
