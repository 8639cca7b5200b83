#if os(Linux)
import Foundation
import TestSupport
import Testing

/// How `assetkit offline` reports: while the build runs, at its first attempt, and by its status.
@Suite(
  "assetkit offline, its reports", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(10)))
struct OfflineReportTests {
  private func report(_ name: String, in folder: BuildFolder) throws -> Report {
    try Report(reading: Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")))
  }

  // MARK: - While it runs

  @Test("an attempt is in the file at once, a SIGKILL does not lose it, and the build ends with us")
  func killed() async throws {
    let folder = try BuildFolder([
      "build.sh": """
      cp report.json before.json
      getent hosts name.example
      until grep -q name.example report.json; do :; done
      exec 4> alive
      echo began >&4
      sleep 100000
      """
    ])
    let outcome = try await folder.shell(
      """
      mkfifo alive
      "$ASSETKIT" offline --report report.json -- sh build.sh &
      exec 5< alive
      read line <&5
      kill -KILL $!
      # Ends when no process of the build holds the pipe any more.
      cat <&5
      echo ended
      """)
    #expect(outcome.output == "ended\n")
    let before = try report("before.json", in: folder)
    #expect(before.finished == false)
    #expect(before.verdict == nil)
    #expect(before.attempts?.isEmpty == true)
    let last = try report("report.json", in: folder)
    #expect(last.finished == false)
    #expect(last.verdict == "asked")
    #expect(last.exitStatus == nil)
    #expect(last.attempts?.map(\.name) == ["name.example"])
    #expect(last.findings.count == 1)
  }

  @Test("the file is a whole document whenever the build looks, and finished at the end")
  func alwaysWhole() async throws {
    let folder = try BuildFolder([
      "look.py": """
      import json, socket
      def attempts():
          with open("report.json") as file: return len(json.load(file)["attempts"])
      for i in range(300):
          try: socket.gethostbyname("n%d.example" % i)
          except OSError: pass
          assert attempts() <= i + 1
      while attempts() < 300: pass
      """
    ])
    let outcome = try await folder.offline(["--report", "report.json"], ["python3", "look.py"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("assetkit: python3: succeeded in "), "\(outcome.errors)")
    let report = try report("report.json", in: folder)
    #expect(report.finished == true)
    #expect(report.exitStatus == 0)
    #expect(report.attempts?.map(\.name) == (0..<300).map { "n\($0).example" })
    // The text lists the first ones alone.
    #expect(outcome.errors.contains("lookup of n99.example "))
    #expect(!outcome.errors.contains("lookup of n100.example "))
    #expect(outcome.errors.contains("\n  and 200 more, which --report and --json list\n"))
  }

  @Test("a pipe receives one document, at the end")
  func pipe() async throws {
    let folder = try BuildFolder()
    let outcome = try await folder.shell(
      """
      mkfifo pipe
      cat pipe > received &
      "$ASSETKIT" offline --report pipe -- getent hosts name.example
      echo $?
      wait
      """)
    #expect(outcome.output == "1\n")
    let report = try report("received", in: folder)
    #expect(report.finished == true)
    #expect(report.attempts?.count == 1)
  }

  @Test("a command that cannot be run leaves a report that says so")
  func failure() async throws {
    let folder = try BuildFolder(["report.json": "of an earlier run"])
    let outcome = try await folder.offline(["--report", "report.json"], ["./not-there"])
    #expect(outcome.status == 2)
    let report = try report("report.json", in: folder)
    #expect(report.finished == false)
    #expect(report.error?.where == "./not-there")
    #expect(report.error?.message == "cannot be run: No such file or directory")
  }

  @Test("--twice has the first build in the file while the second runs")
  func twice() async throws {
    let folder = try BuildFolder([
      "build.sh": """
      cp "$REPORT" "$REPORT.$(hostname)"
      getent hosts name.example
      echo same > product
      """
    ])
    try await folder.commit()
    let file = try TemporaryFolder()
    let outcome = try await folder.offline(
      ["--twice", "--compare", "product", "--report", "\(file.path)/r"], ["sh", "build.sh"],
      environment: ["REPORT": "\(file.path)/r"])
    #expect(outcome.status == 1, "\(outcome.errors)")
    let documents = try FileManager.default.contentsOfDirectory(atPath: file.path).map {
      try Report(reading: Data(contentsOf: URL(fileURLWithPath: "\(file.path)/\($0)")))
    }
    #expect(documents.filter { $0.finished == true }.map { $0.builds?.count } == [2])
    let unfinished = documents.filter { $0.finished == false }
    #expect(unfinished.map { $0.builds?.count ?? 0 }.sorted() == [1, 2])
    #expect(Set(unfinished.map(\.verdict)) == [nil, "asked"])
  }

  // MARK: - --fail-fast and --pass-status

  @Test(
    "--fail-fast ends the command at its first attempt, before it hears the answer",
    arguments: [
      "getent hosts name.example; touch after",
      "curl -sS http://192.0.2.1/; touch after",
      """
      python3 -c 'import socket
      socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("192.0.2.1", 9))'; touch after
      """,
    ])
  func failFast(script: String) async throws {
    let folder = try BuildFolder()
    let (status, report, errors) = try await folder.report(["--fail-fast"], ["sh", "-c", script])
    #expect(status == 1)
    #expect(report.stoppedAtFirstAttempt == true)
    #expect(report.verdict == "asked")
    #expect(report.exitStatus == nil)
    #expect(report.attempts?.count == 1)
    #expect(errors.contains("assetkit: sh: was ended at its first network attempt, after "))
    #expect(try !folder.folder.exists("after"))
  }

  @Test("--fail-fast leaves a build without attempts alone")
  func failFastClean() async throws {
    let (status, report, _) = try await BuildFolder().report(["--fail-fast"], ["true"])
    #expect(status == 0)
    #expect(report.stoppedAtFirstAttempt == false)
  }

  @Test(
    "--pass-status gives the command's own status, unless it made an attempt",
    arguments: [
      ("exit 0", Int32(0)), ("exit 3", 3), ("exit 64", 64), ("kill -KILL $$", 137),
      ("kill -TERM $$", 143), ("getent hosts name.example; exit 3", 1),
    ])
  func passStatus(script: String, status: Int32) async throws {
    let outcome = try await BuildFolder().offline(["--pass-status"], ["sh", "-c", script])
    #expect(outcome.status == status, "\(outcome.errors)")
  }

  // MARK: - Who started it

  @Test("an attempt names the processes that started its program, up to the command")
  func parents() async throws {
    let folder = try BuildFolder([
      "Makefile": "all:\n\t@sh middle.sh one; true\n",
      "middle.sh": "getent hosts name.example\ntrue\n",
    ])
    let (_, report, errors) = try await folder.report([], ["make", "all"])
    let attempt = try #require(report.attempts?.first)
    #expect(attempt.program.commandLine == "getent hosts name.example")
    let lines = attempt.parents.map(\.commandLine)
    #expect(lines.first == "sh middle.sh one")
    #expect(lines.last == "make all")
    #expect(attempt.parents.last?.name == "make")
    // Each was started before its child, so its process ID inside is smaller.
    let pids = [attempt.program.pid] + attempt.parents.map(\.pid)
    #expect(zip(pids, pids.dropFirst()).allSatisfy { $0 > $1 } && pids.last ?? 0 > 1)
    #expect(!attempt.orphaned)
    #expect(errors.contains("\n      started by: sh middle.sh one ← "), "\(errors)")
    #expect(errors.contains(" ← make all\n"))
  }

  @Test("of a program whose parent had ended, what is known is said, and that it is not all")
  func orphan() async throws {
    let folder = try BuildFolder([
      "orphan.sh": """
      until test -e gone; do :; done
      getent hosts name.example
      touch asked
      """
    ])
    let (_, report, errors) = try await folder.report(
      [], ["sh", "-c", "(sh orphan.sh &); touch gone; until test -e asked; do :; done"])
    let attempt = try #require(report.attempts?.first)
    #expect(attempt.parents.map(\.commandLine) == ["sh orphan.sh"])
    #expect(attempt.orphaned)
    #expect(errors.contains("started by: sh orphan.sh ← a program that had ended\n"))
  }

  @Test("the command itself has no parents")
  func noParents() async throws {
    let (_, report, errors) = try await BuildFolder().report([], ["getent", "hosts", "n.example"])
    #expect(report.attempts?.map(\.parents.count) == [0])
    #expect(report.attempts?.map(\.orphaned) == [false])
    #expect(!errors.contains("started by"))
  }
}
#endif
