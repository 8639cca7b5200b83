import SafeFiles
import Testing
import VendorKit

/// `vendor.lock`: canonical both ways, and what it refuses, with the line.
struct LockTests {
  static let hex = SHA256.digest(of: "abc".utf8).hex

  /// A lock that uses every field, as it is written.
  static let canonical = """
    # What is vendored here, and the digests that pin it. Written by assetkit.
    # Check it with `assetkit vendor verify`; every tree is the digest of Vendor/NAME.sums.
    version = 1

    [[package]]
    name = "Zed"
    source = "upstream/zed"
    type = "directory"
    pristine = "sha256:H"
    tree = "sha256:H"

    [[package]]
    name = "png"
    version = "1.6.40"
    source = "https://example.org/libpng-{version}.tar.xz"
    type = "archive"
    archive-sha256 = "H"
    strip = 1
    include = ["*.c", "*.h", "LICENSE \\"x\\""]
    exclude = ["contrib/**"]
    patches = ["Vendor/patches/png/0001-a b.patch sha256:H"]
    path = "Third Party/png"
    license = "libpng-2.0"
    license-files = ["LICENSE"]
    purl = "pkg:generic/libpng@1.6.40"
    pristine = "sha256:H"
    tree = "sha256:H"

    [[package]]
    name = "zed.git"
    version = "2é"
    source = "git@example.org:zed/zed.git"
    type = "git"
    ref = "v2"
    commit = "0123456789abcdef0123456789abcdef01234567"
    pristine = "sha256:H"
    tree = "sha256:H"

    """.replacing("H\"", with: hex + "\"")

  /// A package block with one line changed or added.
  static func lock(
    _ lines: String..., without: [String] = [], type: String = "directory", name: String = "a"
  ) -> String {
    var fields = [
      "name = '\(name)'", "source = 's'", "type = '\(type)'", "pristine = 'sha256:\(hex)'",
      "tree = 'sha256:\(hex)'",
    ]
    fields.removeAll { field in without.contains { field.hasPrefix($0 + " ") } }
    return "version = 1\n[[package]]\n" + (fields + lines).joined(separator: "\n") + "\n"
  }

  @Test func readingAndWritingChangesNothing() throws {
    let lock = try Lock(parsing: Array(Self.canonical.utf8))
    #expect(String(decoding: lock.text, as: UTF8.self) == Self.canonical)
    #expect(lock.packages.map(\.name) == ["Zed", "png", "zed.git"])
    let png = try #require(lock["png"])
    #expect(png.path.description == "Third Party/png")
    #expect(png.patches.map(\.path.description) == ["Vendor/patches/png/0001-a b.patch"])
    #expect(png.include.last == "LICENSE \"x\"")
    #expect(png.resolvedSource == "https://example.org/libpng-1.6.40.tar.xz")
    #expect(lock["Zed"]?.path.description == "Vendor/Zed")
    #expect(lock["zed.git"]?.sumsPath.description == "Vendor/zed.git.sums")
    #expect(try Lock(lock.packages.reversed()) == lock)
  }

  /// What bills of materials are told, in its place among the fields.
  @Test func whatBillsAreToldIsKept() throws {
    let hex = String(repeating: "0f", count: 64)
    let text = """
      archive-sha512 = "\(hex)"
      license = "MIT"
      purl = "pkg:generic/a"
      cpe = "cpe:2.3:a:x:y\\\\:z:*:*:*:*:*:*:*:*"
      supplier = "Example <https://example.org>"
      """
    let lock = try Lock(
      parsing: Array(Self.lock("archive-sha256 = '\(Self.hex)'", text, type: "archive").utf8))
    let package = lock.packages[0]
    #expect(package.archiveSHA512?.hex == hex)
    #expect(package.supplier == "Example <https://example.org>")
    #expect(package.cpe == #"cpe:2.3:a:x:y\:z:*:*:*:*:*:*:*:*"#)
    let written = String(decoding: lock.text, as: UTF8.self)
    let lines = written.split(separator: "\n").map(String.init)
    #expect(text.split(separator: "\n").allSatisfy { lines.contains(String($0)) }, "\(written)")
    #expect(try Lock(parsing: lock.text) == lock)
  }

