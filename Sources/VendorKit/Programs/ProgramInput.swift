import Subprocess

/// Bytes for a program's standard input.
///
/// A program may end before it has read them all, as git does outside a repository: its status and its
/// messages say why, and the pipe that it closed is no failure beside them. The library's own inputs
/// end this process there, because swift-subprocess 1.0 never closes a pipe that could not be written.
struct ProgramInput: InputProtocol {
  let bytes: [UInt8]

  func write(with writer: StandardInputWriter) async throws {
    _ = try? await writer.write(bytes)
  }
}
