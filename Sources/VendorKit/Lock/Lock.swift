import SafeFiles

/// The contents of `vendor.lock`: the vendored packages with their sources and pins.
public struct Lock: Hashable, Sendable {
  /// The version of the format that is written, and the newest that is read.
  public static let version = 1
  /// The lock's name in the root.
  public static let fileName = "vendor.lock"

  /// Sorted bytewise by name; no name twice.
  public private(set) var packages: [Package]

  /// A lock with these packages in any order.
  ///
  /// - Throws: `VendorError` with `invalidLock` for what a reader would refuse as well: an invalid
  ///   field, names or folders that clash.
  public init(_ packages: [Package] = []) throws(VendorError) {
    self.packages = packages.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for package in self.packages {
      if let problem = package.problem {
        throw VendorError(.invalidLock, at: package.name, problem.text)
      }
    }
    if let clash = LockClash(in: self.packages) {
      throw VendorError(.invalidLock, at: self.packages[clash.index].name, clash.problem)
    }
  }

  /// Takes packages that have been checked and sorted.
  init(checked packages: [Package]) {
    self.packages = packages
  }

  /// The package of that name, nil when there is none.
  public subscript(name: String) -> Package? {
    packages.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// This lock with `package` in place of the one that has its name, or added.
  ///
  /// - Throws: as ``init(_:)``.
  public func setting(_ package: Package) throws(VendorError) -> Lock {
    try setting([package])
  }

  /// This lock with each of `changed` in place of the package that has its name, or added.
  ///
  /// - Throws: as ``init(_:)``.
  public func setting(_ changed: [Package]) throws(VendorError) -> Lock {
    let names = Set(changed.map(\.name))
    return try Lock(packages.filter { !names.contains($0.name) } + changed)
  }

  /// This lock without the package of that name.
  public func removing(_ name: String) -> Lock {
    Lock(checked: packages.filter { $0.name != name })
  }

  /// The package of that name.
  ///
  /// - Throws: `VendorError` with `unknownPackage`, listing the existing names.
  public func package(named name: String) throws(VendorError) -> Package {
    try packages(named: [name])[0]
  }

  /// The packages of these names, all when there are none, in the lock's order.
  ///
  /// - Throws: `VendorError` with `unknownPackage`, listing the existing names.
  public func packages(named names: [String]) throws(VendorError) -> [Package] {
    for name in names where self[name] == nil {
      let known = packages.isEmpty ? "it has none" : packages.map(\.name).joined(separator: ", ")
      throw VendorError(
        .unknownPackage, at: Lock.fileName, "has no package '\(name)'", remedy: "it has: \(known)")
    }
    return names.isEmpty ? packages : packages.filter { names.contains($0.name) }
  }
}

/// Two packages that cannot both be in a lock.
struct LockClash {
  /// The later one's place.
  let index: Int
  /// What clashes.
  let problem: String

  /// The first clash among `packages`, nil when there is none.
  init?(in packages: [Lock.Package]) {
    var names: [String: Int] = [:]
    for (index, package) in packages.enumerated() {
      let folded = CaseFolding.folded(Array(package.name.utf8))
      if let other = names.updateValue(index, forKey: folded) {
        self.index = index
        let otherName = packages[other].name
        problem =
          otherName == package.name
          ? "the package '\(package.name)' appears twice"
          : "the packages '\(otherName)' and '\(package.name)' differ only in case"
        return
      }
    }
    // Components and not bytes: only `String` compares by canonical equivalence.
    let places = packages.map { $0.path.components.map { CaseFolding.folded($0.bytes) } }
    var owners: [[String]: Int] = [:]
    for (index, place) in places.enumerated() where owners[place] == nil { owners[place] = index }
    for (index, place) in places.enumerated() {
      for length in 1...place.count {
        guard let other = owners[Array(place.prefix(length))], other != index else { continue }
        self.index = max(index, other)
        let (first, second) = (packages[min(index, other)], packages[max(index, other)])
        problem =
          "the folders of '\(first.name)' and '\(second.name)' overlap: "
          + "\(first.path) and \(second.path)"
        return
      }
    }
    return nil
  }
}
