import SafeFiles
import TextFormats

extension Lock {
  /// Parses a lock, in canonical form or edited by hand.
  ///
  /// - Parameters:
  ///   - text: untrusted input.
  ///   - name: what messages call the file.
  /// - Throws: `VendorError` with `invalidLock` at `NAME:LINE` for an invalid lock.
  public init(parsing text: [UInt8], named name: String = Lock.fileName) throws(VendorError) {
    let document: TOMLNode
    do {
      document = try TOMLDocument.read(
        text, named: name, schema: Lock.schema, versions: 1...Lock.version)
    } catch {
      throw VendorError(.invalidLock, at: error.location, error.problem, remedy: error.remedy)
    }
    try self.init(checked: LockReader(name: name).packages(in: document))
  }
}

/// Reads packages from a document whose keys and types have been checked.
struct LockReader {
  /// What messages call the file.
  let name: String

  /// The packages, sorted and checked one by one and against each other.
  func packages(in document: TOMLNode) throws(VendorError) -> [Lock.Package] {
    // An optional array that is absent is empty, here and below.
    let nodes = document["package"]?.elements ?? []
    guard nodes.count <= LockRules.maxPackages else {
      throw refusal(
        nodes[LockRules.maxPackages], "exceeds the limit of 10,000 packages")
    }
    let packages = try nodes.map(package)
    // Clashes are reported in the order of the file, as a reader sees them.
    if let clash = LockClash(in: packages) {
      throw refusal(nodes[clash.index], clash.problem)
    }
    return packages.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func package(_ node: TOMLNode) throws(VendorError) -> Lock.Package {
    let name = node[required: "name"]
    if let problem = LockRules.problem(withName: name.string) { throw refusal(name, problem) }
    let type = node[required: "type"]
    guard let sourceType = SourceType(rawValue: type.string) else {
      let known = SourceType.allCases.map(\.rawValue).joined(separator: ", ")
      throw refusal(type, "the type is '\(type.string)', expected one of \(known)")
    }
    var package = try Lock.Package(
      name: name.string, source: node[required: "source"].string, type: sourceType,
      path: node["path"].map(path), pristine: pin("pristine", in: node),
      tree: pin("tree", in: node))
    package.version = node["version"]?.string
    package.ref = node["ref"]?.string
    package.commit = node["commit"]?.string
    if let digest = node["archive-sha256"] {
      guard let value = SHA256Digest(hex: digest.string) else {
        throw refusal(digest, "archive-sha256 is not a digest, expected 64 lower-case digits")
      }
      package.archiveDigest = value
    }
    if let digest = node["archive-sha512"] {
      guard let value = SHA512Digest(hex: digest.string) else {
        throw refusal(digest, "archive-sha512 is not a digest, expected 128 lower-case digits")
      }
      package.archiveSHA512 = value
    }
    package.strip = node["strip"]?.integer ?? 0
    package.include = node["include"]?.elements.map(\.string) ?? []
    package.exclude = node["exclude"]?.elements.map(\.string) ?? []
    if let symlinks = node["symlinks"] {
      guard symlinks.string == Lock.Package.symlinksInside else {
        throw refusal(symlinks, "symlinks is not \"inside\", the only value that it may have")
      }
      package.allowsSymlinks = true
    }
    package.patches = try (node["patches"]?.elements ?? []).map(patch)
    package.license = node["license"]?.string
    package.licenseFiles = try (node["license-files"]?.elements ?? []).map(path)
    package.purl = node["purl"]?.string
    package.cpe = node["cpe"]?.string
    package.supplier = node["supplier"]?.string
    package.acknowledged = try (node["acknowledged"]?.elements ?? []).map(acknowledgement)
    package.signature = try signature(in: node)
    if let problem = package.problem {
      let field = node[problem.field]
      throw refusal(problem.index.flatMap { field?.elements[$0] } ?? field ?? node, problem.text)
    }
    return package
  }

  private func signature(in node: TOMLNode) throws(VendorError) -> Lock.Package.Signature? {
    let keys = ["signed-by", "signature", "signature-key"]
    guard let signer = node["signed-by"] else {
      if let other = keys.lazy.compactMap({ node[$0] }).first {
        throw refusal(other, "signed-by is missing, expected it with signature and signature-key")
      }
      return nil
    }
    for key in keys where node[key] == nil {
      throw refusal(signer, "\(key) is missing, expected it with signed-by")
    }
    return Lock.Package.Signature(
      signer: signer.string, signature: try pin("signature", in: node),
      key: try pin("signature-key", in: node))
  }

  private func pin(_ key: String, in node: TOMLNode) throws(VendorError) -> SHA256Digest {
    let value = node[required: key]
    guard let digest = SHA256Digest(pin: value.string) else {
      throw refusal(
        value, "\(key) is not a digest, expected 'sha256:' and 64 lower-case digits")
    }
    return digest
  }

  private func path(_ node: TOMLNode) throws(VendorError) -> RelativePath {
    let text = node.string
    do {
      return try RelativePath(text)
    } catch {
      throw refusal(node, "the path '\(Printable.text(of: Array(text.utf8)))' \(error)")
    }
  }

  private func patch(_ node: TOMLNode) throws(VendorError) -> Lock.Package.Patch {
    let parts = node.string.split(separator: " ", omittingEmptySubsequences: false)
    guard let pin = parts.last, let digest = SHA256Digest(pin: pin) else {
      throw refusal(node, "is not a patch, expected 'PATH sha256:HEX'")
    }
    do {
      return Lock.Package.Patch(
        path: try RelativePath(parts.dropLast().joined(separator: " ")), digest: digest)
    } catch {
      throw refusal(node, "the patch's path \(error)")
    }
  }

  private func acknowledgement(
    _ node: TOMLNode
  ) throws(VendorError) -> Lock.Package.Acknowledgement {
    guard let value = Lock.Package.Acknowledgement(rawValue: node.string) else {
      let known = Lock.Package.Acknowledgement.allCases.map(\.rawValue).joined(separator: ", ")
      throw refusal(
        node,
        "'\(Printable.text(of: Array(node.string.utf8)))' cannot be acknowledged, expected one of \(known)"
      )
    }
    return value
  }

  private func refusal(_ node: TOMLNode, _ problem: String) -> VendorError {
    VendorError(.invalidLock, at: "\(name):\(node.position)", problem)
  }
}
