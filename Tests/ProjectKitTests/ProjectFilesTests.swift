import SafeFiles
import TestSupport
import Testing

@testable import ProjectKit

/// What the survey of a project looks at.
struct ProjectFilesTests {
  @Test func namesThatSayNothingAreLeftOut() throws {
    let folder = try TemporaryFolder([
      "a/logo.png": "", "a/b.swift": "", "a/Contents.json": "", "X.appiconset/Contents.json": "",
      "Podfile.lock": "", ".gitmodules": "",
    ])
    #expect(
      try paths(in: folder) == [
        ".gitmodules", "Podfile.lock", "X.appiconset/Contents.json", "a/logo.png",
      ])
  }

  @Test(arguments: [
    ".hidden", "node_modules", "Pods", "Vendor", "app/build/generated", "web/dist", "DerivedData",
  ])
  func foldersOfToolsAreNotEntered(_ name: String) throws {
    let folder = try TemporaryFolder(["\(name)/icon.png": "", "kept/icon.png": ""])
    #expect(try paths(in: folder) == ["kept/icon.png"])
  }

  /// Packagers for desktops look for their images there.
  @Test func aBuildFolderIsListedWithoutThoseBelow() throws {
    let folder = try TemporaryFolder(["build/icon.png": "", "build/x/icon.png": ""])
    #expect(try paths(in: folder) == ["build/icon.png"])
  }

  @Test func anotherRepositoryIsNotEntered() throws {
    let folder = try TemporaryFolder([
      ".git/HEAD": "", "icon.png": "", "sub/.git": "gitdir: x", "sub/icon.png": "",
    ])
    #expect(try paths(in: folder) == ["icon.png"])
  }

  @Test func linksAreNotFollowed() throws {
    let folder = try TemporaryFolder(["a/icon.png": ""])
    try folder.handle.createSymbolicLink(RelativePath("a/loop"), to: Array("..".utf8))
    try folder.handle.createSymbolicLink(RelativePath("b.png"), to: Array("a/icon.png".utf8))
    #expect(try paths(in: folder) == ["a/icon.png"])
  }

  @Test func whatIsNotLookedAtIsNamed() throws {
    let deep = (0..<40).map { "d\($0)" }.joined(separator: "/")
    let folder = try TemporaryFolder(["\(deep)/icon.png": "", "icon.png": ""])
    let files = try ProjectFiles(in: folder.handle)
    #expect(files.paths.map(\.description) == ["icon.png"])
    #expect(files.omissions.count == 1)
    #expect(files.omissions[0].hasSuffix("is more than 32 folders deep"))
  }

  @Test(arguments: 0...6)
  func aLargeProjectIsCut(limit: Int) throws {
    let folder = try TemporaryFolder(["1.png": "", "2.png": "", "3/4.png": "", "5.png": ""])
    let files = try ProjectFiles(in: folder.handle, limitNames: limit)
    #expect(files.omissions.isEmpty == (limit >= 5))
    #expect(files.paths.count <= limit)
    #expect(limit < 5 || files.paths.count == 4)
  }

  private func paths(in folder: TemporaryFolder) throws -> [String] {
    let files = try ProjectFiles(in: folder.handle)
    #expect(files.omissions.isEmpty)
    return files.paths.map(\.description)
  }
}
