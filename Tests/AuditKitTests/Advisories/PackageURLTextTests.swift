import Testing
import VendorKit

@testable import AuditKit

/// Package URLs by ECMA-427 and the definitions of the types (purl-spec), as facts.
struct PackageURLTextTests {
  @Test(arguments: [
    ("pkg:npm/demo@1.2", "pkg:npm/demo@1.2"), ("PKG://NPM//demo@1.2", "pkg:npm/demo@1.2"),
    ("pkg:npm/@angular/cli@1.0", "pkg:npm/%40angular/cli@1.0"),
    ("pkg:npm/@angular/cli", "pkg:npm/%40angular/cli"),
    ("pkg:GitHub/Acme/Lib@v1", "pkg:github/acme/lib@v1"),
    ("pkg:pypi/Foo_Bar@1.0A", "pkg:pypi/foo-bar@1.0a"),
    ("pkg:pub/Foo-Bar@1", "pkg:pub/foo_bar@1"), ("pkg:rpm/Fedora/Foo", "pkg:rpm/fedora/Foo"),
    ("pkg:swift/github.com/Acme/Lib@1", "pkg:swift/github.com/Acme/Lib@1"),
    (
      "pkg:deb/debian/zlib@1:1.2.11?distro=bookworm&arch=source",
      "pkg:deb/debian/zlib@1:1.2.11?arch=source&distro=bookworm"
    ),
    ("pkg:generic/a%7eb@%31?Empty=&K=a/b", "pkg:generic/a~b@1?k=a%2Fb"),
    ("pkg:generic/a?checksum=sha1:ab,sha256:cd", "pkg:generic/a?checksum=sha1:ab,sha256:cd"),
    ("pkg:golang/a.b/c/d@v1#/x//./../y/", "pkg:golang/a.b/c/d@v1#x/y"),
    ("pkg:generic/a%20b@1%2B2", "pkg:generic/a%20b@1%2B2"),
    ("pkg:github/a/b@feature/x", "pkg:github/a/b@feature%2Fx"),
    ("pkg:unregistered/a/b/c@1", "pkg:unregistered/a/b/c@1"), ("pkg:generic/a@", "pkg:generic/a"),
  ])
  func hasOneCanonicalForm(text: String, canonical: String) throws {
    #expect(try Identifiers.packageURL(text) == canonical)
    #expect(try Identifiers.packageURL(canonical) == canonical, "it stays as it is")
    #expect(PackageURL(canonical) != nil, "databases' reader takes it")
  }

  @Test(arguments: [
    ("", "begin"), ("nonsense", "begin"), ("npm/demo", "begin"), ("pkg:nonsense", "no name"),
    ("pkg:", "type"), ("pkg:/", "type"), ("pkg:1x/a", "type"), ("pkg:n_m/a", "type"),
    ("pkg:npm/", "no name"), ("pkg:npm//", "no name"), ("pkg:npm/demo 1", "percent-encoded"),
    ("pkg:npm/d\u{E4}mo", "percent-encoded"), ("pkg:npm/demo%", "percent-encoding"),
    ("pkg:npm/demo%2", "percent-encoding"), ("pkg:npm/demo%zz", "percent-encoding"),
    ("pkg:npm/demo%+1", "percent-encoding"), ("pkg:npm/demo%FF", "percent-encoding"),
    ("pkg:npm/demo%0A", "control"), ("pkg:npm/demo%1B[1m", "control"),
    ("pkg:npm/demo?a", "KEY=VALUE"), ("pkg:npm/demo?1a=b", "KEY=VALUE"),
    ("pkg:npm/demo?a=b&A=c", "twice"), ("pkg:npm/demo?a=b?c=d", "twice"),
    ("pkg:npm/demo#a#b", "twice"), ("pkg:npm/a%2Fb/demo", "namespace"),
    ("pkg:npm/%2E%2E/demo", "namespace"), ("pkg:github/zlib@1.2", "requires"),
    ("pkg:maven/junit@4", "requires"), ("pkg:pypi/a/b@1", "does not allow"),
    ("pkg:cargo/a/b", "does not allow"), ("pkg:deb/zlib", "requires"),
    ("pkg:cran/@0.9.1", "no name"), ("pkg:npm/@1.2", "no name"),
  ])
  func isRefusedWithAReason(text: String, reason: String) {
    do throws(IdentifierProblem) {
      let read = try Identifiers.packageURL(text)
      Issue.record("it is read as \(read)")
    } catch {
      #expect(error.problem.contains(reason), "\(error.problem)")
      #expect(error.remedy.contains("pkg:"))
    }
  }

