import OfflineKit

/// The lines for one attempt in the report on the terminal: what, by whom, and who started that.
struct AttemptText {
  private let attempt: Attempt
  private static let commandLimit = 200
  private static let urlLimit = 5
  /// A parent's command line is cut sooner: the chain is one line.
  private static let parentLimit = 60
  /// The parents at each end of a long chain that are named.
  private static let parentsAtEachEnd = 4

  init(_ attempt: Attempt) {
    self.attempt = attempt
  }

  /// The lines, each with its newline.
  var text: String {
    var lines = ["  +\(attempt.first.inSeconds) s  \(what), by \(attempt.program)"]
    if !attempt.program.commandLine.isEmpty {
      lines.append("      \(Self.cut(attempt.program.commandLine, Self.commandLimit))")
    }
    lines += attempt.urls.prefix(Self.urlLimit).map { "      asked for \($0)" }
    let more = attempt.urls.count - Self.urlLimit
    if more > 0 { lines.append("      and for \(more) more") }
    if let parents { lines.append("      started by: \(parents)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var what: String {
    var what = "\(attempt.target)"
    if case .name = attempt.target { what = "lookup of \(what)" }
    if !attempt.recordTypes.isEmpty {
      what += " (\(attempt.recordTypes.joined(separator: ", ")))"
    }
    if attempt.count > 1 { what += ", \(attempt.count) times until +\(attempt.last.inSeconds) s" }
    return what
  }

  /// `sh -c 'cargo build' ← make all`, the parent first; nil for the command itself.
  private var parents: String? {
    var names = attempt.ancestry.parents.map { parent in
      Self.cut(parent.commandLine.isEmpty ? parent.name : parent.commandLine, Self.parentLimit)
    }
    let leftOut = names.count - 2 * Self.parentsAtEachEnd
    if leftOut > 1 {
      names.replaceSubrange(
        Self.parentsAtEachEnd..<names.count - Self.parentsAtEachEnd, with: ["… \(leftOut) more …"])
    }
    if attempt.ancestry.isOrphaned { names.append("a program that had ended") }
    return names.isEmpty ? nil : names.joined(separator: " ← ")
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }
}
