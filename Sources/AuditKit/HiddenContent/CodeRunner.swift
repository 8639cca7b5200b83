/// The calls that run a text, in the languages that have such calls.
enum CodeRunner {
  private static let names: Set<String> = [
    "eval", "exec", "Function", "system", "popen", "execSync", "execScript", "iex",
    "Expression", "instance_eval", "runInThisContext", "runInNewContext", "create_function",
    "_compile",
  ]
  /// Names that mean something else in other languages, by the endings of the files.
  private static let namesByEnding: [String: Set<String>] = [
    "lua": ["load", "loadstring", "dostring"], "php": ["assert"],
    "rb": ["class_eval", "module_eval"],
  ]
  /// What Perl and Ruby run without parentheses, as PowerShell does with `iex`.
  private static let words: Set<String> = ["eval", "iex", "Invoke-Expression"]
  private static let wordsOfPerl: Set<String> = ["exec", "system"]

  /// The call that runs text and is still open at the end of `text`; nil if there is none.
  static func open(in text: [UInt8], _ ending: String) -> String? {
    var closed = 0
    for index in text.indices.reversed() {
      switch text[index] {
      case UInt8(ascii: ")"): closed += 1
      case UInt8(ascii: "("):
        if closed > 0 {
          closed -= 1
        } else if let runner = runner(endingAt: index, of: text, ending) {
          return runner
        }
      case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        return lastWord(of: text[index...], ending)
      default: break
      }
    }
    return lastWord(of: text[...], ending)
  }

  private static func runner(
    endingAt parenthesis: Int, of text: [UInt8], _ ending: String
  ) -> String? {
    var end = text[..<parenthesis].lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
    // `(0, eval)(…)` and `window["eval"](…)`.
    while end > 0, ")]'\"".utf8.contains(text[end - 1]) { end -= 1 }
    let start = text[..<end].lastIndex { !$0.isIdentifier }.map { $0 + 1 } ?? 0
    let name = String(decoding: text[start..<end], as: UTF8.self)
    guard names.contains(name) || namesByEnding[ending]?.contains(name) ?? false,
      name != "exec" || !isMethod(after: text[..<start])
    else { return nil }
    return "\(name)("
  }

  /// Whether what follows `text` is a method of an object, as `exec` of a regular expression is, and
  /// not a function of a module that runs commands.
  static func isMethod(after text: ArraySlice<UInt8>) -> Bool {
    var receiver = text
    if receiver.last == UInt8(ascii: ">"), receiver.dropLast().last == UInt8(ascii: "-") {
      return true
    }
    guard receiver.popLast() == UInt8(ascii: ".") else { return false }
    let name = String(decoding: receiver.suffix(30), as: UTF8.self)
    // `__import__('builtins').exec`, `require('child_process').exec`.
    return !["childProcess", "cp", "Kernel", "process", "shell", "sh"].contains(
      where: name.hasSuffix)
      && !["child_process", "builtins", "shelljs", "getRuntime"].contains(where: name.contains)
  }

  private static func lastWord(of text: ArraySlice<UInt8>, _ ending: String) -> String? {
    let words = String(decoding: text, as: UTF8.self).split {
      !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
    }
    if let last = words.last, ["pl", "pm", "rb"].contains(ending),
      wordsOfPerl.contains(String(last))
    {
      return "\(last) "
    }
    return words.suffix(2).first { Self.words.contains(String($0)) }.map { "\($0) " }
  }
}
