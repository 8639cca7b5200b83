import BroadcastPool
import CPNG
import SafeFiles
import Testing

@testable import IconKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A master that is exchanged, rewritten or cut at every step of the way from its header to its last
/// row. Run it with the address sanitizer, which sees reads and writes beyond a buffer.
struct MasterSwapTests {
  /// What happens to the file.
  enum Change: CaseIterable {
    /// Another file takes its name.
    case renamed
    case narrower, wider, shorter, taller, deeper, ofFewerChannels, interlaced
    /// Other pixels in as many bytes.
    case repainted
    case cut, emptied, overwrittenByText
    case removed

    /// What is in the file afterwards.
    func apply(to path: String) throws {
      switch self {
      case .renamed:
        let other = path + ".new"
        try write(Noise(width: 40, height: 400).file, to: other)
        try #require(rename(other, path) == 0)
      case .narrower: try write(Noise(width: 40, height: 400).file, to: path)
      case .wider: try write(Noise(width: 900, height: 400).file, to: path)
      case .shorter: try write(Noise(width: 200, height: 30).file, to: path)
      case .taller: try write(Noise(width: 200, height: 2000).file, to: path)
      case .deeper: try write(Noise(width: 200, height: 400, bitDepth: 16).file, to: path)
      case .ofFewerChannels: try write(Noise(width: 200, height: 400, colorType: 0).file, to: path)
      case .interlaced:
        try write(Noise(width: 200, height: 400, isInterlaced: true).file, to: path)
      case .repainted:
        try write(Noise(width: 200, height: 400, seed: 9).file, to: path)
        // File systems count time in steps that may be longer than this test.
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
      case .cut: try #require(truncate(path, 50_000) == 0)
      case .emptied: try #require(truncate(path, 0) == 0)
      case .overwrittenByText: try write(Array("no image".utf8), to: path)
      case .removed: try #require(unlink(path) == 0)
      }
    }

    /// Whether the open file stays what it was.
    var leavesTheOpenFile: Bool { self == .renamed || self == .removed }
  }

  @Test(arguments: Change.allCases)
  func aMasterThatChangesIsWholeOrRefused(_ change: Change) async throws {
    let folder = try MasterFolder()
    let (job, master) = try Self.job(in: folder)
    let expected = try await Self.files(of: job)
    let steps = try await Self.steps(of: job)
    // Its header, the rows whose reach is measured, and those that are rendered.
    #expect(steps.count { $0 == .beginPass } == 2)
    #expect(steps.count > 12)
    for (number, step) in steps.enumerated() where step != .open {
      try write(Noise(width: 200, height: 400).file, to: master)
      do {
        let files = try await Self.files(of: job) { $0 == number ? change : nil }
        #expect(change.leavesTheOpenFile, "\(change) before \(step) was not seen")
        #expect(files == expected, "\(change) before \(step)")
      } catch let error as IconError {
        #expect(!change.leavesTheOpenFile, "\(change) before \(step): \(error)")
        #expect(error.code == .changed, "\(change) before \(step): \(error)")
      }
    }
  }

  /// Not only the master: each image that may be given beside it.
  @Test(arguments: [Recipe.Source.background, .foreground, .monochrome, .dark, .tinted, nil])
  func theImagesBesideItAreWholeOrRefused(_ source: Recipe.Source?) async throws {
    let folder = try MasterFolder()
    let (job, paths) = try Self.layeredJob(in: folder)
    let path = try #require(paths[source])
    let expected = try await Self.files(of: job)
    for change in [Change.renamed, .narrower, .cut] {
      for step in [Master.Step.beginPass, .read(row: 64), .endPass] {
        try write(Noise(width: 200, height: 400).file, to: path)
        let isDone = Locked(false)
        var changing = job
        changing.observer = { taken, file in
          guard taken == step, file == path else { return }
          guard !isDone.withLock({ $0 }) else { return }
          isDone.withLock { $0 = true }
          do { try change.apply(to: path) } catch { Issue.record(error) }
        }
        do {
          let files = try await changing.render(try changing.documents(), progress: .init()) { _ in
          }.map(\.bytes)
          #expect(change.leavesTheOpenFile && files == expected, "\(change) before \(step)")
        } catch let error as IconError {
          #expect(error.code == .changed && !change.leavesTheOpenFile, "\(change): \(error)")
        }
        #expect(isDone.withLock { $0 }, "\(step) of \(path) is never taken")
      }
    }
  }

