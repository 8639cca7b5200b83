import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

/// A root with one vendored package, `demo`, and whatever a test does to it.
struct VendoredFolder {
  let folder: TemporaryFolder
  private(set) var lock: Lock

  /// Vendors these files; a path that ends in `*` is executable, a text that begins with `-> ` makes
  /// a link.
  init(_ files: [String: String] = Self.files) throws {
    folder = try TemporaryFolder()
    lock = try Lock()
    try vendor("demo", files)
  }

  static let files = [
    "README": "hello\n", "configure*": "#!/bin/sh\n", "src/a.c": "int a;\nint b;\n",
    "src/a/b.h": "b\n", "src/link": "-> a.c", "src.txt": "between\n",
  ]

  var root: DirectoryHandle { folder.handle }

  /// Writes a package's files, its list, and the lock.
  mutating func vendor(_ name: String, _ files: [String: String], path: String? = nil) throws {
    let place = path ?? "Vendor/\(name)"
    for (file, text) in files {
      let isExecutable = file.hasSuffix("*")
      let file = "\(place)/\(isExecutable ? String(file.dropLast()) : file)"
      if text.hasPrefix("-> ") {
        try root.createDirectories(RelativePath(file).parent ?? RelativePath("Vendor"))
        try root.createSymbolicLink(RelativePath(file), to: Array(text.utf8.dropFirst(3)))
      } else {
        try folder.create(file, text, isExecutable: isExecutable)
      }
    }
    try pin(name, path: path)
  }

  /// Lists the files that are there and pins the list.
  mutating func pin(_ name: String, path: String? = nil) throws {
    let place = try RelativePath(path ?? "Vendor/\(name)")
    let list = try FileList(scanning: root.subdirectory(place), named: name)
    let package = try Lock.Package(
      name: name, source: "upstream/\(name)", type: .directory, path: place,
      pristine: list.digest, tree: list.digest)
    try write(package.sumsPath.description, list.text)
    try write(try lock.setting(package))
  }

  mutating func write(_ lock: Lock) throws {
    self.lock = lock
    try write("vendor.lock", lock.text)
  }

  /// Puts a file there in place of what is there.
  func write(_ path: String, _ bytes: some Sequence<UInt8>, isExecutable: Bool = false) throws {
    try remove(path)
    try folder.create(
      path, String(decoding: Array(bytes), as: UTF8.self), isExecutable: isExecutable)
  }

  func write(_ path: String, _ text: String) throws {
    try write(path, text.utf8)
  }

  func remove(_ path: String) throws {
    try root.removeTree(RelativePath(path))
  }

  func verify(_ names: String..., threads: Int? = nil) throws -> Verification {
    try Verification(of: root, against: Lock(in: root), named: names, threads: threads)
  }

  /// The findings' texts without what differs from run to run.
  func findings(_ names: String...) throws -> [String] {
    try Verification(of: root, against: Lock(in: root), named: names).findings.map {
      finding in
      let line = finding.line.map { ":\($0)" } ?? ""
      return "\(finding.path?.description ?? "")\(line): \(finding.message) [\(finding.rule.id)]"
    }
  }
}
