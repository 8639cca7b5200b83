/// Finds downloads in the `//go:generate` lines of Go's sources, which `go generate` runs.
enum GoDirectives {
  private static let directive = Array("//go:generate".utf8)
  private static let needles = NeedleSet([directive])

  /// The downloads in whole lines of a source.
  ///
  /// - Complexity: O(length); only lines with a directive are parsed.
  static func sites(in bytes: UnsafeRawBufferPointer, firstLine: Int = 1) -> [FetchSite] {
    var sites: [FetchSite] = []
    var cursor = FileChunk.LineCursor(bytes: bytes, line: firstLine)
    var start = 0
    while let index = needles.firstIndex(in: bytes, from: start) {
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      start = end
      // Only at the beginning of a line is it a directive.
      guard index == 0 || bytes[index - 1] == UInt8(ascii: "\n") else { continue }
      let command = command(in: bytes[(index + directive.count)..<end])
      sites += ShellFetches.sites(inScript: command, firstLine: cursor.line(at: index))
    }
    return sites
  }

  /// What a directive runs, also one that `-command NAME` gives a name.
  private static func command(in rest: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    guard let first = rest.first, first.isBlank else { return [] }
    var command = rest.drop(while: \.isBlank)
    if command.starts(with: "-command ".utf8) {
      command = command.dropFirst("-command ".utf8.count).drop(while: \.isBlank)
        .drop { !$0.isBlank }
    }
    return Array(command)
  }
}
