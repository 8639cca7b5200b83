import Testing

@testable import AuditKit

struct SourceOriginTests {
  @Test(arguments: [
    ("https://github.com/madler/zlib/archive/refs/tags/v1.3.1.tar.gz", "pkg:github/madler/zlib"),
    ("https://github.com/Mbed-TLS/mbedtls.git", "pkg:github/mbed-tls/mbedtls"),
    ("git@github.com:curl/curl.git", "pkg:github/curl/curl"),
    ("https://codeload.github.com/lz4/lz4/tar.gz/v1.10.0", "pkg:github/lz4/lz4"),
    (
      "https://gitlab.com/group/sub/lib/-/archive/v1/lib-v1.tar.gz?x=1",
      "pkg:gitlab/group/sub/lib"
    ),
    ("https://bitbucket.org/eigen/eigen/get/3.tar.bz2", "pkg:bitbucket/eigen/eigen"),
    (
      "https://files.pythonhosted.org/packages/a1/b2/c3/ruamel.yaml-0.18.6.tar.gz",
      "pkg:pypi/ruamel-yaml"
    ),
    (
      "https://files.pythonhosted.org/packages/a1/b2/c3/numpy-2.0.0-cp312-cp312-linux_x86_64.whl",
      "pkg:pypi/numpy"
    ),
    (
      "https://registry.npmjs.org/@angular/core/-/core-12.3.1.tgz",
      "pkg:npm/%40angular/core"
    ),
    ("https://static.crates.io/crates/arc-swap/arc-swap-0.4.8.crate", "pkg:cargo/arc-swap"),
    ("https://crates.io/api/v1/crates/libc/0.2.1/download", "pkg:cargo/libc"),
    ("https://rubygems.org/downloads/nokogiri-1.16.0.gem", "pkg:gem/nokogiri"),
    (
      "https://repo1.maven.org/maven2/org/lz4/lz4-java/1.8.0/lz4-java-1.8.0-sources.jar",
      "pkg:maven/org.lz4/lz4-java"
    ),
    ("https://cran.r-project.org/src/contrib/xml2_1.3.6.tar.gz", "pkg:cran/xml2"),
    (
      "https://proxy.golang.org/golang.org/x/text/@v/v0.3.8.zip", "pkg:golang/golang.org/x/text"
    ),
    (
      "https://snapshot.debian.org/archive/debian/20220801T000000Z/pool/main/z/zlib/zlib_1.2.11.dfsg.orig.tar.gz",
      "pkg:deb/debian/zlib"
    ),
    (
      "http://archive.ubuntu.com/ubuntu/pool/main/c/curl/curl_7.81.0.orig.tar.gz",
      "pkg:deb/ubuntu/curl"
    ),
  ]) func impliesAPackageURL(address: String, purl: String) {
    #expect(SourceOrigin(address)?.purl == purl)
    #expect(PackageURL(purl) != nil)
  }

  @Test(arguments: [
    "", "upstream/zlib-{version}", "https://example.org/zlib-1.3.tar.gz", "https://github.com",
    "https://github.com/madler", "https://github.com.evil.example/madler/zlib",
    "https://snapshot.debian.org/file/0123456789abcdef", "https://registry.npmjs.org/-/x.tgz",
    "https://files.pythonhosted.org/packages/nothing", "://", "https://proxy.golang.org/@v/x",
  ]) func saysNothingOfOthers(address: String) {
    #expect(SourceOrigin(address)?.purl == nil)
  }
}
