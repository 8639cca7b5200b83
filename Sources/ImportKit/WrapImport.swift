import SafeFiles
import VendorKit

/// Imports a wrap file of Meson into the folder where Meson looks for it, so that
/// `meson setup --wrap-mode=nodownload` builds from it.
struct WrapImport {
  private let wrap: MesonWrap
  private let root: ImportRoot
  /// The wrap file.
  private let path: RelativePath
  private let name: String

  init(_ path: RelativePath, _ root: ImportRoot) throws {
    self.path = path
    self.root = root
    wrap = try MesonWrap(try root.read(path), file: path.description)
    name = String(path.lastComponent.description.dropLast(5))
  }

  func plan(_ options: ImportOptions, _ fetcher: SourceFetcher) -> ImportPlan {
    var plan = ImportPlan()
    plan.names = [name]
    guard options.takes(name) else { return plan }
    do {
      plan.items = [try item(fetcher)]
    } catch {
      plan.refusals = [.init(name, error)]
    }
    return plan
  }

  /// The files that Meson copies over the source: a folder beside the wraps, or an archive.
  private enum Overlay {
    case folder(RelativePath)
    case archive(url: String, SHA256Digest)
  }

  private func item(_ fetcher: SourceFetcher) throws -> ImportPlan.Item {
    var item =
      switch wrap.kind {
      case .file: try fileItem()
      case .git: try gitItem()
      }
    let overlay = try overlay()
    let patches = try wrap.list("diff_files").map { try packageFile($0, key: "diff_files") }
    let root = root
    for patch in patches where try !root.contains(patch) {
      throw ImportError(wrap.location(of: "diff_files"), "names \(patch), which does not exist")
    }
    item.addition.patchFiles = patches.map { "\(root.handle.name)/\($0)" }
    item.hasMadePatches = overlay != nil || !patches.isEmpty
    let isFile = wrap.kind == .file
    let folder = wrap["directory"] ?? name
    let hasLead = wrap["lead_directory_missing"] != "true"
    item.addition.prepare = { addition, files in
      if isFile, hasLead { try await Self.strip(folder, &addition, files) }
      guard let overlay else { return }
      try await Self.overlay(overlay, on: &addition, files, root, fetcher)
    }
    return item
  }

  private func package(source: String, type: SourceType) throws -> Lock.Package {
    try ImportRoot.check(
      source: source, of: type, at: wrap.location(of: type == .git ? "url" : "source_url"))
    let folder = wrap["directory"] ?? name
    let parent = path.parent.map { "\($0)/" } ?? ""
    let place: RelativePath
    do {
      place = try RelativePath("\(parent)\(folder)")
    } catch {
      throw ImportError(wrap.location(of: "directory"), "the directory '\(folder)' \(error)")
    }
    return try Lock.Package(
      name: name, source: source, type: type, path: place, pristine: SHA256Digest(),
      tree: SHA256Digest())
  }

  private func fileItem() throws -> ImportPlan.Item {
    guard let url = wrap["source_url"] else {
      throw ImportError(
        path.description,
        "has no source_url: its archive is \(wrap["source_filename"] ?? "unknown")",
        remedy: "vendor that with 'assetkit vendor add'")
    }
    var package = try package(source: url, type: .archive)
    package.version = version
    package.archiveDigest = try digest("source_hash")
    _ = try Lock([package])
    var addition = Vendoring.Addition(package)
    addition.archiveDigest = package.archiveDigest
    return ImportPlan.Item(addition: addition)
  }

  private func gitItem() throws -> ImportPlan.Item {
    guard let url = wrap["url"], let revision = wrap["revision"] else {
      throw ImportError(path.description, "has no url or no revision")
    }
    var package = try package(source: url, type: .git)
    package.ref = revision.lowercased() == "head" ? "HEAD" : revision
    let isCommit = revision.utf8.count == 40 && revision.allSatisfy(\.isHexDigit)
    // The lock has a commit in any case; what the revision leads to is known once it is fetched.
    package.commit = isCommit ? revision : String(repeating: "0", count: 40)
    _ = try Lock([package])
    var addition = Vendoring.Addition(package)
    addition.commit = isCommit ? revision : nil
    var item = ImportPlan.Item(addition: addition)
    if !isCommit {
      item.cautions.append("the wrap pins '\(revision)', not a commit; what that is now is pinned")
    }
    if wrap["clone-recursive"]?.lowercased() == "true" {
      item.cautions.append("its submodules are not taken")
    }
    return item
  }

