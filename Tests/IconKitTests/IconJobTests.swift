import Findings

// Without @testable: what a package that depends on IconKit sees.
import IconKit
import SafeFiles
import Testing

/// A set of icons made by the public interface alone.
struct IconJobTests {
  @Test func makesListsChecksAndLintsASet() async throws {
    let folder = try MasterFolder()
    let master = try folder.add("logo.png", Noise(width: 256, height: 256).file)
    let preset = try #require(Preset.named("classic"))
    let job = IconJob(
      try IconSet(presets: [preset], sizes: [200]),
      sources: [IconSource(IconInputs(master: master))],
      output: folder.path, renderer: IconRenderer(kernel: try .preferred(), threads: 2))

    let listed = try job.list().files
    #expect(listed.map(\.path) == preset.icons.map(\.path) + [try RelativePath("icon-200.png")])
    let files = try await job.write().files
    #expect(files.map(\.path) == listed.map(\.path))
    #expect(files.flatMap(\.sides) == preset.icons.map(\.size.width) + [200])
    let place = try DirectoryHandle(path: folder.path)
    for file in files { #expect(try place.readFile(file.path, limitBytes: 1 << 20) == file.bytes) }
    #expect(try job.lint(files).findings.isEmpty)

    #expect(try await job.check().check.findings.isEmpty)
    _ = try folder.add("icon-200.png", files[0].bytes)
    let (check, count) = try await job.check()
    #expect(count == 15)
    #expect(check.findings.map(\.rule.id) == ["icon-different"])
    #expect(check.findings.map(\.path) == [try RelativePath("icon-200.png")])
  }

  /// What `--watch` waits for: a name where a master for one size would be found, and no icon.
  @Test func possibleMastersAreThoseThatTheRunDoesNotWrite() throws {
    let folder = try MasterFolder()
    let master = try folder.add("icon.png", Noise(width: 40, height: 40).file)
    _ = try folder.add("icon-16.png", Noise(width: 16, height: 16).file)
    let set = try IconSet(presets: [], sizes: [8, 16])
    let sources = try IconSource.sources([IconInputs(master: master)])
    let kernel = try Kernel.preferred()
    func possible(_ output: String) -> [String] {
      IconJob(
        set, sources: sources, output: output, renderer: IconRenderer(kernel: kernel, threads: 1)
      ).possibleMastersBeside
    }
    #expect(possible(folder.path + "/out") == [folder.path + "/icon-8.png"])
    #expect(possible(folder.path) == [])
  }

  @Test func partsThatWriteOneFileAreRefusedAlsoWhenOneIsNotMade() throws {
    let folder = try MasterFolder()
    let master = try folder.add("logo.png", Noise(width: 40, height: 40).file)
    func part(_ name: String, _ sizes: [Int], in place: String) throws -> IconJob.Part {
      IconJob.Part(
        name: name, try IconSet(presets: [], sizes: sizes),
        sources: [IconSource(IconInputs(master: master), folder: try RelativePath(place))],
        options: .init(), renderer: IconRenderer(kernel: try .preferred(), threads: 1))
    }
    let (a, b, c) = (
      try part("a", [8, 16], in: "x"), try part("b", [16], in: "x"), try part("c", [16], in: "y")
    )
    #expect(try IconJob([a, c], output: folder.path).list().files.count == 3)
    #expect(try IconJob([a], beside: [c], output: folder.path).list().files.count == 2)
    for job in [
      IconJob([a, b], output: folder.path), IconJob([a], beside: [b], output: folder.path),
    ] {
      let error = try #require(throws: IconError.self) { try job.list() }
      #expect(error.location == folder.path + "/x/icon-16.png")
      #expect(error.problem == "would be written by both a and b")
    }
  }

  @Test func warningsAreValues() async throws {
    let folder = try MasterFolder()
    let wide = try folder.add("wide.png", Noise(width: 40, height: 20).file)
    _ = try folder.add("wide-16.png", Noise(width: 16, height: 16).file)
    let set = try IconSet(presets: [], sizes: [16])
    let job = IconJob(
      set, sources: try IconSource.sources([IconInputs(master: wide)]),
      output: folder.path + "/out", renderer: IconRenderer(kernel: try .preferred(), threads: 1)
    ).findingMastersBeside()
    let masters = job.parts[0].sources.map(\.inputs.masterBySide)
    #expect(masters == [[16: folder.path + "/wide-16.png"]])
    try await confirmation { warned in
      _ = try job.list { warning in
        #expect(warning.location == wide)
        #expect(
          warning.problem == "is 40 × 20 pixels, not square; its longer side gets each size")
        warned()
      }
    }
  }
}
