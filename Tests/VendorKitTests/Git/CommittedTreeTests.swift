import SafeFiles
import TestSupport
import Testing
import VendorKit

/// HEAD as it is committed, whatever a checkout would make of it.
struct CommittedTreeTests {
  private let folder: TemporaryFolder
  private let target: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    target = try TemporaryFolder()
  }

  @discardableResult private func git(_ script: String) async throws -> String {
    try await Command.shell(
      """
      git() { command git -c user.name=t -c user.email=t@t -c protocol.file.allow=always "$@"; }
      \(script)
      """, in: folder.path)
  }

  /// Writes HEAD, and gives what became of each path.
  private func written() async throws -> [String: CommittedTree.Written] {
    let tree = try await CommittedTree(of: LocalRepository(around: folder.path))
    var bytes = 0
    let results = try await tree.write(into: target.handle) { _, piece, _ in bytes += piece.count }
    #expect(bytes > 0)
    return Dictionary(
      zip(tree.entries, results).map { (String(decoding: $0.path, as: UTF8.self), $1) }
    ) { a, _ in a }
  }

  @Test(arguments: ["sha1", "sha256"])
  func noAttributeOrFilterChangesABlob(format: String) async throws {
    try await git(
      """
      git init -q --object-format=\(format) .
      git config filter.liar.smudge 'echo a lie; cat >/dev/null'
      printf 'one\\ntwo $Id$\\n' >a.txt; printf '#!/bin/sh\\n' >run; chmod +x run; : >empty
      mkdir -p deep/er; echo x >deep/er/y
      git add . && git commit -qm 1
      printf '*.txt eol=crlf ident\\nrun filter=liar\\n' >.gitattributes
      git add .gitattributes && git commit -qm 2
      rm a.txt run && git checkout -q . && ! cmp -s run a.txt
      """)
    let results = try await written()
    #expect(results.values.allSatisfy { $0 == .written } && results.count == 5)
    #expect(try target.text("a.txt") == "one\ntwo $Id$\n")
    #expect(try target.text("run") == "#!/bin/sh\n")
    #expect(try target.handle.status(of: RelativePath("run")).isExecutable)
    #expect(try target.text("deep/er/y") == "x\n" && target.text("empty") == "")
    let commit = try await LocalRepository(around: folder.path + "/deep").head
    #expect(try await git("git rev-parse HEAD") == commit + "\n")
  }

  @Test func linksThatLeaveAreLeftOut() async throws {
    try await git(
      """
      git init -q . && mkdir a a/b && echo x >x
      ln -s ../x a/inside; ln -s ../../x a/above; ln -s /etc/passwd absolute; ln -s gone dangling
      ln -s ../.. a/b/up; ln -s b/up/../etc a/hidden; ln -s . self
      git add . && git commit -qm 1
      git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),module && git commit -qm 2
      """)
    let results = try await written()
    #expect(results["a/inside"] == .written && results["dangling"] == .written)
    #expect(results["a/b/up"] == .written && results["self"] == .written)
    #expect(results["a/above"] == .leavingLink(target: "../../x"))
    #expect(results["absolute"] == .leavingLink(target: "/etc/passwd"))
    // As written it stays inside; as the system follows it, it does not.
    #expect(results["a/hidden"] == .leavingLink(target: "b/up/../etc"))
    #expect(results["module"] == .leftOut)
    #expect(try !target.exists("absolute") && !target.exists("a/hidden"))
  }

  /// The id of a commit stands for these bytes and no others.
  @Test func objectsAreCheckedAgainstTheirIds() async throws {
    try await git(
      """
      git init -q . && echo true >a && git add a && git commit -qm 1
      git replace $(git rev-parse HEAD:a) $(echo lie | git hash-object -w --stdin)
      git show HEAD:a | grep -q lie
      """)
    #expect(try await written() == ["a": .written])
    #expect(try target.text("a") == "true\n")
    try await git(
      """
      git replace -d $(git rev-parse HEAD:a)
      true=$(git rev-parse HEAD:a) lie=$(echo lies | git hash-object -w --stdin)
      path() { echo .git/objects/$(echo $1 | cut -c1-2)/$(echo $1 | cut -c3-); }
      mv -f $(path $lie) $(path $true)
      """)
    try target.reset(to: [:])
    let error = await #expect(throws: VendorError.self) { try await written() }
    #expect(error?.problem.contains("damaged") == true || error?.code == .program)
  }

  @Test func nothingIsFetchedForAPartialClone() async throws {
    try await git(
      """
      git init -q up && cd up && echo x >a && git add a && git commit -qm 1
      git config uploadpack.allowFilter true && cd ..
      git clone -q --no-checkout --filter=blob:none "file://$PWD/up" part && mv part/.git . && rm -r part
      """)
    let error = await #expect(throws: VendorError.self) { try await written() }
    #expect(error?.problem == "does not have every object of HEAD")
    try await Command.shell("rm -rf .git; mkdir .git", in: folder.path)
    let none = await #expect(throws: VendorError.self) {
      try await LocalRepository(around: folder.path + "/up/none")
    }
    #expect(none?.code == .nothingToCheck)
  }
}
