#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The path with links in its folder resolved; nil where the folder does not exist.
func realPathOfMissing(_ path: String) -> String? {
  guard let slash = path.lastIndex(of: "/") else { return realPath(".").map { "\($0)/\(path)" } }
  return realPath(String(path[...slash])).map { $0 + path[slash...] }
}

/// The path with links resolved; nil where no file exists.
func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}
