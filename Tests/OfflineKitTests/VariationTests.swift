import Testing

@testable import OfflineKit

struct VariationTests {
  @Test func theEnvironmentTellsOfNobodyElse() {
    var environment = BuildEnvironment(
      entries: [
        "USER=me", "HOME=/home/me", "XDG_CACHE_HOME=/home/me/.cache", "LC_TIME=de_DE", "PATH=/bin",
        "TZ=Europe/Berlin",
      ].map { Array($0.utf8) })
    let variation = Variation(
      account: .init(name: "builder", id: 1000, home: "/h"), hostname: "host", timeZone: "UTC",
      locale: "C", fileCreationMask: nil)
    variation.apply(to: &environment)
    #expect(environment["USER"] == "builder")
    #expect(environment["LOGNAME"] == "builder")
    #expect(environment["HOME"] == "/h")
    #expect(environment["XDG_CACHE_HOME"] == nil)
    #expect(environment["LC_TIME"] == nil)
    #expect(environment["LC_ALL"] == "C")
    #expect(environment["TZ"] == "UTC")
    #expect(environment["PATH"] == "/bin")
  }

  @Test func theAccountIsInTheListsOnce() {
    let account = Variation.Account(name: "builder", id: 1000, home: "/h")
    let text = "root:x:0:0:root:/root:/bin/sh\nme:x:1000:1000::/home/me:/bin/sh\nbuilder:x:7:7:::\n"
    #expect(
      account.passwd(basedOn: text)
        == "builder:x:1000:1000:builder:/h:/bin/sh\nroot:x:0:0:root:/root:/bin/sh\n")
    #expect(account.group(basedOn: "root:x:0:\nme:x:1000:\n") == "builder:x:1000:\nroot:x:0:\n")
  }

  @Test func proxiesAreTakenOutInEverySpelling() {
    var environment = BuildEnvironment(
      entries: ["http_proxy=a", "HTTPS_PROXY=b", "no_proxy=c", "my_http_proxy=d"]
        .map { Array($0.utf8) })
    #expect(environment.removeProxies() == ["http_proxy", "HTTPS_PROXY"])
    #expect(environment.names == ["no_proxy", "my_http_proxy"])
  }

  @Test func aProgramIsLookedForWhereExecvpWould() {
    var environment = BuildEnvironment(entries: [])
    environment["PATH"] = "/a::/b"
    #expect(
      BuildCommand(["x"], environment: environment, directory: "/").candidates
        == ["/a/x", "./x", "/b/x"])
    #expect(
      BuildCommand(["./x"], environment: environment, directory: "/").candidates == ["./x"])
  }

  #if os(Linux)
  @Test func namesAreAskedOfTheServerAlone() {
    #expect(
      Overlays.withPlainHosts(
        "passwd: files sss\nhosts: mymachines resolve [!UNAVAIL=return] dns\n")
        == "passwd: files sss\nhosts: files dns\n")
  }
  #endif
}
