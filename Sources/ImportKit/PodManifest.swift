import SafeFiles
import TextFormats
import VendorKit

/// The `Package.swift` that compiles vendored pods of plain C, Objective-C or Swift, and what of the pods
/// has no equivalent there.
struct PodManifest {
  /// A pod that becomes a target.
  private struct Target {
    var name: String
    var lines: [String]
  }

  private(set) var followUps: [FollowUp] = []

  private let pods: [String: PodfileLock.Pod]
  private let packages: [Lock.Package]
  private let root: ImportRoot

  /// - Parameter specs: the specs of pods that were found outside of their repository.
  init(
    pods: [PodfileLock.Pod], specs: [String: Podspec], added: [Lock.Package], root: ImportRoot
  ) throws {
    self.pods = Dictionary(pods.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.root = root
    packages = added.filter { package in pods.contains { $0.name == package.name } }
    var targets: [Target] = []
    var platforms: [String: String] = [:]
    for package in packages {
      guard let spec = try specs[package.name] ?? specInside(package) else { continue }
      let files = try PodFiles(spec, of: package, in: root.handle)
      var missing = Self.withoutEquivalent(spec)
      if let problem = files.problem {
        missing = [problem]
      } else {
        targets.append(target(package, spec, files))
        for (name, version) in Self.platforms(of: spec)
        where platforms[name].map({ Self.isLower($0, version) }) ?? true {
          platforms[name] = version
        }
      }
      if !missing.isEmpty {
        followUps.append(
          FollowUp(
            .note,
            "\(package.name): no equivalent in a Package.swift: "
              + missing.joined(separator: "; ")))
      }
    }
    guard !targets.isEmpty else { return }
    followUps.append(
      FollowUp(
        .file,
        "a Package.swift for the root, which compiles them from Vendor/ in place of CocoaPods",
        Self.text(targets, platforms)))
  }

  /// The spec in the package's own folder.
  private func specInside(_ package: Lock.Package) throws -> Podspec? {
    guard let pod = pods[package.name] else { return nil }
    let file = package.path.appending(RelativePath(known: "\(package.name).podspec.json"))
    guard try root.contains(file) else { return nil }
    return try Podspec(
      try root.read(file), file: file.description, name: pod.name, subspecs: pod.subspecs)
  }

  // MARK: - Targets

  private func target(_ package: Lock.Package, _ spec: Podspec, _ files: PodFiles) -> Target {
    let name = Self.moduleName(of: spec, package.name)
    let vendored = Set(packages.map(\.name))
    let needs = (pods[package.name]?.dependencies ?? []).compactMap { dependency -> String? in
      let root = String(dependency.prefix { $0 != "/" })
      return root == package.name || !vendored.contains(root) ? nil : root
    }
    var lines = ["name: \(Self.quoted(name))"]
    let dependencies = Set(needs).sorted().map { Self.quoted(Self.moduleName(of: nil, $0)) }
    if !dependencies.isEmpty {
      lines.append("dependencies: [\(dependencies.joined(separator: ", "))]")
    }
    lines.append("path: \(Self.quoted(package.path.description))")
    lines += files.arguments
    let libraries = spec.strings("libraries", "library").map {
      ".linkedLibrary(\(Self.quoted($0)))"
    }
    let frameworks = spec.strings("frameworks", "framework", "weak_frameworks", "weak_framework")
      .map { ".linkedFramework(\(Self.quoted($0)), .when(platforms: [\(Self.apple)]))" }
    if !(libraries + frameworks).isEmpty {
      lines.append("linkerSettings: [\((libraries + frameworks).joined(separator: ", "))]")
    }
    return Target(name: name, lines: lines)
  }

  private static let apple = ".iOS, .macOS, .tvOS, .watchOS, .visionOS"

  /// The module's name: what the spec says, else the pod's name as an identifier.
  private static func moduleName(of spec: Podspec?, _ name: String) -> String {
    spec?.document["module_name"]?.text
      ?? String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// A string literal of Swift.
  static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..."\u{1F}", "\u{7F}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }

  // MARK: - Platforms

  private static let platformNames = [
    "ios": "iOS", "osx": "macOS", "macos": "macOS", "tvos": "tvOS", "watchos": "watchOS",
    "visionos": "visionOS",
  ]

  private static func platforms(of spec: Podspec) -> [(name: String, version: String)] {
    guard case .object(let members)? = spec.document["platforms"] else { return [] }
    return members.pairs.compactMap { pair in
      guard let name = platformNames[pair.key], let version = pair.value.text,
        !version.isEmpty, version.allSatisfy({ $0.isNumber || $0 == "." })
      else { return nil }
      return (name, version)
    }
  }

  private static func isLower(_ first: String, _ second: String) -> Bool {
    let numbers = [first, second].map { $0.split(separator: ".").map { Int($0) ?? 0 } }
    return numbers[0].lexicographicallyPrecedes(numbers[1])
  }

  private static func text(_ targets: [Target], _ platforms: [String: String]) -> String {
    var text = """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "Pods",

      """
    let minimums = platforms.sorted { $0.key < $1.key }.map { ".\($0.key)(\"\($0.value)\")" }
    if !minimums.isEmpty { text += "  platforms: [\(minimums.joined(separator: ", "))],\n" }
    text += "  products: [\n"
    for target in targets {
      text += "    .library(name: \(quoted(target.name)), targets: [\(quoted(target.name))]),\n"
    }
    text += "  ],\n  targets: [\n"
    for target in targets {
      text +=
        "    .target(\n"
        + target.lines.map { "      \($0)" }.joined(separator: ",\n") + "),\n"
    }
    return text + "  ]\n)\n"
  }

  // MARK: - What has no equivalent

  /// What the spec asks for and a manifest cannot say.
  private static func withoutEquivalent(_ spec: Podspec) -> [String] {
    var missing: [String] = []
    let names: [(keys: [String], text: String)] = [
      (["prepare_command"], "the prepare_command"),
      (["script_phases", "script_phase"], "script phases"),
      (["compiler_flags"], "compiler_flags"),
      (["pod_target_xcconfig", "user_target_xcconfig", "xcconfig"], "settings of Xcode"),
      (["prefix_header_contents", "prefix_header_file"], "the prefix header"),
      (["module_map"], "the module map"),
      (
        ["resource_bundles", "resource_bundle"],
        "the names of resource bundles: code finds its resources in Bundle.module"
      ),
      (
        ["vendored_frameworks", "vendored_framework", "vendored_libraries", "vendored_library"],
        "compiled frameworks and libraries, which need a binaryTarget each"
      ),
    ]
    for (keys, text) in names where !spec.values(keys).isEmpty { missing.append(text) }
    if spec.values(["requires_arc"]).contains(where: { $0 != true }) {
      missing.append("files without ARC")
    }
    return missing
  }
}
