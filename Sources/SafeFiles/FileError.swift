#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A failed operation on a file or folder.
public struct FileError: Error, Hashable, Sendable {
  /// The kinds of failure that callers tell apart.
  public enum Code: Hashable, Sendable {
    /// Nothing has that name.
    case notFound
    /// The name is taken.
    case exists
    /// A component of the path is a symbolic link, which is never followed.
    case link
    /// A folder was expected, but something else is there.
    case notADirectory
    /// A file was expected, but a folder is there.
    case isADirectory
    /// The folder is not empty.
    case notEmpty
    /// The permissions, or a read-only file system, do not allow it.
    case notPermitted
    /// The disk or the quota is full, or the file would become larger than is allowed.
    case noSpace
    /// The two names are on different file systems.
    case crossDevice
    /// Another process holds the lock.
    case locked
    /// A signal interrupted the program.
    case interrupted
    /// The file or file system cannot do this at all.
    case unsupported
    /// Anything else; see `errno`.
    case other
  }

  /// Which kind of failure this is.
  public let code: Code
  /// The system's error number, 0 where no system call failed.
  public let errno: Int32
  /// The file or folder that it is about, as a person would name it.
  public let location: String
  /// What is wrong there.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?

  /// Describes a failure that no system call reported.
  public init(_ code: Code, at location: String, _ problem: String, remedy: String? = nil) {
    self.code = code
    self.errno = 0
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }

  /// Describes the failed system call that left `number` behind.
  ///
  /// - Parameters:
  ///   - action: what was tried, after "cannot": `be opened`, `be renamed to b`.
  ///   - remedy: what to do; nil for the usual remedy for this error number, if any.
  public init(
    errno number: Int32, at location: String, cannot action: String, remedy: String? = nil
  ) {
    self.code = Code(errno: number)
    self.errno = number
    self.location = location
    self.problem = "cannot \(action): \(Self.reason(for: number))"
    self.remedy = remedy ?? code.remedy
  }

  /// The system's own words for an error number, `errno N` if it has none.
  static func reason(for number: Int32) -> String {
    if number == ELOOP { return "it is a symbolic link, or its path contains one" }
    guard let text = strerror(number) else { return "errno \(number)" }
    return String(cString: text)
  }
}

extension FileError: CustomStringConvertible {
  /// The failure in one line: where, what, and what to do.
  public var description: String {
    "\(location): \(problem)" + (remedy.map { "; \($0)" } ?? "")
  }
}

extension FileError.Code {
  fileprivate init(errno number: Int32) {
    self =
      switch number {
      case ENOENT: .notFound
      case EEXIST: .exists
      case ELOOP: .link
      case ENOTDIR: .notADirectory
      case EISDIR: .isADirectory
      case ENOTEMPTY: .notEmpty
      case EACCES, EPERM, EROFS: .notPermitted
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case EXDEV: .crossDevice
      case EWOULDBLOCK: .locked
      case ENOSYS, ENOTSUP, EOPNOTSUPP, EINVAL: .unsupported
      default: .other
      }
  }

  fileprivate var remedy: String? {
    switch self {
    case .link: "symbolic links are not followed here: replace the link with what it points to"
    case .notPermitted: "check the owner and the permissions of the folder"
    case .noSpace: "free some disk space and run it again"
    default: nil
    }
  }
}

/// What `body` returns; nil where it fails because a file or folder does not exist.
public func ifPresent<Value>(
  _ body: () throws(FileError) -> Value
) throws(FileError) -> Value? {
  do throws(FileError) {
    return try body()
  } catch  where error.code == .notFound {
    return nil
  }
}
