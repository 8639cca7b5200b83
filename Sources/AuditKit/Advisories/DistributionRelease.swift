/// A release of a distribution: `12` for `Debian:12`, `debian-12` and `bookworm`.
struct DistributionRelease: Hashable, Sendable {
  /// The numbers of the release, such as `22` and `04`; empty for one without.
  private let numbers: [Substring]
  /// The name of a release that has no number, such as `sid` or `edge`.
  private let name: String?

  /// Reads what an ecosystem's name says after its colon, or a purl's `distro`.
  ///
  /// `Ubuntu:Pro:18.04:LTS` is the release 18.04, as it is what it was built for; so is
  /// `enterprise_linux:9::appstream` the release 9, and `Linux Enterprise Server 15 SP5` 15.5.
  ///
  /// - Complexity: O(length).
  init(_ text: String) {
    let lowered = text.lowercased()
    let words = lowered.split { !$0.isLetter && !$0.isNumber && $0 != "." }
    if let known = words.lazy.compactMap({ Self.numbersOfNames[String($0)] }).first {
      numbers = known.split(separator: ".")
      name = nil
      return
    }
    let start = words.firstIndex { word in
      let digits = word.first == "v" ? word.dropFirst() : word
      return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    }
    guard let start else {
      numbers = []
      name = words.last.map { $0 == "unstable" ? "sid" : String($0) }
      return
    }
    var numbers = words[start].drop { $0 == "v" }.split(separator: ".")
    // Service packs: `15 SP5`.
    if numbers.count == 1, start + 1 < words.count, words[start + 1].hasPrefix("sp") {
      numbers.append(words[start + 1].dropFirst(2))
    }
    self.numbers = numbers
    name = nil
  }

  /// Whether one of the two is the other or a point release of it: 3.18.4 of 3.18, 12.5 of 12.
  func agrees(with other: DistributionRelease) -> Bool {
    if numbers.isEmpty || other.numbers.isEmpty { return name == other.name && name != nil }
    return zip(numbers, other.numbers).allSatisfy { $0 == $1 }
  }

  /// The names of Debian's and Ubuntu's releases (distro-info-data).
  private static let numbersOfNames = [
    "buzz": "1.1", "rex": "1.2", "bo": "1.3", "hamm": "2.0", "slink": "2.1", "potato": "2.2",
    "woody": "3.0", "sarge": "3.1", "etch": "4", "lenny": "5", "squeeze": "6", "wheezy": "7",
    "jessie": "8", "stretch": "9", "buster": "10", "bullseye": "11", "bookworm": "12",
    "trixie": "13", "forky": "14", "duke": "15",
    "precise": "12.04", "trusty": "14.04", "xenial": "16.04", "bionic": "18.04", "focal": "20.04",
    "jammy": "22.04", "kinetic": "22.10", "lunar": "23.04", "mantic": "23.10", "noble": "24.04",
    "oracular": "24.10", "plucky": "25.04", "questing": "25.10",
  ]
}
