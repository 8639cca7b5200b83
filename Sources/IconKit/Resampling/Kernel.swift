import ResampleKernels

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A processor-specific version of the inner loops. All of them give the same bits.
public struct Kernel: Sendable, Equatable {
  let loops: RKKernel
  /// Its name for `ASSETKIT_KERNEL`.
  public var name: String { String(cString: RKKernelName(loops)) }

  /// All kernels that this processor runs, the slowest first.
  public static let supported = (0..<RKKernelCount()).filter(RKIsSupported).map(Kernel.init)

  /// The fastest that this processor runs, or the one that the environment's `ASSETKIT_KERNEL`
  /// forces, which is for tests.
  ///
  /// - Throws: `IconError` when the environment names one that cannot run here.
  public static func preferred() throws(IconError) -> Kernel {
    guard let forced = getenv("ASSETKIT_KERNEL") else { return supported[supported.count - 1] }
    let name = String(cString: forced)
    guard let kernel = supported.first(where: { $0.name == name }) else {
      throw IconError(
        .options, "ASSETKIT_KERNEL", "this processor has no kernel '\(name)'",
        remedy: "use one of \(supported.map(\.name).joined(separator: ", "))")
    }
    return kernel
  }
}
