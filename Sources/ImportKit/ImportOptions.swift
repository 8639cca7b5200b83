public import SafeFiles

/// What imports may use besides the files.
public struct ImportOptions: Sendable {
  /// A folder of CocoaPods' specs, as JSON; nil for those of CocoaPods' own server.
  public var specs: DirectoryHandle?
  /// Whether packages may bring frameworks and libraries that are already compiled.
  public var allowsBinaries = false
  /// The names of the packages to take; all when there are none.
  public var only: Set<String> = []
  /// The names of packages to leave out.
  public var except: Set<String> = []
  /// Whether only what is in the files may be looked at: nothing is asked over the network.
  public var isDry = false
  /// The options of the command that any command to be pasted needs too: `--allow-http` and the like.
  public var networkArguments: [String] = []
  /// Those that another import needs too: `--specs` and the like.
  public var importArguments: [String] = []

  /// The defaults.
  public init() {}

  /// Whether the package of that name is wanted.
  func takes(_ name: String) -> Bool {
    (only.isEmpty || only.contains(name)) && !except.contains(name)
  }
}
