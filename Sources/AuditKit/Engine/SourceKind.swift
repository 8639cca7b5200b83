/// Classifies source files by their file extensions.
enum SourceKind {
  private static let endings: Set<String> = [
    "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inl", "m", "mm", "s", "asm", "swift", "rs",
    "go",
    "java", "kt", "kts", "scala", "cs", "fs", "vb", "py", "pyx", "rb", "pl", "pm", "php", "lua",
    "tcl",
    "js", "mjs", "cjs", "jsx", "ts", "tsx", "vue", "css", "scss", "sh", "bash", "zsh", "ps1", "bat",
    "cmd", "mk", "cmake", "gradle", "bzl", "nix", "zig", "d", "nim", "ml", "mli", "hs", "erl", "ex",
    "exs", "clj", "r", "jl", "sql", "proto", "y", "l", "awk", "am", "ac", "m4", "in",
  ]

  /// Documents, data and settings, which people and tools read as text.
  private static let documents: Set<String> = [
    "md", "markdown", "rst", "adoc", "txt", "text", "html", "htm", "xhtml", "xml", "svg",
  ]
  private static let settings: Set<String> = [
    "yml", "yaml", "json", "json5", "jsonc", "toml", "ini", "cfg", "conf", "properties", "plist",
  ]

  /// Whether a file of this lower-case ending is a document, or settings or data in text.
  static func isProse(ending: String) -> Bool {
    documents.contains(ending) || isSettings(ending: ending)
  }

  /// Whether a file of this lower-case ending has settings or data in text.
  static func isSettings(ending: String) -> Bool { settings.contains(ending) }

  /// Whether a file of this lower-case ending is source.
  static func isSource(ending: String) -> Bool { endings.contains(ending) }

  /// Source of programs themselves: not of what builds, styles or describes them.
  private static let other: Set<String> = [
    "am", "ac", "m4", "in", "cmake", "mk", "gradle", "bzl", "nix", "sh", "bash", "zsh", "ps1",
    "bat",
    "cmd", "css", "scss", "awk", "proto",
  ]

  /// Whether a file of this lower-case ending is program code.
  static func isCode(ending: String) -> Bool {
    endings.contains(ending) && !other.contains(ending)
  }

  /// Whether comments are `/* … */` and `// …` in a file of this ending.
  static func hasSlashComments(ending: String) -> Bool {
    [
      "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm", "swift", "rs", "go", "java",
      "kt",
      "cs", "js", "mjs", "ts", "css",
    ].contains(ending)
  }

  /// Whether a file of this ending has a minified form.
  static func isMinifiable(ending: String) -> Bool {
    ["js", "mjs", "cjs", "css", "php", "rb", "py"].contains(ending)
  }
}
