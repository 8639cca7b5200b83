import SafeFiles

extension Finding {
  /// What stays of a finding when its digests or its line change, so that a service knows it again.
  struct Fingerprint: Equatable {
    /// The rule, the package and the path.
    let key: String
    /// The key as 64 bits in hexadecimal.
    let hash: String
    /// Which one of those with this hash it is, from 1: no two findings have the same two.
    let number: Int
  }

  /// The fingerprint of each finding.
  /// - Complexity: O(n).
  static func fingerprints(of findings: some Sequence<Finding>) -> [Fingerprint] {
    var countByHash: [String: Int] = [:]
    return findings.map { finding in
      let key = [finding.rule.id, finding.package ?? "", finding.path?.description ?? ""]
        .joined(separator: " ")
      let hash = hash(key)
      let number = countByHash[hash, default: 0] + 1
      countByHash[hash] = number
      return Fingerprint(key: key, hash: hash, number: number)
    }
  }

  /// FNV-1a, 64 bits, in hexadecimal (draft-eastlake-fnv).
  private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
