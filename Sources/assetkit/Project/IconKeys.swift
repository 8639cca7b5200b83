import TextFormats

/// The keys of `[[icons]]`.
///
/// Those of `options` are options of `assetkit icons` and mean the same, so most meanings are in their
/// help; a test compares the names.
enum IconKeys {
  /// The keys that are options of the command line, with the type of their values.
  static let options: [TOMLSchema.Field] = [
    .optional("preset", .oneOrMore(of: .string)), .optional("size", .oneOrMore(of: .integer)),
    .optional(
      "output", .stringOrTable(.map(of: .string)),
      "The output folder, or one for each preset: { ios = \"App/Assets.xcassets\", web = \"site\" }."
    ),
    .optional("set", .string), .optional("background", .string),
    .optional("foreground", .string), .optional("dark", .string), .optional("tinted", .string),
    .optional("monochrome", .string),
    .optional(
      "at", .map(of: .string), "Masters for single sizes in pixels: { 16 = \"art/small.png\" }."),
    .optional("fit", .string), .optional("padding", .integer), .optional("mask", .string),
    .optional("filter", .string), .optional("ringing", .boolean), .optional("light", .string),
    .optional("color", .string),
    .optional("optimize", .boolean), .optional("allow-upscale", .boolean),
    .optional("flatten", .boolean),
    .optional("without", .oneOrMore(of: .string)),
    .optional(
      "manifest",
      .table([
        .optional("name", .string, "The web application's name."),
        .optional("short-name", .string, "The name where there is little room."),
        .optional("theme-color", .string, "The colour of the browser's bars, #rrggbb."),
      ]), "What site.webmanifest says; whatever else it says stays."),
  ]

  /// The keys that only an entry has: what it is called, its master, and who makes its icons.
  static let ownFields: [TOMLSchema.Field] = [
    .optional(
      "name", .string, "What the entry is called, for --only, reports and 'like'.",
      default: "the master's name without its ending"),
    .optional("like", .string, "The entry whose keys this one starts from."),
    .optional("master", .string, "The master: a PNG file or an Icon Composer bundle."),
    .optional(
      "drawn-from", .string, "The SVG that the master was drawn from; --draw writes it."),
    .optional("drawn-from-sha256", .string, "The digest of that SVG; --draw writes it."),
    .optional(
      "target", .string,
      "In place of 'output': the target whose build makes the icons; 'like' does not take it over."),
  ]

  /// The option of the command line for `key`: the same name, but for the name of the set, because
  /// an entry has a name of its own.
  static func option(for key: String) -> String { "--\(key == "set" ? "name" : key)" }

  /// What the array of tables may contain.
  static let schema = TOMLSchema.array(of: .table(ownFields + options))
}
