import ArgumentParser
import OfflineKit
import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Offline {
  /// What is built.
  struct Plan {
    let command: BuildCommand
    /// The command as it was written.
    let name: [String]
    let compared: [String]
    let home: HomeFolder
  }

  /// The command line's own command in the current folder, or that of `[build]` in the project's root.
  func plan() throws -> Plan {
    guard command.isEmpty else {
      let build = BuildCommand(
        command, environment: .inherited, directory: try currentDirectory())
      return Plan(command: build, name: command, compared: comparedPaths, home: home ?? .empty)
    }
    guard let settings = try ProjectFile.nearest()?.build() else {
      throw ValidationError(
        "Give the build command after --, as in 'assetkit offline -- make', or [build] in "
          + "assetkit.toml.")
    }
    let compared = comparedPaths.isEmpty ? settings.compare : comparedPaths
    if twice, compared.isEmpty {
      throw ValidationError(
        "--twice requires --compare with the paths to compare, or 'compare' of [build] in "
          + "assetkit.toml.")
    }
    return Plan(
      command: settings.buildCommand, name: [settings.command], compared: compared,
      home: home ?? settings.home)
  }

  static let propertyNames = VariedProperty.allCases.map(\.rawValue).joined(separator: ", ")

  /// What `--vary` and `--no-vary` leave to vary.
  func variedProperties() throws -> Set<VariedProperty> {
    func properties(_ lists: [CommaList<String>], _ option: String) throws -> Set<VariedProperty> {
      Set(
        try lists.flatMap(\.values).map { name in
          guard let property = VariedProperty(rawValue: name) else {
            throw ValidationError(
              "\(option): '\(name)' cannot be varied. The names are \(Self.propertyNames).")
          }
          return property
        })
    }
    let only = try properties(vary, "--vary")
    let without = try properties(noVary, "--no-vary")
    if !only.isEmpty, !without.isEmpty {
      throw ValidationError("--vary and --no-vary exclude each other; give one.")
    }
    return only.isEmpty ? Set(VariedProperty.allCases).subtracting(without) : only
  }

  func absolutePath(_ path: String) throws -> String {
    path.hasPrefix("/") ? path : try "\(currentDirectory())/\(path)"
  }

  private func currentDirectory() throws(FileError) -> String {
    var directory = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&directory, directory.count) != nil else {
      throw FileError(errno: errno, at: ".", cannot: "be found")
    }
    return String(
      decoding: directory.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func homeFolder(named text: String) throws -> HomeFolder {
    guard let home = HomeFolder(rawValue: text) else {
      throw ValidationError("expected empty or kept")
    }
    return home
  }
}
