import SafeFiles
import TestSupport
import Testing
import TextFormats

/// What Packaging/ makes of a release for package managers.
@Suite(.timeLimit(.minutes(15)))
struct PackageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func formula(
    _ sums: String, version: String = "1.2.0"
  ) async throws -> Command.Outcome {
    try folder.write("SHA256SUMS", sums)
    return try await Command.run(
      "\(Checkout.path)/Packaging/homebrew-formula",
      [version, "https://example.org/o/assetkit/releases/download", "SHA256SUMS"], in: folder.path)
  }

  /// Homebrew cannot be had on the machines of the tests; Ruby reads the formula, and answers for a
  /// few words of Homebrew's language.
  @Test func theFormulaHasEverySystemsArchive() async throws {
    let systems = ["macos-arm64", "linux-x86_64", "linux-aarch64"]
    let sums = systems.enumerated().map { number, system in
      let digit = Character("\(number)")
      return "\(String(repeating: digit, count: 64))  assetkit-1.2.0-\(system).tar.gz\n"
    }.joined()
    // Others of a release, and names that only begin or end alike.
    let others = [
      "assetkit-1.2.0-linux-x86_64.tar.gz.sig", "old-assetkit-1.2.0-linux-x86_64.tar.gz",
    ]
    .map { "\(String(repeating: "9", count: 64))  \($0)\n" }.joined()
    let outcome = try await formula(others + sums)
    #expect(outcome.status == 0, "\(outcome.errors)")
    try folder.write("assetkit.rb", outcome.output)
    try folder.write(
      "read.rb",
      #"""
      class Formula
        class << self
          attr_reader :found
          def on_macos; @system = "macos"; yield; end
          def on_linux; @system = "linux"; yield; end
          def on_arm; @processor = @system == "macos" ? "arm64" : "aarch64"; yield; end
          def on_intel; @processor = "x86_64"; yield; end
          def url(text); @url = text; end
          def sha256(text); (@found ||= []) << "#{@system}-#{@processor} #{@url} #{text}"; end
          def version(text); (@found ||= []) << text; end
          def desc(_); end
          def homepage(_); end
          def test; end
        end
      end
      load "./assetkit.rb"
      puts Assetkit.found
      """#)
    let read = try await Command.shell("ruby -w -c assetkit.rb; ruby read.rb", in: folder.path)
    let expected = systems.enumerated().map { number, system in
      "\(system) https://example.org/o/assetkit/releases/download/v1.2.0/assetkit-1.2.0-\(system).tar.gz "
        + String(repeating: Character("\(number)"), count: 64)
    }
    let lines = read.split(separator: "\n").map(String.init)
    #expect(lines.first == "Syntax OK" && lines.dropFirst().first == "1.2.0")
    #expect(lines.dropFirst(2).sorted() == expected.sorted(), "\(read)")
  }

  @Test func aReleaseWithoutArchivesIsRefused() async throws {
    let sums = "\(String(repeating: "1", count: 64))  assetkit-1.2.0-linux-x86_64.tar.gz\n"
    let outcome = try await formula(sums, version: "1.3.0")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("has no archive of 1.3.0"))
  }

  #if os(Linux)
  /// The package is built from a release's archive, and installed, run, checked and removed by dpkg
  /// in a copy of this system that is thrown away.
  @Test func theDebianPackageIsInstalledAndRemoved() async throws {
    let version = try await Program.run(["--version"]).output.filter { $0 != "\n" }
    let script = """
      name=assetkit-\(version)-linux-$(uname -m)
      mkdir -p $name/bin $name/share/man/man1
      strip -o $name/bin/assetkit '\(Program.executable)'
      echo '.TH ASSETKIT 1' >$name/share/man/man1/assetkit.1
      tar czf $name.tar.gz $name
      '\(Checkout.path)/Packaging/build-deb' $name.tar.gz out
      cmp $name/bin/assetkit "$(dpkg-deb -x out/*.deb unpacked && echo unpacked/usr/bin/assetkit)"
      """
    let package = try await Command.shell(script, in: folder.path).split(separator: "\n").last
    let path = try #require(package)
    #expect(path.hasPrefix("\(folder.path)/out/assetkit_\(version)_"))

    let install = """
      mount -t tmpfs none "$0" && cd "$0" && mkdir upper work root
      mount -t overlay -o "lowerdir=/,upperdir=$0/upper,workdir=$0/work" none root
      mount --rbind /proc root/proc && mount -t tmpfs none root/tmp
      cp "$1" root/tmp/assetkit.deb
      chroot root sh -ec '
        rm -f /usr/bin/assetkit
        dpkg -i /tmp/assetkit.deb
        assetkit --version | sed "s/^/runs: /"
        dpkg -V assetkit
        man -w assetkit >/dev/null
        dpkg -r assetkit
        test ! -e /usr/bin/assetkit'
      """
    try folder.handle.createDirectory(RelativePath("overlay"))
    guard try await Command.shell("id -u", in: "/") == "0\n" else {
      // An overlay of the whole system cannot be mounted in a user namespace.
      return print("skipped: only root can install a package in a copy of the system")
    }
    let outcome = try await Command.run(
      "unshare", ["-m", "sh", "-ec", install, "\(folder.path)/overlay", String(path)],
      environment: ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("runs: \(version)\n"))
  }
  #endif
}
