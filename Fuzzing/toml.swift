/// The entry point of libFuzzer: reads its input as TOML.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: bytes, count: count))
  do {
    _ = try TOMLDocument.tree(of: text, named: "fuzz")
  } catch {
    precondition(!error.problems.isEmpty)
  }
  return 0
}