  @Test(arguments: [
    ("cpe = 'cpe:/a:x:y'", "the cpe is not a CPE 2.3 name"),
    ("cpe = 'cpe:2.3:a:x:y:1'", "the cpe is not a CPE 2.3 name"),
    ("cpe = 'cpe:2.3:x:x:y:*:*:*:*:*:*:*:*'", "the cpe is not a CPE 2.3 name"),
    (#"cpe = 'cpe:2.3:a:x:y:*:*:*:*:*:*:*\'"#, "the cpe is not a CPE 2.3 name"),
    ("supplier = ''", "the supplier is empty"),
    (#"supplier = "a\u001Bb""#, "the supplier contains the invisible character U+1B"),
    ("archive-sha512 = 'ab'", "archive-sha512 is not a digest"),
    (
      "archive-sha512 = '\(String(repeating: "0f", count: 64))'",
      "archive-sha512 is not allowed in a package of type 'directory'"
    ),
  ])
  func whatBillsCannotUseIsRefused(line: String, problem: String) throws {
    let error = #expect(throws: VendorError.self) {
      try Lock(parsing: Array(Self.lock(line).utf8))
    }
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  @Test func anEmptyLockIsRead() throws {
    let lock = try Lock(parsing: Array("version = 1\n".utf8))
    #expect(lock.packages.isEmpty)
    #expect(try Lock(parsing: lock.text) == lock)
  }

  @Test func packagesAreSetAndRemovedInOrder() throws {
    let lock = try Lock(parsing: Array(Self.canonical.utf8))
    let digest = SHA256.digest(of: [])
    var package = try Lock.Package(
      name: "m", source: "m", type: .directory, pristine: digest, tree: digest)
    var changed = try lock.setting(package)
    #expect(changed.packages.map(\.name) == ["Zed", "m", "png", "zed.git"])
    package.strip = 2
    changed = try changed.setting(package)
    #expect(changed["m"]?.strip == 2)
    #expect(changed.removing("m") == lock)
    package.name = "ZED"
    #expect(throws: VendorError.self) { try lock.setting(package) }
    #expect(throws: VendorError.self) {
      try Lock.Package(name: "../x", source: "m", type: .directory, pristine: digest, tree: digest)
    }
    #expect(try lock.packages(named: ["zed.git", "Zed"]).map(\.name) == ["Zed", "zed.git"])
    let error = #expect(throws: VendorError.self) { try lock.packages(named: ["zlib"]) }
    #expect(error?.code == .unknownPackage)
    #expect(error?.remedy == "it has: Zed, png, zed.git")
  }

  @Test(arguments: SourceType.allCases)
  func typeRequiresItsPinAndNoOther(type: SourceType) throws {
    let fields: [SourceType.Pin: String] = [
      .archiveDigest: "archive-sha256 = '\(Self.hex)'",
      .commit: "commit = '0123456789abcdef0123456789abcdef01234567'",
    ]
    for pin in SourceType.Pin.allCases {
      let (required, other) = (type.pin.flatMap { fields[$0] }, try #require(fields[pin]))
      if pin == type.pin {
        _ = try Lock(parsing: Array(Self.lock(other, type: type.rawValue).utf8))
        let error = #expect(throws: VendorError.self) {
          try Lock(parsing: Array(Self.lock(type: type.rawValue).utf8))
        }
        #expect(error?.problem.hasPrefix("\(pin.rawValue) is missing") == true)
      } else {
        let lines = [required, other].compactMap(\.self).joined(separator: "\n")
        let error = #expect(throws: VendorError.self) {
          try Lock(parsing: Array(Self.lock(lines, type: type.rawValue).utf8))
        }
        #expect(error?.problem.hasPrefix("\(pin.rawValue) is not allowed in") == true)
      }
    }
  }

