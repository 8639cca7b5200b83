/// A file for one test; it is removed with this object.
package final class TemporaryFile: Sendable {
  package let path: String
  private let folder: TemporaryFolder

  package init(_ bytes: [UInt8]) throws {
    folder = try TemporaryFolder()
    try folder.create("file", bytes)
    path = "\(folder.path)/file"
  }
}
