/// Who and where one of two builds believes it is.
public struct Variation: Sendable {
  /// A user that exists only inside.
  public struct Account: Sendable, Equatable {
    /// The login name.
    public let name: String
    /// The number of the user and of the group.
    public let id: UInt32
    /// The absolute path of the home folder.
    public let home: String
  }

  /// The user and the group; nil keeps the caller's.
  public var account: Account?
  /// The machine's name; nil keeps it.
  public var hostname: String?
  /// The value of TZ; nil keeps it.
  public var timeZone: String?
  /// The locale of all categories; nil keeps them.
  public var locale: String?
  /// The umask; nil keeps it.
  public var fileCreationMask: Int32?

  /// Sets the variables that tell a program about all of this, and removes those that would tell
  /// it about the caller's.
  func apply(to environment: inout BuildEnvironment) {
    if let account {
      for name in environment.names where name.hasPrefix("XDG_") { environment[name] = nil }
      environment["USER"] = account.name
      environment["LOGNAME"] = account.name
      environment["HOME"] = account.home
      environment["MAIL"] = nil
    }
    if let hostname { environment["HOSTNAME"] = hostname }
    if let timeZone { environment["TZ"] = timeZone }
    if let locale {
      for name in environment.names where name.hasPrefix("LC_") { environment[name] = nil }
      environment["LANG"] = locale
      environment["LC_ALL"] = locale
      environment["LANGUAGE"] = locale
    }
  }
}

extension Variation.Account {
  /// The user list with this user in it, and nobody else of that name or number (passwd(5)).
  func passwd(basedOn text: String) -> String {
    "\(name):x:\(id):\(id):\(name):\(home):/bin/sh\n" + others(in: text)
  }

  /// The group list likewise (group(5)).
  func group(basedOn text: String) -> String {
    "\(name):x:\(id):\n" + others(in: text)
  }

  private func others(in text: String) -> String {
    text.split(separator: "\n").filter { line in
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      return fields.count > 2 && fields[0] != name && fields[2] != "\(id)"
    }
    .map { $0 + "\n" }.joined()
  }
}
