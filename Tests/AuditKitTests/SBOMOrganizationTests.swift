import Testing
import VendorKit

@testable import AuditKit

/// Who supplies a package, and what identifies it.
struct SBOMOrganizationTests {
  private func package(
    _ source: String, type: SourceType = .archive, purl: String? = nil, supplier: String? = nil
  ) throws -> Lock.Package {
    var package = try Lock.Package(
      name: "demo", source: source, type: type, pristine: SHA256Digest(), tree: SHA256Digest())
    package.version = "1.2"
    package.purl = purl
    package.supplier = supplier
    return package
  }

  private static let archive = "https://example.org/demo.tar.gz"

  @Test(arguments: [
    ("https://github.com/madler/zlib/archive/v1.3.tar.gz", nil, "madler https://github.com/madler"),
    ("https://zlib.net/zlib-1.3.tar.gz", nil, "zlib.net https://zlib.net"),
    ("https://user@ftp.example.org:8080/x.tar.gz", nil, "ftp.example.org https://ftp.example.org"),
    ("https://files.pythonhosted.org/x.tar.gz", nil, nil),
    ("https://localhost/x.tar.gz", nil, nil), ("https://github.com/x.tar.gz", nil, nil),
    ("upstream/demo.tar.gz", nil, nil),
    ("https://files.pythonhosted.org/x.tar.gz", "pkg:pypi/demo", nil),
    ("https://files.pythonhosted.org/x.tar.gz", "pkg:github/me/demo", "me https://github.com/me"),
    (
      "https://registry.npmjs.org/x.tgz", "pkg:npm/%40angular/core@1",
      "angular https://www.npmjs.com/org/angular"
    ),
    (
      "https://example.org/x.zip", "pkg:swift/github.com/apple/swift-log",
      "apple https://github.com/apple"
    ),
  ])
  func theOwnerIsKnownOrNobody(source: String, purl: String?, expected: String?) throws {
    let owner = SBOM.Organization(supplying: try package(source, purl: purl))
    #expect(owner.map { "\($0.name) \($0.url ?? "")" } == expected)
  }

  @Test func theAddressOfSSHNamesTheOwnerToo() throws {
    for source in ["git@github.com:me/demo.git", "ssh://git@github.com/me/demo.git"] {
      #expect(SBOM.Organization(supplying: try package(source, type: .git))?.name == "me")
    }
  }

  @Test(arguments: [
    ("Mark Adler", "Mark Adler", nil, nil),
    ("Mark Adler <https://zlib.net>", "Mark Adler", "https://zlib.net", nil),
    ("X <a@b.example>", "X", nil, "a@b.example"),
    ("<a@b.example>", "a@b.example", nil, "a@b.example"),
    ("A <b c://d>", "A <b c://d>", nil, nil), ("A <é@b.example>", "A <é@b.example>", nil, nil),
    ("A <B>", "A <B>", nil, nil), ("A > B", "A > B", nil, nil), (">", ">", nil, nil),
  ])
  func whatTheLockSaysComesFirst(text: String, name: String, url: String?, email: String?) throws {
    let owner = SBOM.Organization(
      supplying: try package("https://github.com/me/demo.zip", supplier: text))
    #expect(owner?.name == name)
    #expect(owner?.url == url)
    #expect(owner?.email == email)
  }

  private func component(_ package: Lock.Package) -> SBOM.Component {
    SBOM.Component(
      package: package, licences: LicenceSummary(package: AuditPackage(package)),
      copyright: nil, files: [],
      tree: SHA1Digest(), listDigests: [], patches: [], supplier: nil)
  }

  @Test func aPackageURLGetsItsVersionWhereThatIsCertain() throws {
    var package = try package(Self.archive, purl: "pkg:pypi/demo")
    #expect(component(package).purl == "pkg:pypi/demo@1.2")
    package.purl = "pkg:deb/debian/demo?arch=source"
    #expect(component(package).purl == "pkg:deb/debian/demo@1.2?arch=source")
    package.purl = "pkg:pypi/demo@1.1"
    #expect(component(package).purl == "pkg:pypi/demo@1.1", "what a person wrote stays")
    package.purl = "pkg:github/me/demo"
    #expect(component(package).purl == "pkg:github/me/demo", "a tag may have any name")
    package.type = .git
    package.commit = "0123456789abcdef0123456789abcdef01234567"
    #expect(component(package).purl == "pkg:github/me/demo@\(package.commit ?? "")")
    package.purl = nil
    package.source = "git@example.org:me/demo.git"
    package.version = "1 β"
    #expect(
      component(package).purl
        == "pkg:generic/demo@1%20%CE%B2?vcs_url=git%2Bssh:%2F%2Fgit%40example.org%2Fme%2Fdemo.git"
        + "%400123456789abcdef0123456789abcdef01234567")
    package.type = .directory
    package.source = "upstream/demo"
    #expect(component(package).purl == nil)
  }

  @Test func theCPEsOpenVersionIsThePackages() throws {
    var package = try package(Self.archive)
    #expect(component(package).cpe == nil, "none is guessed")
    package.cpe = #"cpe:2.3:a:v\:w:p:*:*:*:*:*:*:*:*"#
    #expect(component(package).cpe == #"cpe:2.3:a:v\:w:p:1.2:*:*:*:*:*:*:*"#)
    package.version = "1.2+Beta"
    #expect(component(package).cpe == #"cpe:2.3:a:v\:w:p:1.2\+beta:*:*:*:*:*:*:*"#)
    package.cpe = "cpe:2.3:a:v:p:9:*:*:*:*:*:*:*"
    #expect(component(package).cpe == package.cpe)
  }
}