  /// The version that the name of the folder ends in, as `zlib-1.3.1`.
  private var version: String? {
    guard let directory = wrap["directory"], let dash = directory.lastIndex(of: "-") else {
      return nil
    }
    let version = directory[directory.index(after: dash)...]
    return version.first?.isNumber == true ? String(version) : nil
  }

  private func digest(_ key: String) throws -> SHA256Digest {
    guard let text = wrap[key] else {
      throw ImportError(
        path.description, "has no \(key), so nothing says which bytes it means",
        remedy: "add the archive's SHA-256, or vendor it with 'assetkit vendor add'")
    }
    guard let digest = SHA256Digest(hex: text.lowercased()) else {
      throw ImportError(wrap.location(of: key), "\(key) is not 64 hexadecimal digits")
    }
    return digest
  }

  /// A file or folder of `packagefiles`, which lies beside the wraps.
  private func packageFile(_ text: String, key: String) throws -> RelativePath {
    let folder = (path.parent.map { "\($0)/" } ?? "") + "packagefiles/"
    do {
      return try RelativePath(folder + text)
    } catch {
      throw ImportError(wrap.location(of: key), "'\(text)' \(error)")
    }
  }

  private func overlay() throws -> Overlay? {
    if let folder = wrap["patch_directory"] {
      let path = try packageFile(folder, key: "patch_directory")
      guard try root.contains(path) else {
        throw ImportError(
          wrap.location(of: "patch_directory"), "names \(path), which does not exist")
      }
      return .folder(path)
    }
    if let url = wrap["patch_url"] { return .archive(url: url, try digest("patch_hash")) }
    if let file = wrap["patch_filename"] {
      throw ImportError(
        wrap.location(of: "patch_filename"), "names \(file) without a patch_url",
        remedy: "unpack it to packagefiles/ and name it with patch_directory")
    }
    return nil
  }

  // MARK: - Once the source is there

  /// Strips the one top folder of the archive, which must be the one that the wrap names.
  private static func strip(
    _ folder: String, _ addition: inout Vendoring.Addition, _ files: SourceFiles
  ) async throws {
    let tops = Set(try await files.names().map { $0.prefix { $0 != UInt8(ascii: "/") } })
    guard tops.count == 1, tops.first?.elementsEqual(folder.utf8) == true else {
      let found = tops.map { String(decoding: $0, as: UTF8.self) }.sorted().prefix(5)
      throw ImportError(
        addition.package.name,
        "the archive's top has \(found.joined(separator: ", ")), expected "
          + "only '\(folder)', the wrap's directory")
    }
    addition.package.strip = 1
  }

  /// Makes the patch that adds the overlay's files to the source.
  private static func overlay(
    _ overlay: Overlay, on addition: inout Vendoring.Addition, _ files: SourceFiles,
    _ root: ImportRoot, _ fetcher: SourceFetcher
  ) async throws {
    let request: SourceFetcher.Request
    switch overlay {
    case .folder(let path):
      request = .init(.directory(path: "\(root.handle.name)/\(path)"))
    case .archive(let url, let digest):
      request = .init(.download(url: url), archiveDigest: digest)
    }
    let source = try await fetcher.files(of: request)
    var strip = 0
    if case .archive = overlay {
      // Its files lie in the folder that the archive of the source has, too.
      let names = try await source.names()
      strip = names.allSatisfy { $0.contains(UInt8(ascii: "/")) } ? 1 : 0
    }
    let new = try await source.contents(
      matching: ["**"], strip: strip, limitBytes: ImportRoot.limitBytes)
    let present = Set(
      try await files.names().map { name in
        Array(
          name.split(separator: UInt8(ascii: "/")).dropFirst(addition.package.strip)
            .joined(separator: [UInt8(ascii: "/")]))
      })
    let replaced = new.map(\.path).filter { present.contains($0.bytes) }
    let old =
      replaced.isEmpty
      ? [:]
      : Dictionary(
        try await files.contents(
          matching: replaced.map { String(decoding: $0.bytes, as: UTF8.self) },
          strip: addition.package.strip, limitBytes: ImportRoot.limitBytes
        ).map { ($0.path, $0.file) }, uniquingKeysWith: { first, _ in first })
    var diff = Array("What the wrap adds to the source.\n\n".utf8)
    for (path, file) in new { diff += try UnifiedDiff.text(of: path, from: old[path], to: file) }
    addition.madePatches = [.init(title: "meson-wrap", bytes: diff)]
  }
}
