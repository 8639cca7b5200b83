/// Where and how one of the builds runs.
struct BuildSite {
  /// The absolute path of the copy.
  let copy: String
  /// The environment.
  let variation: Variation
  /// The time of every file in the copy, in seconds since 1970.
  let fileTime: Int64

  /// Makes the copy of HEAD.
  func makeCopy(of repository: SourceRepository, in work: WorkFolder) throws(OfflineError) {
    let parent = copy.dropFirst(work.path.count + 1).split(separator: "/").dropLast()
    _ = try work.makeFolder(parent.joined(separator: "/"))
    try repository.clone(to: copy, fileCreationMask: variation.fileCreationMask ?? 0o022)
    FileSystem.setTimes(below: copy, to: fileTime)
    try repository.refresh(copy)
  }
}

/// The two values of everything that can vary, and the sites that they make.
struct VariationPlan {
  /// What the second build has another value of.
  let varied: Set<VariedProperty>
  /// The seconds by which times differ: more than a year, and another day, hour, minute and second.
  static let offset = 398 * 86_400 + 5 * 3600 + 42 * 60 + 17
  /// The variable that nothing should look at, and its value in the second build.
  static let canary = (name: "ASSETKIT_CANARY", value: "assetkit-canary-5c1e")

  private let work: WorkFolder
  private let environment: BuildEnvironment
  private let home: HomeFolder
  private let commitTime: Int64
  let locale: ForeignLocale?
  /// The other shell; nil where only one is installed.
  let shell: String?
  let processorCount: Int
  private let fakeTime: FakeTime?

  init(
    varying varied: Set<VariedProperty>, home: HomeFolder, commitTime: Int64, in work: WorkFolder,
    environment: BuildEnvironment
  ) throws(OfflineError) {
    self.varied = home == .kept ? varied.subtracting([.home]) : varied
    self.work = work
    self.environment = environment
    self.home = home
    self.commitTime = commitTime
    locale = varied.contains(.locale) ? try ForeignLocale(in: work, environment: environment) : nil
    let standard = WorkFolder.realPath("/bin/sh")
    shell = ["/bin/bash", "/bin/dash", "/bin/ksh"].first { shell in
      WorkFolder.realPath(shell).map { $0 != standard } ?? false
    }
    processorCount = FileSystem.processorCount
    fakeTime =
      varied.contains(.date)
      ? try FakeTime(offset: Self.offset, environment: environment) : nil
  }

  /// A site with the second value of `properties` and the first of all others.
  func site(varying properties: Set<VariedProperty>) throws(OfflineError) -> BuildSite {
    let isVaried = { properties.contains($0) }
    var variation = Variation(
      account: account(isVaried), hostname: isVaried(.host) ? "another-machine" : "build-host",
      // In the POSIX form of TZ, which needs no database.
      timeZone: isVaried(.timeZone) ? "<-12>+12" : "<+14>-14", locale: "C",
      fileCreationMask: isVaried(.umask) ? 0o002 : 0o022)
    if home == .empty {
      _ = try work.makeFolder(homeName(isVaried))
    }
    variation.domain = isVaried(.domain) ? "second.invalid" : "first.invalid"
    if isVaried(.locale), let locale {
      variation.locale = locale.name
      variation.localeFolder = locale.folder
    }
    if isVaried(.environment) { variation.variables = [Self.canary] }
    if isVaried(.path) {
      variation.pathFolder = try work.makeFolder("second-machine/programs")
    }
    if isVaried(.shell) { variation.standardShell = shell }
    if isVaried(.processors), processorCount > 1 { variation.processors = processorCount - 1 }
    if isVaried(.pid) { variation.lastProcess = 20_000 }
    if isVaried(.kernel) { variation.personality |= Self.formerRelease }
    if !isVaried(.aslr) { variation.personality |= Self.fixedAddresses }
    variation.isListingReversed = isVaried(.directoryOrder)
    if isVaried(.date), let fakeTime {
      variation.dateOffset = Self.offset
      variation.variables += fakeTime.variables(offset: Self.offset)
    }
    return BuildSite(
      copy: "\(work.path)/\(copyName(isVaried))", variation: variation,
      fileTime: commitTime - (isVaried(.fileTimes) ? Int64(Self.offset) : 0))
  }

  /// The two paths differ in every component and in length.
  private func copyName(_ isVaried: (VariedProperty) -> Bool) -> String {
    isVaried(.buildPath) ? "second-machine/work/checkout" : "a/src"
  }

  private func homeName(_ isVaried: (VariedProperty) -> Bool) -> String {
    isVaried(.home) ? "second-machine/home/another" : "a/home"
  }

  private func account(_ isVaried: (VariedProperty) -> Bool) -> Variation.Account {
    Variation.Account(
      name: isVaried(.user) ? "another-builder" : "builder", id: isVaried(.user) ? 30033 : 1000,
      home: home == .kept
        ? environment["HOME"] ?? "/" : "\(work.path)/\(homeName(isVaried))",
      shell: isVaried(.shell) ? shell ?? "/bin/sh" : "/bin/sh", isHomeKept: home == .kept)
  }

  /// UNAME26 and ADDR_NO_RANDOMIZE of personality(2).
  static let formerRelease: UInt = 0x002_0000
  static let fixedAddresses: UInt = 0x004_0000
}
