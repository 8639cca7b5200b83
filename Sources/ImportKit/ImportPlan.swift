public import VendorKit

/// What an import will do: the packages to add, what cannot be taken, and what is left to the person.
public struct ImportPlan: Sendable {
  /// A package to add.
  public struct Item: Sendable {
    /// The addition, ready for ``VendorKit/Vendoring/add(_:)-([Addition])``.
    public var addition: Vendoring.Addition
    /// What the person must look at, one sentence each: scripts that were not run, and the like.
    public var cautions: [String] = []
    /// The tag of upstream that leads to what is pinned, where one is known to.
    var tag: String?
    /// Whether patches come with it that are made for this version.
    var hasMadePatches = false

    /// The package's name.
    public var name: String { addition.package.name }
  }

  /// Something that is not taken.
  public struct Refusal: Hashable, Sendable {
    /// The name in the file.
    public var name: String
    /// The reason; reads after the name and a colon.
    public var reason: String
    /// What to do about it, if anything can be done.
    public var remedy: String?
  }

  /// The packages to add, in the order of the file.
  public var items: [Item] = []
  /// What is not taken.
  public var refusals: [Refusal] = []
  /// Packages that are vendored already, as the file pins them.
  public var present: [String] = []

  /// The names of all packages in the file, wanted or not.
  var names: Set<String> = []

  /// Makes the texts to print once the packages are there.
  var afterwards: @Sendable (_ added: [Vendoring.Added], _ root: ImportRoot) throws -> [FollowUp] =
    {
      _, _ in []
    }

  init() {}
}

/// Something that the person is to do, and that this program never does: editing their files.
public struct FollowUp: Hashable, Sendable {
  /// What `text` is.
  public enum Kind: String, Sendable {
    /// A unified diff for `git apply`, run at the root.
    case diff
    /// Commands of the shell, to be run at the root.
    case commands
    /// The contents of a file.
    case file
    /// A remark.
    case note
  }

  /// What `text` is.
  public var kind: Kind
  /// What it is for, as one line.
  public var title: String
  /// The text; ends with a newline, unless it is empty.
  public var text: String

  init(_ kind: Kind, _ title: String, _ text: String = "") {
    self.kind = kind
    self.title = title
    self.text = text
  }
}

/// An error in a file that was to be imported.
public struct ImportError: Error, Hashable {
  /// The file, `file:line` where that is known.
  public var location: String
  /// What is wrong there.
  public var problem: String
  /// What to do about it, if there is anything.
  public var remedy: String?

  /// An error with all its parts; texts have no full stop at the end.
  public init(_ location: String, _ problem: String, remedy: String? = nil) {
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }
}
