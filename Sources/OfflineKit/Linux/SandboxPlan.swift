#if os(Linux)
import CSandbox
import Glibc

/// The parameters of the guard, in C memory that can be read after clone.
struct SandboxPlan {
  private let executables: CStrings
  private let arguments: CStrings
  private let environment: CStrings
  private let overlayPaths: CStrings
  private let overlayTexts: CStrings
  private let maskedPaths: CStrings
  private let directory: CStrings
  private let hostname: CStrings?
  private let output: Int32
  private let fileCreationMask: Int32

  init(_ command: BuildCommand, variation: Variation?, output: Int32) {
    executables = CStrings(command.candidates)
    arguments = CStrings(command.arguments)
    environment = CStrings(command.environment.entries)
    let overlays = Overlays.files(for: variation)
    overlayPaths = CStrings(overlays.map(\.path))
    overlayTexts = CStrings(overlays.map(\.text))
    let runtimeFolder = command.environment["XDG_RUNTIME_DIR"]
    maskedPaths = CStrings(
      MaskedSockets.resolvers + MaskedSockets.fetchers(runtimeFolder: runtimeFolder))
    directory = CStrings([command.directory])
    hostname = (variation?.hostname).map { CStrings([$0]) }
    self.output = output
    fileCreationMask = variation?.fileCreationMask ?? -1
  }

  /// Clones the guard.
  ///
  /// - Returns: its process ID and the control socket.
  /// - Throws: `OfflineError` when the namespaces cannot be made.
  func clone() throws(OfflineError) -> (guardProcess: Int32, control: Int32) {
    var process: Int32 = 0
    var control: Int32 = -1
    let status = (Self.inheritedSockets() + [-1]).withUnsafeBufferPointer { closed in
      var plan = csandbox_plan(
        executables: executables.constantList, arguments: arguments.list,
        environment: environment.list, directory: directory.list[0],
        hostname: hostname?.list[0], overlay_paths: overlayPaths.constantList,
        overlay_texts: overlayTexts.constantList, masked_paths: maskedPaths.constantList,
        closed_descriptors: closed.baseAddress, output: output,
        file_creation_mask: fileCreationMask)
      return withExtendedLifetime(self) { csandbox_clone(&plan, &process, &control) }
    }
    guard status >= 0 else { throw Refusal.ofNamespaces(-status) }
    return (process, control)
  }

  /// Open sockets other than the three standard streams. One that is already connected would bypass
  /// the filter. Pipes, such as make's job server, are kept.
  private static func inheritedSockets() -> [Int32] {
    FileSystem.names(in: "/proc/self/fd").compactMap { Int32($0) }.filter { descriptor in
      var status = stat()
      return descriptor > 2 && fstat(descriptor, &status) == 0
        && status.st_mode & S_IFMT == S_IFSOCK
    }
  }
}
#endif
