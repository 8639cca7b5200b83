import Subprocess

/// What git may reach, and whose configuration it obeys.
///
/// Nothing that a repository or a vendored tree names is run: no hook, no filter, no helper, no
/// transport program. Where a server is asked, the configuration of the person and of the machine
/// authenticates as it does for the person's own git: credential helpers, `.netrc`, ssh, proxies.
enum GitAccess: Hashable, Sendable {
  /// Nothing: objects that are here are read.
  case none
  /// A repository on this machine.
  case thisMachine
  /// A server.
  case network(allowsHTTP: Bool)

  /// What fetching from `address` needs.
  init(to address: SourceAddress, allowsHTTP: Bool) {
    self = address.isOnThisMachine ? .thisMachine : .network(allowsHTTP: allowsHTTP)
  }

  /// Options that go before git's command; they outrank every configuration file.
  var options: [String] {
    var settings = [
      "core.hooksPath=/dev/null", "core.fsmonitor=false", "gc.auto=0", "maintenance.auto=false",
      "submodule.recurse=false", "fetch.unpackLimit=1",
      "fetch.prune=false", "fetch.writeCommitGraph=false", "protocol.allow=never",
      "protocol.ext.allow=never", "init.defaultBranch=main",
    ]
    if !isNetwork { settings += ["core.askPass=", "credential.helper="] }
    settings += transports.map { "protocol.\($0).allow=always" }
    return settings.flatMap { ["-c", $0] }
  }

  /// The environment that git sees.
  ///
  /// `GIT_NO_LAZY_FETCH` is always set: for objects that a partial clone lacks, git would run what that
  /// clone's own configuration names (git-clone(1), `--filter`).
  ///
  /// - Parameter hasRepository: whether a repository is named by an option; else git must not find one
  ///   around the current folder, whose configuration it would obey.
  func environment(hasRepository: Bool = true) -> Environment {
    var values = [
      "GIT_ATTR_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1",
      "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
      "GIT_ALLOW_PROTOCOL": transports.isEmpty ? "none" : transports.joined(separator: ":"),
    ]
    if !hasRepository { values["GIT_DIR"] = "/dev/null" }
    if isNetwork { return ExternalProgram.personalEnvironment(adding: values) }
    values["GIT_CONFIG_NOSYSTEM"] = "1"
    values["GIT_CONFIG_GLOBAL"] = "/dev/null"
    return ExternalProgram.environment(adding: values)
  }

  private var isNetwork: Bool {
    if case .network = self { true } else { false }
  }

  /// The transports that git may use, also after `url.BASE.insteadOf`, by which the person's
  /// configuration may send git to a copy on this machine.
  private var transports: [String] {
    switch self {
    case .none: []
    case .thisMachine: ["file"]
    case .network(let allowsHTTP): ["https", "ssh", "file"] + (allowsHTTP ? ["http", "git"] : [])
    }
  }
}
