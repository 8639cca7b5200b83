public import ArgumentParser
public import AuditKit
import FoundationEssentials

extension UTCTimestamp: ExpressibleByArgument {
  /// The time that a command line has; nil where it is none.
  public init?(argument: String) { self.init(argument) }

  /// The present time.
  static var now: UTCTimestamp {
    guard let now = UTCTimestamp(secondsSince1970: Int(Date().timeIntervalSince1970)) else {
      preconditionFailure("the clock is past the year 9999")
    }
    return now
  }

  /// The time in SOURCE_DATE_EPOCH; nil when it is not set.
  static func sourceDate() throws -> UTCTimestamp? {
    guard let text = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"] else { return nil }
    guard let seconds = Int(text), seconds >= 0,
      let time = UTCTimestamp(secondsSince1970: seconds)
    else {
      throw AuditError(
        "SOURCE_DATE_EPOCH", "is '\(text)', expected seconds since 1970", remedy: "correct it")
    }
    return time
  }
}
