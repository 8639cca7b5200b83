import TextFormats

/// The keys of `[[icons]]`.
///
/// Those of `options` are options of `assetkit icons` and mean the same; a test compares the names.
enum IconKeys {
  /// The keys that are options of the command line, with the type of their values.
  static let options: [TOMLSchema.Field] = [
    .optional("preset", .oneOrMore(of: .string)), .optional("size", .oneOrMore(of: .integer)),
    // A folder, or one for each preset.
    .optional("output", .stringOrTable(.map(of: .string))),
    .optional("set", .string), .optional("background", .string),
    .optional("foreground", .string), .optional("dark", .string), .optional("tinted", .string),
    .optional("monochrome", .string), .optional("at", .map(of: .string)),
    .optional("fit", .string), .optional("padding", .integer), .optional("mask", .string),
    .optional("filter", .string), .optional("ringing", .boolean), .optional("light", .string),
    .optional("color", .string),
    .optional("optimize", .boolean), .optional("allow-upscale", .boolean),
    .optional("flatten", .boolean),
    .optional("without", .oneOrMore(of: .string)),
    .optional(
      "manifest",
      .table([
        .optional("name", .string), .optional("short-name", .string),
        .optional("theme-color", .string),
      ])),
  ]

  /// The keys that only an entry has: what it is called, and its master.
  static let ownFields: [TOMLSchema.Field] = [
    .optional("name", .string), .optional("like", .string), .optional("master", .string),
    .optional("drawn-from", .string), .optional("drawn-from-sha256", .string),
  ]

  /// The option of the command line for `key`: the same name, but for the name of the set, because
  /// an entry has a name of its own.
  static func option(for key: String) -> String { "--\(key == "set" ? "name" : key)" }

  /// What the array of tables may contain.
  static let schema = TOMLSchema.array(of: .table(ownFields + options))
}
