/// Hashes of words: 32-bit FNV-1a of their bytes.
enum WordHash {
  /// The hash of no bytes.
  static let start: UInt32 = 0x811C_9DC5

  /// The hash of the bytes so far and one more.
  static func adding(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte)) &* 0x0100_0193
  }

  /// The hash of a word's American spelling, by its own; nil for a word that only marks comments.
  ///
  /// Written as numbers, because it is called for every word of every file.
  static func ofUsualSpelling(_ hash: UInt32) -> UInt32? {
    switch hash {
    case 0xD16A_DA91, 0x49F4_8F07: nil  // dnl, rem
    case 0x2817_5634: 0x083E_3344  // licence, license
    case 0x63BC_D1C5: 0x30EA_9F95  // licences, licenses
    case 0x6CBC_DFF0: 0x19EA_7B60  // licenced, licensed
    case 0xCA90_8F64: 0xEA69_B254  // sublicence, sublicense
    case 0xDEDE_A8E2: 0xC964_48A5  // https, http
    default: hash
    }
  }
}
