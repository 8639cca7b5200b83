/// What `assetkit help` explains besides the commands.
///
/// Keys come from the schemas by which the files are read, options from the parser and presets from
/// their table, so that a topic says what the program does.
enum Topic: String, CaseIterable {
  case project = "assetkit.toml"
  case presets
  case lock = "vendor.lock"
  case policy

  /// The topic of that name; nil when there is none.
  init?(named name: String) {
    self.init(rawValue: name == "lock" ? Topic.lock.rawValue : name)
  }

  /// What it is about, in a line without a full stop.
  var summary: String {
    switch self {
    case .project: "the project's file: icons, presets, policy, build"
    case .presets: "sets of icons, built in and your own"
    case .lock: "the pins of vendored packages"
    case .policy: "what an audit accepts: [audit] in assetkit.toml"
    }
  }

  /// Its manual page: files are in section 5, the rest is in section 7.
  var manualPage: (name: String, section: Int) {
    switch self {
    case .project, .lock: (rawValue, 5)
    case .presets: ("assetkit-presets", 7)
    case .policy: ("assetkit-policy", 5)
    }
  }

  /// All topics, a line each, for the help of the program.
  static let index = allCases.map { topic in
    let gap = String(repeating: " ", count: 15 - topic.rawValue.count)
    return "  \(topic.rawValue)\(gap)\(topic.summary)"
  }.joined(separator: "\n")
}

extension Topic {
  /// A part of a topic's text.
  enum Part {
    /// A paragraph of prose.
    case paragraph(String)
    /// Lines that stay as they are.
    case example(String)
    /// Things with a name, below a heading.
    case list(heading: String, [Item])
    /// The keys of a table.
    case table(Table)
  }

  /// A thing with a name: a key, a preset.
  struct Item {
    let name: String
    /// The type of its value, for a key.
    var type: String?
    /// What it is or means.
    let meaning: String
  }

  /// A table of a TOML file.
  struct Table {
    /// Its name with those of the tables around it, `audit.exception`; empty for the whole file.
    let path: String
    /// Whether there may be several, `[[…]]`.
    let isArray: Bool
    let meaning: String
    let keys: [Item]

    /// Its header, as it is written in the file.
    var header: String { isArray ? "[[\(path)]]" : "[\(path)]" }
  }
}
