/// Something that differs between two builds and that a result must not depend on; the raw value is
/// its name in reports and on the command line.
public enum VariedProperty: String, Sendable, CaseIterable {
  /// The path of the copy, and its length.
  case buildPath = "build-path"
  /// The user's name and ID, and the group's.
  case user
  /// The path of the home folder.
  case home
  /// The host name.
  case host
  /// The domain, for domainname(1) and in the host's full name.
  case domain
  /// The time zone; they are 26 hours apart, so neither the local date nor the hour is ever the same.
  case timeZone = "time-zone"
  /// The locale of all categories.
  case locale
  /// The umask, in which the copy is made too.
  case umask
  /// A variable that nobody should look at.
  case environment
  /// A further, empty folder at the end of PATH.
  case path
  /// SHELL, the user's shell, and the program that /bin/sh is.
  case shell
  /// The number of processors that may be used.
  case processors
  /// The process IDs.
  case pid
  /// The release of the kernel, as uname(2) gives it.
  case kernel
  /// Whether the kernel places programs at random addresses.
  case aslr
  /// The order in which folders list their entries.
  case directoryOrder = "directory-order"
  /// The times of the files in the copy.
  case fileTimes = "file-times"
  /// The date, in UTC too.
  case date
}
