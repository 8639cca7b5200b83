/// Which home folder a build gets; the raw value is the word in `[build]` and on the command line.
public enum HomeFolder: String, Sendable, CaseIterable {
  /// An empty one, removed afterwards.
  case empty
  /// The caller's, for tools that are installed in it: rustup, cargo, pyenv, nvm, swiftly.
  case kept
}

/// The environment that a build sees.
public struct Variation: Sendable {
  /// A user that exists only inside the sandbox.
  public struct Account: Sendable, Equatable {
    /// The login name.
    public let name: String
    /// The user ID and group ID.
    public let id: UInt32
    /// The absolute path of the home folder.
    public let home: String
    /// The absolute path of the login shell.
    var shell = "/bin/sh"
    /// Whether the home folder is the caller's own.
    var isHomeKept = false
  }

  /// The user and the group; nil keeps the caller's.
  public var account: Account?
  /// The host name; nil keeps it.
  public var hostname: String?
  /// The domain; nil keeps it.
  var domain: String?
  /// The value of TZ; nil keeps it.
  public var timeZone: String?
  /// The locale of all categories; nil keeps them.
  public var locale: String?
  /// The folder of compiled locales (LOCPATH); nil keeps the system's.
  var localeFolder: String?
  /// The umask; nil keeps it.
  public var fileCreationMask: Int32?
  /// Variables that are set.
  var variables: [(name: String, value: String)] = []
  /// A folder that is added to the end of PATH.
  var pathFolder: String?
  /// The program that /bin/sh is; nil keeps it.
  var standardShell: String?
  /// The most processors that may be used; nil for all.
  var processors: Int?
  /// The process ID that is counted from; nil for the namespace's beginning.
  var lastProcess: Int32?
  /// Flags of personality(2).
  var personality: UInt = 0
  /// Whether folders list their entries in reverse.
  var isListingReversed = false
  /// How far ahead the date is, in seconds, as ``variables`` tell libfaketime; nil for the true date.
  var dateOffset: Int?

  /// Sets the environment variables that describe this variation, and removes those that describe
  /// the caller's environment.
  func apply(to environment: inout BuildEnvironment) {
    if let account {
      if !account.isHomeKept {
        for name in environment.names where name.hasPrefix("XDG_") { environment[name] = nil }
      }
      environment["USER"] = account.name
      environment["LOGNAME"] = account.name
      environment["HOME"] = account.home
      environment["SHELL"] = account.shell
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
    if let localeFolder { environment["LOCPATH"] = localeFolder }
    if let pathFolder {
      environment["PATH"] = "\(environment["PATH"] ?? BuildCommand.defaultPath):\(pathFolder)"
    }
    for (name, value) in variables { environment[name] = value }
  }
}

extension Variation.Account {
  /// The user list with this user, and without others of the same name or ID (passwd(5)).
  func passwd(basedOn text: String) -> String {
    "\(name):x:\(id):\(id):\(name):\(home):\(shell)\n" + others(in: text)
  }

  /// The group list, changed in the same way (group(5)).
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
