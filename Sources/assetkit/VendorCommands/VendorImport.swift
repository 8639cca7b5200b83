import ArgumentParser
import Findings
import ImportKit
import SafeFiles
import VendorKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `assetkit vendor import`: adds what another tool has pinned.
struct VendorImport: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Vendor what Package.resolved, Podfile.lock, .gitmodules or Meson's wraps pin.",
    discussion: """
      Takes each package at exactly the commit or digest that the file pins. All packages are fetched \
      side by side and appear together or not at all. Asks nothing, runs no manifest, podspec or \
      script of theirs, and edits no file of yours: what is left to do is printed, manifests as a diff \
      for 'git apply'.

      The specs of pods come from CocoaPods' server, or from --specs. Those of public pods must have the \
      checksums of Podfile.lock; a spec of your own that has another, as the JSON of a Ruby file does, \
      is used and named. A manifest of a vendored Swift package that names others by address is patched to \
      name the folders beside it; the patch is in Vendor/patches.

      Exit status: 0 all taken; 1 something was not taken, and is named; 2 nothing was changed.
      """)

  @Argument(help: "A Package.resolved, Podfile.lock, .gitmodules or *.wrap inside the project.")
  var files: [String]

  @Flag(help: "Only list what would be done; ask the network for nothing but the specs of pods.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("The packages to take, by name; may be repeated.", valueName: "name"))
  var only: [CommaList<String>] = []

  @Option(
    help: ArgumentHelp("The packages to leave out, by name; may be repeated.", valueName: "name"))
  var except: [CommaList<String>] = []

  @Option(help: ArgumentHelp("CocoaPods: a folder with specs as JSON.", valueName: "dir"))
  var specs: String?

  @Flag(help: "CocoaPods: also take frameworks and libraries that are already compiled.")
  var allowBinaries = false

  @Flag(help: "Allow symbolic links that stay inside their package.")
  var allowSymlinks = false

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws {
    let both = Set(only.flatMap(\.values)).intersection(except.flatMap(\.values)).sorted()
    guard both.isEmpty else {
      throw ValidationError(
        "--only and --except exclude each other for \(both.joined(separator: ", ")).")
    }
  }

  func run() async throws {
    let root = ImportRoot(try VendorRoot.nearest() ?? DirectoryHandle(path: "."))
    let vendoring = try Vendoring(
      root: root.handle, sources: sources, network: network, change: change)
    let files = try files.map { try ImportSource(Self.path(of: $0, in: root.handle), as: $0) }
    if specs != nil || allowBinaries, !files.contains(where: { $0.kind == .podfileLock }) {
      throw ValidationError("--specs and --allow-binaries have an effect on a Podfile.lock only.")
    }
    var options = ImportOptions()
    options.specs = try specs.map { try DirectoryHandle(path: $0) }
    options.allowsBinaries = allowBinaries
    options.isDry = dryRun
    options.only = Set(only.flatMap(\.values))
    options.except = Set(except.flatMap(\.values))
    if network.allowHTTP { options.networkArguments.append("--allow-http") }
    options.networkArguments += sources.mirror.flatMap { ["--mirror", $0] }
    if let specs { options.importArguments += ["--specs", specs] }
    if allowBinaries { options.importArguments.append("--allow-binaries") }
    if allowSymlinks { options.importArguments.append("--allow-symlinks") }
    let plan = try await ImportPlan(
      reading: files, into: root, fetcher: vendoring.fetcher, options: options)
    report(plan)
    if dryRun {
      Console.message("vendor import", "nothing was written, because of --dry-run")
    } else if !plan.items.isEmpty {
      try report(try await added(plan, to: vendoring), of: plan, in: root)
    }
    if !plan.refusals.isEmpty { throw ExitStatus.found }
  }

  private func added(
    _ plan: ImportPlan, to vendoring: Vendoring
  ) async throws -> [Vendoring.Added] {
    do {
      return try await vendoring.add(
        plan.items.map { item in
          var addition = item.addition
          addition.package.allowsSymlinks = allowSymlinks
          return addition
        })
    } catch let failures as PackageFailures {
      for (name, error) in failures.failures {
        let failure = error as? any Reportable
        Self.message(
          name, failure.map { "\($0.location): \($0.problem)" } ?? "\(error)",
          remedy: failure?.remedy)
      }
      let names = failures.failures.map(\.name).joined(separator: ",")
      Console.message(
        "vendor import", "nothing was changed",
        remedy: "leave these out with '--except \(names)' to take the others")
      throw ExitStatus.failed
    }
  }

  /// Says what is going to be done, and what is not.
  private func report(_ plan: ImportPlan) {
    for item in plan.items {
      let package = item.addition.package
      let version = package.version.map { " \($0)" } ?? ""
      let pin = [item.addition.commit, item.addition.archiveDigest?.pin].compactMap(\.self).first
      Console.result(
        "\(item.name)\(version): \(package.resolvedSource)" + (pin.map { " at \($0)" } ?? "")
          + " → \(package.path)")
      for caution in item.cautions { Console.message(item.name, caution) }
    }
    for name in plan.present { Console.result("\(name): is vendored already, as pinned") }
    for refusal in plan.refusals {
      Console.message(
        refusal.name, "is not taken: \(refusal.reason)", remedy: refusal.remedy)
    }
  }

  private func report(
    _ added: [Vendoring.Added], of plan: ImportPlan, in root: ImportRoot
  ) throws {
    // What is true of every package is said once.
    let common =
      added.count == 1
      ? []
      : added.dropFirst().reduce(Set(added.first?.remarks ?? [])) { $0.intersection($1.remarks) }
    for remark in common.sorted() { Console.message("vendor import", remark) }
    for result in added {
      let package = result.package
      for remark in result.remarks where !common.contains(remark) {
        Console.message(package.name, remark)
      }
      Console.hints(result.hints, of: package.name)
      if package.licenseFiles.isEmpty {
        Console.message(
          package.name, "contains no licence file",
          remedy: "check that you may redistribute it")
      }
      let files = Console.count(result.fileCount, "file")
      Console.result("\(package.name): \(files) in \(package.path)")
      for patch in package.patches { Console.result("\(package.name): patched by \(patch.path)") }
    }
    for step in try plan.followUps(for: added, in: root) {
      Console.result("\n# \(step.title)")
      Console.result(bytes: Array(step.text.utf8))
    }
  }

  /// Writes a message about a package, whose name `text` may begin with already.
  private static func message(_ name: String, _ text: String, remedy: String?) {
    let text = text.hasPrefix("\(name): ") ? String(text.dropFirst(name.count + 2)) : text
    Console.message(name, text, remedy: remedy)
  }

  /// A file given on the command line as a path from the root, through links in its folders.
  private static func path(of file: String, in root: DirectoryHandle) throws -> RelativePath {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    let top = try resolved(root.name)
    let whole = try resolved(folder) + "/" + name
    guard whole.hasPrefix(top == "/" ? "/" : top + "/") else {
      throw ImportError(
        file, "is outside \(top)", remedy: "run this in the project that it belongs to, or give -C")
    }
    do {
      return try RelativePath(String(whole.dropFirst(top == "/" ? 1 : top.count + 1)))
    } catch {
      throw ImportError(file, "cannot be read: its path \(error)")
    }
  }

  private static func resolved(_ path: String) throws -> String {
    guard let real = realpath(path, nil) else {
      throw FileError(errno: errno, at: path, cannot: "be found")
    }
    defer { free(real) }
    return String(cString: real)
  }
}

extension ImportError: Reportable {}
