import ArgumentParser
import IconKit
import SafeFiles
import TextFormats
import VendorKit

/// What a shell proposes for names that the program or the project defines.
///
/// The shell's completion script runs this program for them. Where the project's files cannot be read, nothing of
/// theirs is proposed: a message would appear in the line that is being typed.
enum Completions {
  /// The presets, built in and the project's own, for a list with commas.
  static let presets = CompletionKind.custom { words, _, prefix in
    let own = project(named: words).flatMap { try? $0.presets() } ?? []
    return list((Preset.all + own).map(\.name) + ["none"], after: prefix)
  }

  /// The names of the entries of `[[icons]]`, for a list with commas.
  static let entries = CompletionKind.custom { words, _, prefix in
    let names = project(named: words)?.iconNodes.compactMap { $0["name"]?.string } ?? []
    return list(names, after: prefix)
  }

  /// The vendored packages.
  static let packages = CompletionKind.custom { words, _, _ in
    enterFolder(namedIn: words)
    // No lock, or one that cannot be read: see above.
    guard let lock = try? Lock(in: VendorRoot.require()) else { return [] }
    return lock.packages.map(\.name)
  }

  /// Candidates that complete the last value of a list with commas, with the values before it.
  private static func list(_ names: [String], after prefix: String) -> [String] {
    guard let comma = prefix.lastIndex(of: ",") else { return names }
    let given = prefix[...comma]
    let values = given.split(separator: ",").map(String.init)
    return names.filter { !values.contains($0) }.map { given + $0 }
  }

  private static func project(named words: [String]) -> ProjectFile? {
    enterFolder(namedIn: words)
    // No project, or a file with mistakes: see above.
    return try? ProjectFile.nearest()
  }

  /// Goes where `-C` of the typed line leads.
  private static func enterFolder(namedIn words: [String]) {
    // A folder that is not there, or not typed yet: the proposals are those of the current one.
    _ = try? WorkingDirectory.enter(namedIn: Array(words))
  }
}
