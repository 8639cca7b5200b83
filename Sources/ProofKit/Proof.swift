/// What was proven of one commit, what was not, and what no proof covers.
public struct Proof: Sendable {
  /// The commit that was looked at.
  public struct Commit: Sendable {
    /// Its full id.
    public var id: String
    /// When it was made, as the commit itself says: `2026-11-21T12:00:00Z`.
    public var date: String
    /// Whether it has a signature, which nothing here checks.
    public var isSigned: Bool

    /// A commit from its parts.
    public init(id: String, date: String, isSigned: Bool) {
      self.id = id
      self.date = date
      self.isSigned = isSigned
    }
  }

  /// What is known of one claim, from the best to the worst; the raw value is the word in JSON.
  public enum State: String, Sendable, CaseIterable {
    /// It was checked, and it holds.
    case proven
    /// Nothing in the commit asks for it.
    case notCovered = "not-covered"
    /// It was checked, and something contradicts it.
    case found
    /// It could not be checked.
    case notProven = "not-proven"

    /// The state in words.
    public var words: String {
      switch self {
      case .proven: "proven"
      case .notCovered: "not covered"
      case .found: "found"
      case .notProven: "not proven"
      }
    }
  }

  /// One statement about the commit, and what came of checking it.
  public struct Claim: Sendable {
    /// Which claim it is; the raw value is its name in JSON.
    public enum Kind: String, Sendable, CaseIterable {
      /// The vendored packages.
      case vendored
      /// The icons.
      case icons
      /// The project's policy.
      case audit
      /// The build.
      case build

      /// The heading in reports.
      public var title: String {
        switch self {
        case .vendored: "Vendored sources"
        case .icons: "Icons"
        case .audit: "Policy"
        case .build: "Build"
        }
      }

      /// What the summary calls it in the middle of a sentence.
      var noun: String {
        switch self {
        case .vendored: "the vendored sources"
        case .icons: "the icons"
        case .audit: "the policy"
        case .build: "the build"
        }
      }
    }

    /// Which claim it is.
    public var kind: Kind
    /// What came of it.
    public var state: State
    /// The result in one sentence without a full stop.
    public var result: String
    /// What was found or missing, one line each.
    public var findings: [String]

    /// A claim from its parts.
    public init(_ kind: Kind, _ state: State, _ result: String, findings: [String] = []) {
      self.kind = kind
      self.state = state
      self.result = result
      self.findings = findings
    }
  }

  /// The repository's name in the report.
  public var name: String
  /// The commit.
  public var commit: Commit
  /// The project's folder in the repository; empty for its top.
  public var folder: String
  /// The claims, one of each kind, in the order of the kinds.
  public var claims: [Claim]
  /// The vendored packages.
  public var packages: [Package] = []
  /// The icon sets.
  public var iconSets: [IconSet] = []
  /// The build; nil where it was not run.
  public var build: Build?
  /// Every file of the commit.
  public var files: FileCensus
  /// What a reader must know of the repository, one sentence each.
  public var remarks: [String] = []
  /// The machine that this was proven on.
  public var environment: [Fact] = []
  /// The program that wrote this, with its version.
  public var tool: String

  /// A proof from its main parts.
  public init(
    name: String, commit: Commit, folder: String, claims: [Claim], files: FileCensus, tool: String
  ) {
    self.name = name
    self.commit = commit
    self.folder = folder
    self.claims = claims
    self.files = files
    self.tool = tool
  }

  /// Something known of the machine.
  public struct Fact: Sendable, Equatable {
    /// What it is about.
    public var name: String
    /// What is known.
    public var value: String

    /// A fact from its parts.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension Proof {
  /// The claim of a kind.
  public func claim(_ kind: Claim.Kind) -> Claim? { claims.first { $0.kind == kind } }

  /// The verdict on all claims together.
  ///
  /// A claim that nothing asks for does not change it; without any other, nothing is proven.
  public var verdict: State {
    let states = Set(claims.map(\.state))
    if states.contains(.notProven) { return .notProven }
    if states.contains(.found) { return .found }
    return states.contains(.proven) ? .proven : .notProven
  }

  /// The verdict in one sentence, which claims nothing that was not checked.
  public var sentence: String {
    func list(_ state: State) -> String? {
      let nouns = claims.filter { $0.state == state }.map(\.kind.noun)
      guard let last = nouns.last else { return nil }
      return nouns.count == 1 ? last : nouns.dropLast().joined(separator: ", ") + " and " + last
    }
    let parts = [
      list(.notProven).map { "could not be proven: \($0)" },
      list(.found).map { "something contradicts \($0)" },
      list(.proven).map { "proven: \($0)" },
      list(.notCovered).map { "not covered: \($0)" },
    ].compactMap(\.self)
    let text = parts.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
