import Findings
import OfflineKit
import ProofKit
import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The claim about the build: the `[build]` command in two copies of HEAD, without a network.
struct BuildProof {
  private(set) var claim: Proof.Claim
  private(set) var build: Proof.Build?
  /// The signal that ended the builds early, if any.
  private(set) var interruption: Int32?

  /// A claim about a project without `[build]`.
  init(absent: String) {
    claim = Proof.Claim(.build, .notCovered, absent)
  }

  /// Builds twice and compares.
  ///
  /// - Parameters:
  ///   - settings: those of the commit.
  ///   - folder: the project's folder in the user's repository.
  ///   - commit: the commit that everything else was checked of.
  init(
    of settings: BuildSettings, in folder: String, commit: String, progress: (String) -> Void
  ) {
    var build = Proof.Build(
      command: settings.command, patterns: settings.compare, home: settings.home.rawValue,
      variations: [], attempts: [], files: [], differences: [], notes: [])
    do {
      var comparison = try BuildComparison(
        BuildCommand(["sh", "-c", settings.command], environment: .inherited, directory: folder),
        comparing: settings.compare, home: settings.home, output: STDERR_FILENO)
      var files: [Proof.Pinned] = []
      var unread = 0
      comparison.inspect = { folder, paths in
        (files, unread) = Self.digests(of: paths, in: folder)
      }
      let outcome = try comparison.run(progress: progress)
      interruption = outcome.interruption
      build.take(outcome, files: files)
      if unread > 0 { build.notes.append("\(unread) of the compared files could not be digested") }
      claim = Self.claim(outcome, commit: commit, &build)
    } catch {
      claim = Proof.Claim(.build, .notProven, "could not be built", findings: [error.sentence])
    }
    self.build = build
  }

  private static func claim(
    _ outcome: ComparisonOutcome, commit: String, _ build: inout Proof.Build
  ) -> Proof.Claim {
    func claim(_ state: Proof.State, _ result: String, _ findings: [String] = []) -> Proof.Claim {
      Proof.Claim(.build, state, result, findings: findings)
    }
    guard outcome.head == commit else {
      return claim(
        .notProven, "HEAD has moved during the run",
        ["the builds were of \(outcome.head), everything else of \(commit)"])
    }
    if outcome.verdict == .asked {
      return claim(.found, "The build tried to use the network", build.attempts)
    }
    for (which, build) in zip(["first", "second"], outcome.builds)
    where build.ending != .exited(0) {
      return claim(.notProven, "The \(which) build failed: it ended with \(build.ending)")
    }
    if outcome.isPathMissing || !outcome.isCompared || outcome.fileCount == 0 {
      return claim(.notProven, "Nothing that the builds made could be compared", build.differences)
    }
    guard outcome.isIdentical else {
      return claim(
        .found,
        "\(Console.count(outcome.differenceCount, "path")) \(outcome.differenceCount == 1 ? "differs" : "differ") between the two builds"
      )
    }
    return claim(
      .proven,
      "The command asked the network for nothing, and \(Console.count(outcome.fileCount, "file")) "
        + "came out with the same bytes twice")
  }
}

extension BuildProof {
  /// The digests of files, and how many could not be read, such as those whose names are not UTF-8.
  private static func digests(
    of paths: [String], in folder: String
  ) -> (files: [Proof.Pinned], unread: Int) {
    let folder = try? DirectoryHandle(path: folder)
    let files = paths.compactMap { path -> Proof.Pinned? in
      // Counted by the caller's note.
      guard let folder, let place = try? RelativePath(path),
        let digest = try? FileDigest.sha256(of: place, in: folder)
      else { return nil }
      return Proof.Pinned(place.description, sha256: digest.hex, byteCount: digest.byteCount)
    }
    return (files, paths.count - files.count)
  }
}

extension Proof.Build {
  fileprivate mutating func take(_ outcome: ComparisonOutcome, files: [Proof.Pinned]) {
    attempts = zip(["first", "second"], outcome.builds).flatMap { which, build in
      build.attempts.map { "\($0.target), by \($0.program), in the \(which) build" }
    }
    // As findings, they also name their causes.
    let rule = OfflineRules.difference.id
    differences = outcome.findings.filter { $0.rule.id == rule }.map(\.message)
    variations = outcome.variations.map { variation in
      Variation(
        name: variation.name, values: "\(variation.first) and \(variation.second)",
        effect: variation.tookEffect
          ? "yes" : "no: \(variation.whyNot ?? "both builds saw the same")")
    }
    notes = outcome.notes + outcome.builds.flatMap(\.notes)
    if outcome.isIdentical { self.files = files }
  }
}
