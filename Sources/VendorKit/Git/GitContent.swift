import SafeFiles
import Subprocess

/// The files of one commit, byte for byte as they were committed.
///
/// Read as raw blobs: a checkout would convert line ends, run filters and fetch what Git LFS keeps
/// elsewhere, all by rules that the repository or the machine sets.
struct GitContent: SourceContent {
  let repository: GitRepository
  let commit: String
  let label: String
  private let listed: [Entry]

  /// A line of `git ls-tree`.
  private struct Entry {
    var id: [UInt8]
    var entry: ArchiveEntry
  }

  /// The paths of submodules, which are not followed, and the ids of their commits.
  let submodules: [(path: [UInt8], commit: String)]

  init(repository: GitRepository, commit: String, label: String) async throws {
    self.repository = repository
    self.commit = commit
    self.label = label
    let output = try await repository.git(
      ["ls-tree", "-r", "-z", "-l", "--full-tree", commit], in: repository.path,
      limitBytes: 256 << 20, location: label)
    var entries: [Entry] = []
    var submodules: [(path: [UInt8], commit: String)] = []
    for line in output.split(separator: 0) {
      guard let tab = line.firstIndex(of: 0x09) else { throw Self.unreadable(label) }
      let fields = line[..<tab].split(separator: 0x20)
      let path = Array(line[(tab + 1)...])
      guard fields.count == 4 else { throw Self.unreadable(label) }
      var entry = ArchiveEntry(name: path, kind: .file)
      entry.position = Int64(entries.count)
      switch String(decoding: fields[0], as: UTF8.self) {
      case "160000":
        submodules.append((path, String(decoding: fields[2], as: UTF8.self)))
        continue
      case "100755": entry.mode = 0o755
      case "120000": entry.kind = .symbolicLink(target: [])
      case "100644", "100664": break
      default: entry.kind = .other("of the unknown git mode \(Refusal.quoted(fields[0]))")
      }
      guard let size = UInt64(String(decoding: fields[3], as: UTF8.self)) else {
        throw Self.unreadable(label)
      }
      entry.size = size
      entries.append(Entry(id: Array(fields[2]), entry: entry))
    }
    listed = entries
    self.submodules = submodules
  }

  func entries(policy: StagingPolicy) async throws -> [ArchiveEntry] {
    listed.map(\.entry)
  }

  func write(selection: Selection, policy: StagingPolicy, to writer: StagingWriter) async throws {
    let plan = try StagingPlan(
      try await withLinkTargets(policy), selection: selection, policy: policy,
      limitBytes: policy.limitBytes(forArchiveOf: 0))
    writer.remarks = plan.remarks
    var wanted: [(Entry, StagingPlan.Action)] = []
    for (entry, action) in zip(listed, plan.actions) {
      switch action {
      case .skip: break
      case .link(let path, let target): try writer.link(path, target: target)
      case .file, .copy: wanted.append((entry, action))
      }
    }
    var position = 0
    var file: StagingWriter.File?
    try await forEachBlob(wanted.map(\.0)) { piece, isLast in
      guard case .file(let path, let isExecutable) = wanted[position].1 else { return }
      let entry = wanted[position].0.entry
      let current =
        try file
        ?? writer.begin(path, isExecutable: isExecutable, bytes: entry.size, entry: entry.name)
      try current.append(piece)
      file = current
      if isLast {
        try current.finish(in: writer)
        file = nil
        position += 1
      }
    }
  }

  /// The entries with the targets of their links, which are blobs like any other.
  private func withLinkTargets(_ policy: StagingPolicy) async throws -> [ArchiveEntry] {
    var result = listed.map(\.entry)
    let links = listed.indices.filter { listed[$0].entry.kind == .symbolicLink(target: []) }
    for index in links where listed[index].entry.size > UInt64(EntryName.maxBytes) {
      throw Refusal(listed[index].entry.name, "is a link with a target that is too long")
    }
    var position = 0
    var target: [UInt8] = []
    try await forEachBlob(links.map { listed[$0] }) { piece, isLast in
      target += piece
      if isLast {
        result[links[position]].kind = .symbolicLink(target: target)
        result[links[position]].size = 0
        target = []
        position += 1
      }
    }
    return result
  }

  /// Passes on the contents of blobs, in order, in pieces; the last piece of each may be empty.
  private func forEachBlob(
    _ blobs: [Entry], _ body: (UnsafeRawBufferPointer, _ isLast: Bool) throws -> Void
  ) async throws {
    guard !blobs.isEmpty else { return }
    let input = blobs.flatMap { $0.id + [UInt8(ascii: "\n")] }
    let arguments = GitRepository.options(repository.path) + ["cat-file", "--batch"]
    let result = try await ExternalProgram.run(
      "git", arguments, environment: GitAccess.none.environment(), input: input,
      output: .sequence, error: .string(limit: 1 << 20)
    ) { execution in
      var reader = GitBatchReader(
        expected: blobs.map { .init(id: $0.id, size: $0.entry.size) },
        unexpected: VendorError(
          .program, at: label, "git did not return the requested objects",
          remedy: "try again; the cached copy was discarded"))
      for try await buffer in execution.standardOutput {
        try buffer.withUnsafeBytes { bytes in
          try reader.consume(bytes) { try body($0.bytes, $0.isLast) }
        }
      }
      try reader.finish()
    }
    guard result.terminationStatus.isSuccess else { throw Self.unreadable(label) }
  }

  private static func unreadable(_ label: String) -> VendorError {
    VendorError(.program, at: label, "git printed unexpected output")
  }
}
