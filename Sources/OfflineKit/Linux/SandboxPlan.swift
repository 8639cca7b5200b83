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
  private let directory: String
  private let hostname: String?
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
    directory = command.directory
    hostname = variation?.hostname
    self.output = output
    fileCreationMask = variation?.fileCreationMask ?? -1
  }

  /// Clones the guard.
  ///
  /// - Returns: its process ID and the control socket, or an errno.
  func clone() -> Result<(guardProcess: Int32, control: Int32), SystemCallError> {
    let closed = Self.inheritedSockets() + [-1]
    return executables.withConstantList { executables in
      arguments.withList { arguments in
        environment.withList { environment in
          overlayPaths.withConstantList { overlayPaths in
            overlayTexts.withConstantList { overlayTexts in
              maskedPaths.withConstantList { maskedPaths in
                closed.withUnsafeBufferPointer { closed in
                  directory.withCString { directory in
                    withOptionalCString(hostname) { hostname in
                      var plan = csandbox_plan(
                        executables: executables, arguments: arguments, environment: environment,
                        directory: directory, hostname: hostname, overlay_paths: overlayPaths,
                        overlay_texts: overlayTexts, masked_paths: maskedPaths,
                        closed_descriptors: closed.baseAddress, output: output,
                        file_creation_mask: fileCreationMask)
                      var process: Int32 = 0
                      var control: Int32 = -1
                      let status = csandbox_clone(&plan, &process, &control)
                      return status < 0
                        ? .failure(SystemCallError(number: -status)) : .success((process, control))
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
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

/// An errno as an error.
struct SystemCallError: Error {
  let number: Int32
}

private func withOptionalCString<Result>(
  _ string: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let string else { return body(nil) }
  return string.withCString(body)
}
#endif
