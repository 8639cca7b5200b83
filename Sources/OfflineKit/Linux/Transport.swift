#if os(Linux)
/// Names for IANA's protocol numbers.
enum Transport {
  /// The name of the protocols that builds use; nil for others and for an errno below zero.
  static func name(of number: Int32) -> String? {
    switch number {
    // 262 is Multipath TCP, a number that only Linux uses.
    case 6, 262: "tcp"
    case 17: "udp"
    case 1, 58: "icmp"
    case 132: "sctp"
    case 136: "udplite"
    default: nil
    }
  }
}
#endif
