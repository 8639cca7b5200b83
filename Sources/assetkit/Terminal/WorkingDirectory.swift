import ArgumentParser

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `-C DIR` before the command: run as if started there.
enum WorkingDirectory {
  /// Enters the folders that leading `-C DIR` options name, as git and make do.
  ///
  /// - Returns: the arguments without them.
  /// - Throws: `WorkingDirectoryError` when a folder cannot be entered, `ValidationError` when the
  ///   name is missing.
  static func enter(leadingOf arguments: [String]) throws -> [String] {
    var rest = arguments[...]
    while rest.first == "-C" {
      guard let directory = rest.dropFirst().first else {
        throw ValidationError("Missing value for '-C <dir>'")
      }
      guard chdir(directory) == 0 else {
        throw WorkingDirectoryError(directory: directory, reason: String(cString: strerror(errno)))
      }
      rest = rest.dropFirst(2)
    }
    return Array(rest)
  }
}

/// A folder named with `-C` that cannot be entered.
struct WorkingDirectoryError: Reportable {
  let directory: String
  let reason: String

  var location: String { directory }
  var problem: String { "cannot be entered: \(reason)" }
  var remedy: String? { "name an existing folder after -C" }
}
