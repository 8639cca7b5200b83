import ArgumentParser
import IconKit
import ProjectKit
import SafeFiles

/// `assetkit init`: writes `assetkit.toml` from what the project has.
struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write assetkit.toml from what is found in the current folder.",
    discussion: """
      Looks for icon sets of asset catalogs, Icon Composer bundles, the icons of Android, web sites, \
      browser extensions, Tauri, Electron, MSIX packages and Linux desktops, .icns and .ico files, and \
      the image that they were made from; for vendor.lock, Package.resolved, Podfile.lock and git \
      submodules. Says what it took for what, and prints lines to add to .gitattributes, a hook and \
      the CI job. Hidden folders, build results, Pods, Vendor, node_modules and other git \
      repositories are not searched, and no link is followed.

      An entry is active only where the pixels of its master look like those of its icons; the others \
      are comments. An existing assetkit.toml is never changed.

      Exit status: 0 written (or printed), 2 nothing was found, assetkit.toml exists, or it cannot be \
      written.
      """)

  @Flag(help: "Print the file to standard output, and write nothing.")
  var dryRun = false

  func run() async throws {
    let root = try DirectoryHandle(path: ".")
    let path = RelativePath(known: ProjectFile.name)
    if !dryRun, try root.statusIfPresent(of: path) != nil {
      throw ProjectError(
        ProjectFile.name, "exists already, and is never changed",
        remedy: "compare it with 'assetkit init --dry-run'")
    }
    let survey = try await ProjectSurvey(
      of: root, renderer: IconRenderer(kernel: try Kernel.preferred()))
    for omission in survey.omissions { Console.message("init", omission) }
    guard !survey.isEmpty else {
      throw ProjectError(
        "init", "found no icons and no pinned packages here, so nothing was written",
        remedy: "begin with 'assetkit icons MASTER.png' or 'assetkit vendor add', or name the "
          + "project with -C")
    }
    if dryRun { return Console.result(bytes: Array(survey.settings.utf8)) }
    do throws(FileError) {
      try root.createFile(path, holding: Array(survey.settings.utf8))
    } catch {
      // Only what this run has begun: a file that was there before is refused by its name.
      if error.code != .exists { try? root.removeFile(path) }
      throw error
    }
    for line in survey.report { Console.result(line) }
    Console.result("")
    for line in survey.advice { Console.result(line) }
    Console.message(
      ProjectFile.name, "written",
      remedy: survey.activeCount > 0
        ? "look it through, then run 'assetkit icons --check'"
        : "no entry of icons is active: look it through, and remove the '# ' of those that you want"
    )
  }
}

extension ProjectError: Reportable {}