  @Test func anyTruncationIsReadOrRefused() {
    let text = "pkg:deb/debian/a%20b@1:1.2%2B3-4?arch=source&distro=debian-12#x/y"
    for end in text.indices {
      // Whatever is read reads as itself.
      guard let read = try? Identifiers.packageURL(String(text[..<end])) else { continue }
      #expect((try? Identifiers.packageURL(read)) == read)
    }
  }
}

/// What else is stated of a package.
struct IdentifiersTests {
  @Test func licencesAreExpressionsOfTheList() throws {
    #expect(try Identifiers.license("mit or apache-2.0") == "MIT OR Apache-2.0")
    #expect(try Identifiers.license("LicenseRef-ours AND Zlib") == "LicenseRef-ours AND Zlib")
    for (text, reason) in [
      ("MIT License", "expected AND"), ("Apache-2", "write 'Apache-2.0'"), ("MIT AND", "expected"),
      ("NOASSERTION", "not a licence"), ("Nowhere-1.0", "LicenseRef-NAME"),
      ("GPL-2.0 WITH X", "'X'"),
    ] {
      do throws(IdentifierProblem) {
        let read = try Identifiers.license(text)
        Issue.record("it is read as \(read)")
      } catch {
        #expect("\(error.problem); \(error.remedy)".contains(reason), "\(error)")
      }
    }
  }

  @Test(arguments: [
    (#"cpe:2.3:a:v\:w:p:*:*:*:*:*:*:*:*"#, true), ("cpe:2.3:a:v:p:1.2_3-4:*:*:en-us:*:*:*:*", true),
    ("cpe:2.3:o:v:p:-:*:*:*:*:*:*:*", true), ("cpe:2.3:a:v:p:1.*:*:*:*:*:*:*:*", true),
    ("cpe:2.3:a:v:??p??:*:*:*:*:*:*:*:*", true), ("cpe:2.3:a:v:p:*:*:*:*:*:*:*", false),
    ("cpe:2.3:x:v:p:*:*:*:*:*:*:*:*", false), ("cpe:2.3:a:v+w:p:*:*:*:*:*:*:*:*", false),
    ("cpe:2.3:a::p:*:*:*:*:*:*:*:*", false), ("cpe:2.3:a:v:p*q:*:*:*:*:*:*:*:*", false),
    ("cpe:2.3:a:v:p:**:*:*:*:*:*:*:*", false), (#"cpe:2.3:a:v:\p:*:*:*:*:*:*:*:*"#, false),
    (#"cpe:2.3:a:v:p:*:*:*:*:*:*:*:\"#, false), ("cpe:2.3:a:v:p:*:*:*:english:*:*:*:*", false),
    ("cpe:/a:v:p", false), ("cpe:2.3:a:v:\u{E4}:*:*:*:*:*:*:*:*", false), ("", false),
  ])
  func platformNamesFollowNISTIR7695(text: String, isValid: Bool) {
    #expect((PlatformName.problem(with: text) == nil) == isValid)
  }

  @Test(arguments: [
    ("Mark Adler", true), ("A <https://a.example>", true), ("<a@b.example>", true),
    ("A <B>", false), ("A <a@b.example", false), (" ", false), ("A > B", false),
  ])
  func suppliersHaveANameAndAnAddress(text: String, isValid: Bool) {
    #expect(((try? Identifiers.supplier(text)) != nil) == isValid)
  }

  @Test(arguments: [
    ("pkg:npm/demo@1.3", "1.2", true), ("pkg:npm/demo@1.2", "1.2", false),
    ("pkg:npm/demo@1.2.0", "1.2", false), ("pkg:github/a/demo@v1.2.0", "1.2", false),
    ("pkg:github/a/demo@demo-1_2", "1.2", false), ("pkg:npm/demo", "1.2", false),
    ("pkg:deb/debian/demo@2:1.2-3+deb12u1", "1.2", false),
    ("pkg:deb/debian/demo@2:1.3-3", "1.2", true), ("pkg:bitnami/demo@1.2-4", "1.2", false),
    ("pkg:npm/demo@1.2-4", "1.2", true), ("pkg:npm/demo@master", "1.2", false),
    ("pkg:github/a/demo@0123456789abcdef0123456789abcdef01234567", "1.2", false),
  ])
  func aPackageURLOfAnotherVersionIsNamed(purl: String, version: String, isOther: Bool) {
    let subject = AdvisorySubject(name: "demo", purl: purl, version: version)
    #expect((subject.conflictingVersions != nil) == isOther)
  }
}