  /// As many masters as a process may not have open at once.
  @Test func manyMastersDoNotUseUpTheDescriptors() async throws {
    let folder = try MasterFolder()
    let sources = try (0..<40).map { number in
      let master = try folder.add("\(number).png", Noise(width: 16, height: 16).file)
      var inputs = IconInputs(master: master)
      for side in 1...20 {
        inputs.masterBySide[side] = try folder.add(
          "\(number)-\(side).png", Noise(width: 20, height: 20).file)
      }
      return IconSource(inputs, folder: try .init("\(number)"))
    }
    let most = Locked((now: 0, most: 0))
    var job = IconJob(
      try IconSet(presets: [], sizes: [1, 2, 3]), sources: sources, output: folder.path + "/out",
      renderer: IconRenderer(kernel: try Kernel.preferred(), threads: 64))
    // Other tests open files meanwhile; theirs are not masters of this one.
    let masters = Set(
      sources.flatMap {
        Array($0.inputs.masterBySide.values) + [$0.inputs.master].compactMap { $0 }
      }
      .map { path in
        var status = stat()
        stat(path, &status)
        return status.st_ino
      })
    let openMasters: @Sendable () -> Int = {
      (0..<Int32(1024)).count { descriptor in
        var status = stat()
        return fstat(descriptor, &status) == 0 && masters.contains(status.st_ino)
      }
    }
    job.observer = { step, _ in
      guard step == .endPass else { return }
      most.withLock { $0.most = max($0.most, openMasters()) }
    }
    #expect(try await job.render(try job.documents(), progress: .init()) { _ in }.count == 120)
    // Six sources side by side, with the three masters that are used of each.
    #expect(most.withLock { $0.most } < 128)
  }

  // MARK: -

  private static func job(in folder: MasterFolder) throws -> (IconJob, master: String) {
    let master = try folder.add("master.png", Noise(width: 200, height: 400).file)
    let preset = Preset(
      name: "", summary: "", fit: .pad,
      icons: [
        Preset.Icon("whole.png", 24),
        Preset.Icon("circle.png", 16, Recipe(.master, content: .circle(diameter: 2, of: 3))),
      ])
    return (try folder.job([preset], IconInputs(master: master)), master)
  }

  private static func layeredJob(
    in folder: MasterFolder
  ) throws -> (IconJob, [Recipe.Source?: String]) {
    let noise = Noise(width: 200, height: 400).file
    var inputs = IconInputs(master: try folder.add("master.png", noise))
    inputs.masterBySide[16] = try folder.add("master-16.png", noise)
    for source in Recipe.Source.allCases where source != .master && source != .empty {
      inputs.images[source] = try folder.add("\(source).png", noise)
    }
    var icons = Recipe.Source.allCases.map { Preset.Icon("\($0).png", 8, Recipe($0)) }
    icons += [Preset.Icon("sized.png", 16), Preset.Icon("opaque.png", 12, .opaque)]
    let preset = Preset(name: "", summary: "", fit: .pad, icons: icons)
    var paths: [Recipe.Source?: String] = [nil: try #require(inputs.masterBySide[16])]
    for (source, path) in inputs.images { paths[source] = path }
    return (try folder.job([preset], inputs), paths)
  }

  private static func files(
    of job: IconJob, changing change: @escaping @Sendable (_ number: Int) -> Change? = { _ in nil }
  ) async throws -> [[UInt8]] {
    var job = job
    let number = Locked(0)
    job.observer = { _, path in
      let taken = number.withLock {
        $0 += 1; return $0 - 1
      }
      do {
        try change(taken)?.apply(to: path)
      } catch {
        Issue.record(error)
      }
    }
    return try await job.render(try job.documents(), progress: .init()) { _ in }.map(\.bytes)
  }

  private static func steps(of job: IconJob) async throws -> [Master.Step] {
    var job = job
    let steps = Locked<[Master.Step]>([])
    job.observer = { step, _ in steps.withLock { $0.append(step) } }
    _ = try await job.render(try job.documents(), progress: .init()) { _ in }
    return steps.withLock { $0 }
  }
}
