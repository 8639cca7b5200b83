#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Transfer curves as tables, in both directions; by default those of sRGB (IEC 61966-2-1). For
/// `FilterLight.perceptual`, "linear" values are sRGB's codes.
struct TransferTables: Sendable {
  /// Lines' values, biased by half, by [alpha][colour], 256 × 256.
  let premultiplied: [UInt16]
  /// The 8 bit code of a linear value, 0 to 65535.
  let codes: [UInt8]
  /// The linear value, 0 to 65535, of each 8 bit code of an icon.
  let linearOfCodes: [UInt16]
  /// Linear values, 0 to 65535, by 16 bit code; empty unless asked for.
  let linear16: [UInt16]

  /// - Parameters:
  ///   - bitDepth: 16 for 16 bit masters, or rows converted to 16 bit; else 8.
  ///   - source: linear light, 0 to 1, of a master's sample, 0 to 1; never decreasing.
  ///   - target: the same for the icons' samples.
  /// - Complexity: 768 powers, and 65,536 more for 16 bit masters.
  init(
    bitDepth: Int, source: (Double) -> Double = linearFromSRGB,
    target: (Double) -> Double = linearFromSRGB
  ) {
    let linear = (0...255).map { UInt32((source(Double($0) / 255) * 65535).rounded()) }
    premultiplied = [UInt16](unsafeUninitializedCapacity: 65536) { table, count in
      for alpha in 0..<256 {
        let cover = UInt32(alpha)
        for colour in 0..<256 {
          let value = (linear[colour] * cover + 127) / 255
          table[alpha * 256 + colour] = UInt16(truncatingIfNeeded: value) ^ 0x8000
        }
      }
      count = 65536
    }
    codes = [UInt8](unsafeUninitializedCapacity: 65536) { table, count in
      for code in 0..<255 {
        // Values up to here round to this code or one below.
        let end = Int((target((Double(code) + 0.5) / 255) * 65535).rounded(.up))
        while count < min(end, 65536) {
          table[count] = UInt8(code)
          count += 1
        }
      }
      while count < 65536 {
        table[count] = 255
        count += 1
      }
    }
    linearOfCodes = (0...255).map { UInt16((target(Double($0) / 255) * 65535).rounded()) }
    linear16 =
      bitDepth == 16
      ? (0..<65536).map { UInt16((source(Double($0) / 65535) * 65535).rounded()) } : []
  }
}

/// An sRGB value from linear light, both 0 to 1.
func sRGBFromLinear(_ value: Double) -> Double {
  value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
}

/// Linear light from an sRGB value, both 0 to 1.
func linearFromSRGB(_ value: Double) -> Double {
  value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}
