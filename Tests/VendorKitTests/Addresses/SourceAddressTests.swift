import SafeFiles
import Testing

@testable import VendorKit

/// What a text is as an address, for the command line, the lock, curl and git alike.
struct SourceAddressTests {
  @Test(
    arguments: [
      ("up/foo-1.0.tar", .archive, .path), ("up/foo@1.0.tar", .archive, .path),
      ("foo@1.0:2.tar", .archive, .path), ("up/a:b@c", .git, .path), ("foo@1.0", .git, .path),
      ("host:path", .git, .path), ("up/x://y", .archive, .path), ("/abs/repo.git", .git, .path),
      ("lib@2", .directory, .path), ("up/{version}.zip", .archive, .path),
      ("https://h/a", .archive, .url(scheme: "https", host: "h")),
      ("HTTPS://h:8443/a", .git, .url(scheme: "https", host: "h:8443")),
      ("http://h/a@1.0:x.tar", .archive, .url(scheme: "http", host: "h")),
      ("https://[::1]/a", .archive, .url(scheme: "https", host: "[::1]")),
      ("https://[fe80::1%25eth0]:99/a", .git, .url(scheme: "https", host: "[fe80::1%25eth0]:99")),
      ("https://h?q=a@b", .archive, .url(scheme: "https", host: "h")),
      ("ssh://git@h:22/a", .git, .url(scheme: "ssh", host: "h:22")),
      ("ssh://h/~u/a", .git, .url(scheme: "ssh", host: "h")),
      ("git://h/a", .git, .url(scheme: "git", host: "h")),
      ("file:///a/b", .git, .url(scheme: "file", host: "")),
      ("git@h:a/b.git", .git, .shell(host: "h")),
      ("u.x-y@h-1.org:~/a", .git, .shell(host: "h-1.org")),
      ("git@[::1]:a", .git, .shell(host: "[::1]")), ("git@h:a::b", .git, .shell(host: "h")),
    ] as [(String, SourceType, SourceAddress.Place)])
  func places(_ text: String, _ type: SourceType, _ place: SourceAddress.Place) throws {
    let address = try SourceAddress(text, of: type)
    #expect(address.place == place)
    #expect(address.text == text)
  }

  @Test(
    arguments: [
      ("", .archive, "is empty"), ("-o/etc/passwd", .archive, "begins with '-'"),
      ("--upload-pack=x", .git, "begins with '-'"),
      ("ftp://h/a", .archive, "has the scheme 'ftp', expected https, http or a path"),
      ("ssh://h/a", .archive, "has the scheme 'ssh'"),
      ("file:///a", .archive, "has the scheme 'file'"),
      ("https://h/a", .directory, "has the scheme 'https', expected a path"),
      ("C://a", .archive, "has the scheme 'c'"), ("C:\\a", .archive, "begins with a drive letter"),
      ("c:/a", .git, "begins with a drive letter"), ("https://", .archive, "has no host"),
      ("https:///a", .git, "has no host"), ("https://:80/a", .git, "has an invalid host"),
      ("https://-x/a", .archive, "has an invalid host"),
      ("ssh://-oProxyCommand=x/a", .git, "has an invalid host"),
      ("ssh://git@-oProxyCommand=x/a", .git, "has an invalid host"),
      ("https://[::1/a", .git, "has an invalid host"),
      ("https://[h]/a", .git, "has an invalid host"),
      ("https://h:x/a", .git, "has an invalid host"),
      ("https://user:word@h/a", .archive, "contains a user name or password"),
      ("https://token@h/a", .git, "contains a user name or password"),
      ("ssh://user:word@h/a", .git, "contains a user name or password"),
      ("https://h/a b", .git, "contains a space or control character"),
      ("https://h/a\nurl = b", .archive, "contains a space or control character"),
      ("https://h/\u{E9}", .archive, "contains non-ASCII characters"),
      ("ext::sh -c x", .git, "names a transport program"),
      ("fd::7", .git, "names a transport program"),
      ("git@-x:a", .git, "has an invalid host"), ("git@h:-x", .git, "has no path"),
      ("git@h:", .git, "has no path"),
      ("git@h:a b", .git, "contains a space"), ("$(x)@h:a", .git, "has an invalid host"),
    ] as [(String, SourceType, String)])
  func refusals(_ text: String, _ type: SourceType, _ problem: String) {
    let error = #expect(throws: VendorError.self) { try SourceAddress(text, of: type) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.problem.hasPrefix(problem) == true, "\(error?.problem ?? "")")
  }

  @Test(
    arguments: [
      ("up/foo@1.0.tar", nil, .archive), ("foo@1.0.tar", nil, .archive), ("lib", nil, .directory),
      ("lib@2", nil, .directory), ("up/repo.git", nil, .git), ("https://h/a.git", nil, .git),
      ("https://h/a.tgz", nil, .archive), ("https://h/a", "v1", .git), ("git@h:a", nil, .git),
      ("ssh://h/a", nil, .git), ("-x", nil, .archive), ("https://u@h/a", nil, .archive),
    ] as [(String, String?, SourceType)])
  func types(_ text: String, _ ref: String?, _ type: SourceType) {
    #expect(SourceType(of: text, ref: ref) { $0.hasPrefix("lib") } == type)
  }

  /// A path whose name looks like a host is a file all the same; git is given one that it cannot take
  /// for a host.
  @Test(
    arguments: [
      ("up/foo@{version}.tar", .archive, .archive(path: "up/foo@1.0.tar")),
      ("https://h/{version}", .archive, .download(url: "https://h/1.0")),
      ("host:path", .git, .git(url: "./host:path", ref: "HEAD")),
      ("git@h:p", .git, .git(url: "git@h:p", ref: "HEAD")),
    ] as [(String, SourceType, Source)])
  func sources(_ text: String, _ type: SourceType, _ source: Source) throws {
    let digest = SHA256.digest(of: [1])
    var package = try Lock.Package(
      name: "a", source: text, type: type, pristine: digest, tree: digest)
    package.version = "1.0"
    #expect(try Source(of: package, in: DirectoryHandle(path: ".")) == source)
  }
}
