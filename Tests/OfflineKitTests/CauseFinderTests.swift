import Foundation
import Testing

@testable import OfflineKit

struct CauseFinderTests {
  /// Two builds a minute apart, in October 2025, with everything varied.
  private static func values() -> VariedValues {
    func variation(_ user: String, _ id: UInt32, _ host: String, _ zone: String) -> Variation {
      var variation = Variation(
        account: .init(name: user, id: id, home: "/srv/\(user)/home"), hostname: host,
        timeZone: zone, locale: user == "builder" ? "C" : "tr_TR.UTF-8",
        fileCreationMask: user == "builder" ? 0o022 : 0o002)
      variation.domain = "\(host).invalid"
      return variation
    }
    let first = BuildSite(
      copy: "/srv/a/src", variation: variation("builder", 1000, "build-host", "<+14>-14"),
      fileTime: 1_700_000_000)
    let second = BuildSite(
      copy: "/srv/second/place/checkout",
      variation: variation("another-builder", 30033, "another-machine", "<-12>+12"),
      fileTime: 1_600_000_000)
    return VariedValues(
      (first, second), seen: (nil, nil),
      periods: (1_760_000_000...1_760_000_005, 1_760_000_060...1_760_000_065), workFolder: "/work")
  }

  private static func kinds(_ first: String, _ second: String) -> [Cause.Kind] {
    var finder = CauseFinder(values())
    finder.examine(Array(first.utf8), Array(second.utf8))
    return finder.causes.map(\.kind)
  }

  @Test(arguments: [
    ("at /srv/a/src/x.c\n", "at /srv/second/place/checkout/x.c\n", Cause.Kind.buildPath),
    ("by builder\n", "by another-builder\n", .user),
    ("uid 1000\n", "uid 30033\n", .user),
    ("home=/srv/builder/home\n", "home=/srv/another-builder/home\n", .home),
    ("on build-host\n", "on another-machine\n", .host),
    ("1760000003\n", "1760000061\n", .time),
    ("1760000003123\n", "1760000061456\n", .time),
    // 1760000003 is 2025-10-09 08:53:23 UTC, 22:53:23 in the first zone, 20:54 the day before in the second.
    ("built 08:53:23\n", "built 08:54:21\n", .time),
    ("built 22:53:23\n", "built 20:54:21\n", .time),
    ("Oct  9 2025\n", "Oct  8 2025\n", .time),
    ("D:20251009085323Z", "D:20251009085421Z", .time),
    ("made 2023-11-14\n", "made 2020-09-13\n", .fileTimes),
    ("b c a", "a c b", .directoryOrder),
    ("A\nB\na\nb\n", "A\na\nB\nb\n", .locale),
    ("z\na\nm\nk\n", "a\nk\nz\nm\n", .order),
    ("3.14 m\n", "3,14 m\n", .locale),
    ("mode 755\n", "mode 775\n", .umask),
    ("+1400\n", "-1200\n", .timeZone),
    (
      "id 6fa459ea-ee8a-4ca4-894e-db77e160355e\n", "id 16fd2706-8baf-433b-82eb-8c7fada847da\n",
      .random
    ),
    ("from /tmp/tmp.a8Xf2\n", "from /tmp/tmp.Qr31z\n", .temporaryName),
    ("0x7ffff7a51000\n", "0x7f12a3b51000\n", .aslr),
  ])
  func namesTheCauseInText(first: String, second: String, kind: Cause.Kind) {
    #expect(Self.kinds(first, second) == [kind])
    #expect(!kind.remedy.isEmpty)
  }

  @Test(arguments: [
    ("the same\n", "the same\n"), ("one\n", "two\n"), ("version 12\n", "version 13\n"),
    // Numbers that only look like times or IDs.
    ("1500000003\n", "1500000061\n"), ("10:00:00\n", "11:00:00\n"), ("a 1000 b\n", "a 1001 b\n"),
    ("builder\n", "somebody\n"),
  ])
  func saysNothingOfWhatWasNotVaried(first: String, second: String) {
    #expect(Self.kinds(first, second) == [])
  }

  @Test func severalCausesOfOneFileAreAllNamed() {
    let kinds = Self.kinds(
      "builder@build-host /srv/a/src 1760000001\n",
      "another-builder@another-machine /srv/second/place/checkout 1760000060\n")
    #expect(Set(kinds) == [.user, .host, .buildPath, .time])
  }

  @Test(arguments: [(4, false), (4, true), (8, false), (8, true)])
  func aBinaryTimeIsFoundAtItsPlace(count: Int, isBigEndian: Bool) {
    func file(_ seconds: Int) -> [UInt8] {
      let number = UInt64(count == 4 ? seconds : seconds * 1000)
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
      return [1, 2, 3, 4, 5] + (isBigEndian ? bytes.reversed() : bytes) + [6, 7, 8, 9, 10, 11]
    }
    var finder = CauseFinder(Self.values())
    finder.examine(file(1_760_000_002), file(1_760_000_063))
    #expect(finder.causes.map(\.kind) == [.time])
    #expect(finder.causes.first?.what.contains("as \(count) bytes at 5") == true)
  }

  /// A program of this machine with every kind of section, damaged in every way that a byte can be.
  @Test func damagedFilesAreReadWithoutACrash() throws {
    let seeds: [[UInt8]] = [
      Array(try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe")).prefix(4096)),
      Array("!<arch>\na.o/            0           0     0     644     4         `\nabcd".utf8),
      Array("!<arch>\n#1/99999999999999999999 -1          0     0     644     -4        `\n".utf8),
      [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0xFF, count: 60) + [0x50, 0x4B, 5, 6]
        + [UInt8](repeating: 0xFF, count: 18),
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0xFF, 0xFF, 0xFF, 0xFF] + Array("tIME".utf8),
      Array("MZ".utf8) + [UInt8](repeating: 0xFF, count: 80), [0x1F, 0x8B, 8, 8, 1, 2, 3, 4, 5, 6],
    ]
    var generator = SystemRandomNumberGenerator()
    for seed in seeds {
      for _ in 0..<200 {
        var other = seed
        for _ in 0..<3 {
          other[Int.random(in: 8..<other.count, using: &generator)] = UInt8.random(in: 0...255)
        }
        other.removeLast(Int.random(in: 0..<other.count / 2))
        var finder = CauseFinder(Self.values())
        finder.examine(seed, other)
      }
    }
  }
}
