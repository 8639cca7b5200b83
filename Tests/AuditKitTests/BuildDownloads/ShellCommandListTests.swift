import Testing

@testable import AuditKit

/// Commands that cannot download are left out; no other may be.
struct ShellCommandListTests {
  /// Ways to write a command that runs `curl`, and lines of a script around it.
  static let forms = [
    "curl x", "/usr/bin/curl x", "Curl.EXE x", "cu'r'l x", "\"$CURL\" x", "${CURL_PATH} x",
    "@CURL@ x", "if ! curl x; then", "A=b C+=d curl x", "v='curl -L'; $v x", "v=nice; $v curl x",
    "v= ; $v curl x", "v='A=b  curl'; $v x", "u=curl; v='$u -s'; $v x", "alias c=curl\nc x",
    "p=/bin; $p/curl x", "eval 'v=curl'; $v x", "timeout 5 env A=b curl x", "a=$(curl x)",
    "sh -c 'curl x'", "echo \"${a:-`curl x`}\"", "bash <<E\ncurl x\nE\n", "local -r v=curl; $v x",
    "for i in 1; do (cd a && { curl x; }); done", "find . -exec curl x {} +",
  ]

  @Test(arguments: forms) func aProgramThatDownloadsIsKept(text: String) {
    for name in ["curl", "wget", "git", "pip3", "npm", "apt-get", "invoke-webrequest"] {
      let script = text.replacing("curl", with: name).replacing(
        "Curl", with: name.prefix(1).uppercased() + name.dropFirst()
      )
      .replacing("CURL", with: name.uppercased())
      .replacing("cu'r'l", with: "\(name.prefix(2))''\(name.dropFirst(2))")
      // A variable's name has no hyphens.
      if name.contains("-"), script.contains(name.uppercased()) { continue }
      let found = ShellCommand.commands(in: Array(script.utf8))
      #expect(found.contains { FetchCommand.program($0.words[0]) == name }, "\(script)")
    }
  }

  @Test func whatCannotDownloadIsLeftOut() {
    let text = "v='printf x'; $v curl; test -f curl\necho wget; $as_echo x; ./configure --with-curl"
    #expect(ShellCommand.commands(in: Array(text.utf8)).isEmpty)
  }

  /// `2>` is no argument, and variables of another shell are its own.
  @Test func wordsAreThoseOfTheCommand() {
    let text = "v=a\nsh -c 'v=b'\ngit pull 2>&1\neval v=c\ngit clone $v 2>x\n"
    let words = ShellCommand.commands(in: Array(text.utf8)).map(\.words).filter { $0[0] == "git" }
    #expect(words == [["git", "pull"], ["git", "clone", "c"]])
  }
}