  @Test(
    arguments: [
      ("", "vendor.lock", "the key version is missing"),
      ("version = 2\nnew = 1\n", "vendor.lock:1", "has the version 2, this program reads up to 1"),
      ("version = 0\n", "vendor.lock:1", "has the version 0"),
      ("version = 1\n<<<<<<< HEAD\n", "vendor.lock:2", "is a conflict marker"),
      (lock("colour = 1"), "vendor.lock:8", "the key package[0].colour is unknown"),
      (lock("name = 'b'"), "vendor.lock:8", "is not TOML"),
      (lock() + lock().dropFirst(12), "vendor.lock:8", "the package 'a' appears twice"),
      (
        lock() + lock(name: "A").dropFirst(12), "vendor.lock:8",
        "differ only in case"
      ),
      (lock(name: "../a"), "vendor.lock:3", "may contain only letters"),
      (lock(name: ".a"), "vendor.lock:3", "begins with '.'"),
      (lock(name: "-a"), "vendor.lock:3", "begins with '.' or '-'"),
      (lock(name: "Patches"), "vendor.lock:3", "reserved for assetkit"),
      (lock(name: "b.sums"), "vendor.lock:3", "reserved for assetkit"),
      (lock(name: "AUX"), "vendor.lock:3", "has a name that Windows reserves"),
      (lock(name: "com1.x"), "vendor.lock:3", "has a name that Windows reserves"),
      (lock(name: ""), "vendor.lock:3", "the name is empty"),
      (lock(without: ["tree"]), "vendor.lock:2", "the key package[0].tree is missing"),
      (lock("tree = 'sha256:12'", without: ["tree"]), "vendor.lock:7", "tree is not a digest"),
      (lock("tree = '\(hex)'", without: ["tree"]), "vendor.lock:7", "tree is not a digest"),
      (lock("pristine = 3", without: ["pristine"]), "vendor.lock:7", "expected a string"),
      (lock(type: "svn"), "vendor.lock:5", "the type is 'svn', expected one of archive, git"),
      (
        lock("archive-sha256 = 'x'", type: "archive"), "vendor.lock:8",
        "archive-sha256 is not a digest"
      ),
      (lock("commit = 'abc'", type: "git"), "vendor.lock:8", "not a full commit id"),
      (lock("ref = 'main'"), "vendor.lock:8", "the ref is not allowed in"),
      (lock("ref = '--upload-pack=x'"), "vendor.lock:8", "begins with '-'"),
      (lock("ref = 'a..b'"), "vendor.lock:8", "contains '..'"),
      (lock("strip = -1"), "vendor.lock:8", "strip is -1"),
      (lock("version = '1{version}'"), "vendor.lock:8", "the version contains '{version}'"),
      (lock("include = ['a',\n'']"), "vendor.lock:9", "the glob is empty"),
      (lock("path = '/etc'"), "vendor.lock:8", "is absolute"),
      (lock("path = 'a/../../b'"), "vendor.lock:8", "'.' or '..'"),
      (lock("path = 'a\\b'"), "vendor.lock:8", "backslash"),
      (lock("path = \"a\\u0007\""), "vendor.lock:8", "control character"),
      (lock("path = '.git/hooks'"), "vendor.lock:8", "git treats as its own"),
      (lock("path = 'x/.GIT'"), "vendor.lock:8", "git treats as its own"),
      (lock("path = 'x/nul.c/y'"), "vendor.lock:8", "has a name that Windows reserves"),
      (lock("path = 'x./y'"), "vendor.lock:8", "a name ending in a dot or a space"),
      (lock("path = 'x/y '"), "vendor.lock:8", "a name ending in a dot or a space"),
      (lock("path = 'Vendor'"), "vendor.lock:8", "contains all packages"),
      (lock("path = 'vendor/PATCHES/x'"), "vendor.lock:8", "reserved for assetkit"),
      (lock("path = 'Vendor/b.sums'"), "vendor.lock:8", "reserved for assetkit"),
      (lock("path = 'Vendor/.assetkit'"), "vendor.lock:8", "reserved for assetkit"),
      (lock("path = 'VENDOR.lock'"), "vendor.lock:8", "is reserved for the lock"),
      (
        lock() + lock("path = 'vendor/A/b'", name: "b").dropFirst(12), "vendor.lock:8",
        "the folders of 'a' and 'b' overlap"
      ),
      (
        lock("path = 'x/caf\u{e9}'") + lock("path = 'x/cafe\u{301}'", name: "b").dropFirst(12),
        "vendor.lock:9", "overlap"
      ),
      (lock("patches = ['a']"), "vendor.lock:8", "is not a patch"),
      (lock("patches = ['a sha256:\(hex)']"), "vendor.lock:8", "is not inside Vendor/patches/a"),
      (
        lock("patches = ['Vendor/patches/b/x sha256:\(hex)']"), "vendor.lock:8",
        "is not inside Vendor/patches/a"
      ),
      (lock("patches = ['../x sha256:\(hex)']"), "vendor.lock:8", "'.' or '..'"),
      (
        lock("patches = ['Vendor/patches/a/con.patch sha256:\(hex)']"), "vendor.lock:8",
        "has a name that Windows reserves"
      ),
      (lock("acknowledged = ['integrity-changed']"), "vendor.lock:8", "cannot be acknowledged"),
      (lock("license-files = ['/x']"), "vendor.lock:8", "is absolute"),
      (lock("purl = 'x'"), "vendor.lock:8", "does not begin with 'pkg:'"),
      (lock("version = \"1\\u202E\""), "vendor.lock:8", "invisible character U+202E"),
      (lock("source = '/tmp/x'", without: ["source"]), "vendor.lock:7", "is absolute"),
      (lock("source = '../x'", without: ["source"]), "vendor.lock:7", "'.' or '..'"),
      (lock("source = 'ftp://x/y'", without: ["source"]), "vendor.lock:7", "has the scheme 'ftp'"),
      (lock("source = '-x'", without: ["source"]), "vendor.lock:7", "begins with '-'"),
      (
        lock(
          "source = '{version}'", "version = '../../x'", without: ["source"]), "vendor.lock:7",
        "'.' or '..'"
      ),
      (
        lock("source = 'ext::sh -c x'", "commit='\(hex)'", without: ["source"], type: "git"),
        "vendor.lock:7", "names a transport program"
      ),
      (
        lock(
          "source = 'ssh://-oProxyCommand=x/y'", "commit='\(hex)'", without: ["source"], type: "git"
        ),
        "vendor.lock:7", "has an invalid host"
      ),
    ] as [(String, String, String)])
  func refusals(text: String, location: String, problem: String) {
    let error = #expect(throws: VendorError.self) { try Lock(parsing: Array(text.utf8)) }
    #expect(error?.code == .invalidLock)
    // The column is for whoever clicks on it; the reader's own tests check it.
    let place = error?.location.split(separator: ":").prefix(2).joined(separator: ":")
    #expect(place == location)
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  /// Whatever a merge or a thief makes of a lock: it is refused, or writing it down again reads the
  /// same.
  @Test func damageNeverDoesMoreThanThrow() throws {
    let whole = Array(Self.canonical.utf8)
    var state: UInt64 = 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for round in 0..<500 {
      var damaged = whole
      if round % 3 == 0 { damaged.removeSubrange(random(whole.count)...) }
      for _ in 0..<(round % 3) where !damaged.isEmpty {
        damaged[random(damaged.count)] ^= 1 << UInt8(random(8))
      }
      guard let lock = try? Lock(parsing: damaged) else { continue }
      #expect(try Lock(parsing: lock.text) == lock)
    }
  }
}
