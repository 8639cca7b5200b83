import SafeFiles
import TextFormats

/// How to keep git from converting a package's files.
extension Lock.Package {
  /// The line of `.gitattributes` that does it for everything below `folder`.
  static func attributesLine(for folder: RelativePath) -> String { "'\(folder)/** -text'" }

  /// The folder that needs that line: `Vendor`, or the package's own outside of it.
  var attributesFolder: RelativePath {
    path.isInside(WorkFolder.vendor) ? WorkFolder.vendor : path
  }

  /// The command that leaves out one of the package's files, given from the root, beside those that are
  /// left out already: the option replaces the list.
  func exclusionCommand(of file: RelativePath) -> String {
    let own = String(decoding: file.bytes.dropFirst(path.bytes.count + 1), as: UTF8.self)
    let options = (exclude + [own]).map { "--exclude \($0.shellWord)" }
    return "'assetkit vendor update \(name) \(options.joined(separator: " "))'"
  }

  /// The message and the remedy for a converted file, given from the root.
  func explanation(
    of conversion: LineEndings.Conversion, at file: RelativePath, in settings: GitSettings
  ) -> (message: String, remedy: String) {
    let cause = settings.cause(of: conversion, at: file)
    let message =
      "differs only in its line endings: \(conversion.description)"
      + (cause.map { "; \($0.setting) makes git convert it" } ?? "")
    if let attributes = cause?.attributes, attributes.isInside(path) {
      return (
        message,
        "leave \(attributes) out with \(exclusionCommand(of: attributes)), then remove the file and "
          + "check it out again"
      )
    }
    let isBelow = cause?.attributes == RelativePath(known: ".gitattributes")
    return (
      message,
      "add the line \(Self.attributesLine(for: attributesFolder)) to .gitattributes"
        + "\(isBelow ? ", below that line" : ""), commit it, then remove the file and check it out "
        + "again with 'git checkout'"
    )
  }
}
