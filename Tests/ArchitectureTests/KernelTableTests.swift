import SafeFiles
import TestSupport
import Testing

/// A kernel that is missing from the table is never run, and no other test can tell.
@Test func everyKernelIsInTheTable() throws {
  let folder = try DirectoryHandle(path: "\(Checkout.path)/Sources/ResampleKernels")
  func text(_ name: RelativePath) throws -> String {
    String(decoding: try folder.readFile(name, limitBytes: 1 << 20), as: UTF8.self)
  }
  let table = try text(try RelativePath("Kernels.c"))
  var kernels: [Substring] = []
  for entry in try folder.entries() where entry.name.suffix(2) == Array(".c".utf8) {
    kernels += try text(try entry.path()).matches(of: #/const Kernel (\w+) = \{/#).map(\.1)
  }
  #expect(kernels.contains("scalarKernel") && kernels.contains("neonKernel"))
  for kernel in kernels { #expect(table.contains("&\(kernel),"), "\(kernel)") }
}
