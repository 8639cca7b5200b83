public import TextFormats

extension Lock {
  /// Every key that a lock may contain, in the order in which they are written.
  public static let schema = TOMLSchema.table([
    .required("version", .integer, "The version of the format: \(version)."),
    .optional("package", .array(of: .table(packageFields)), "A vendored package."),
  ])

  private static let packageFields: [TOMLSchema.Field] = [
    .required("name", .string, "Letters, digits, '.', '_', '-'; also the folder's name."),
    .optional("version", .string, "The version as upstream writes it."),
    .required(
      "source", .string,
      "The address, or the path from the root; may contain {version}."),
    .required("type", .string, "\(SourceType.allCases.map(\.rawValue).joined(separator: ", "))."),
    .optional("ref", .string, "The requested branch, tag or commit of a git repository."),
    .optional("commit", .string, "Pin: the full commit id."),
    .optional("archive-sha256", .string, "Pin: the digest of the archive as fetched."),
    .optional("archive-sha512", .string, "Pin: its SHA-512, for bills of materials."),
    .optional(
      "strip", .integer, "How many leading folders are removed from every path.", default: "0"),
    .optional("include", .array(of: .string), "Globs of files to include.", default: "all"),
    .optional("exclude", .array(of: .string), "Globs of files to exclude.", default: "none"),
    .optional(
      "symlinks", .string,
      "'inside' allows symbolic links that stay inside the package.", default: "none"),
    .optional(
      "patches", .array(of: .string), "PATH sha256:HEX for each patch, in the order applied."),
    .optional("path", .string, "The package's folder, from the root.", default: "Vendor/NAME"),
    .optional("license", .string, "Pin: its licence, as an SPDX expression."),
    .optional(
      "license-files", .array(of: .string), "Pin: the licence files, from the package's folder."),
    .optional("purl", .string, "The package URL, for audits."),
    .optional("cpe", .string, "The CPE 2.3 name, for bills of materials."),
    .optional("supplier", .string, "Who makes it: NAME, or NAME <ADDRESS>."),
    .optional(
      "acknowledged", .array(of: .string),
      "Warnings of 'vendor verify' that somebody has accepted: "
        + Package.Acknowledgement.allCases.map(\.rawValue).joined(separator: ", ") + "."),
    .required("pristine", .string, "Pin: the digest of the list of selected files."),
    .required("tree", .string, "Pin: the digest of the list of committed files."),
    .optional("signed-by", .string, "Pin: the key that signed the archive, KIND:FINGERPRINT."),
    .optional("signature", .string, "Pin: the digest of the signature's file."),
    .optional("signature-key", .string, "Pin: the digest of the key's file."),
  ]
}
