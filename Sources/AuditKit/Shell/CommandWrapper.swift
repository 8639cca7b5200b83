/// A program that runs the command in its arguments, such as `sudo` or `timeout`.
struct CommandWrapper: Sendable {
  /// Options whose value is the word after them.
  private let valued: Set<String>
  /// How many operands precede the command: one for the duration of `timeout`.
  private let operands: Int
  /// Whether it adds operands to the command, as `xargs` does.
  let addsOperands: Bool

  /// How many of `words`, the arguments of this wrapper, precede the command.
  func prefixCount(of words: some Sequence<String>) -> Int {
    var count = 0
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word == "--" {
        count += 1
        break
      } else {
        guard (word.hasPrefix("-") && word != "-") || ShellWords.isAssignment(word.utf8) else {
          break
        }
        isValue = valued.contains(word)
      }
      count += 1
    }
    return count + operands
  }

  /// The command that `words`, the arguments of this wrapper, contain.
  func command(in words: ArraySlice<String>) -> [String] {
    let rest = words.dropFirst(prefixCount(of: words))
    return Array(rest) + (addsOperands && !rest.isEmpty ? ["$(…)"] : [])
  }

  /// A line for each program: its name, the number of operands before the command, options with a
  /// value. A `+` after the number tells that it adds operands.
  private static let table = """
    sudo 0 -u -g -h -p -C -r -t -U -D -R -T --user --group
    doas 0 -u -C
    env 0 -u -C --unset --chdir
    nice 0 -n --adjustment
    ionice 0 -c -n --class --classdata
    chrt 1
    taskset 1
    timeout 1 -k -s --kill-after --signal
    gtimeout 1 -k -s --kill-after --signal
    xargs 0+ -n -P -I -L -d -a -E -s --max-args --max-procs --delimiter --arg-file --max-lines
    parallel 0+ -j -a -n -I --jobs --arg-file
    exec 0 -a
    command 0
    builtin 0
    busybox 0
    toybox 0
    nohup 0
    setsid 0
    stdbuf 0 -i -o -e
    unbuffer 0
    chroot 1
    flock 1 -w -E
    fakeroot 0
    proxychains 0 -f
    proxychains4 0 -f
    torsocks 0
    strace 0 -o -e -s -p
    watch 0 -n --interval
    retry 0 -t -d -n
    travis_retry 0
    travis_wait 0
    run 0
    try 0
    xvfb-run 0 -s -n
    catchsegv 0
    gosu 1
    runuser 0 -u -g -l -s
    npx 0 -p -c --package
    su-exec 1
    winpty 0
    call 0
    """

  /// The wrappers by their names.
  static let byName: [String: CommandWrapper] = Dictionary(
    uniqueKeysWithValues: table.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      guard let operands = words[1].first?.wholeNumberValue else {
        preconditionFailure("a wrapper without its number of operands: \(line)")
      }
      return (
        words[0],
        CommandWrapper(
          valued: Set(words.dropFirst(2)), operands: operands,
          addsOperands: words[1].hasSuffix("+"))
      )
    })
}
