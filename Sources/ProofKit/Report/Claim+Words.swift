extension Proof.Claim.Kind {
  /// How the claim is checked.
  public var method: String {
    switch self {
    case .vendored:
      "Each package was rebuilt in an empty folder: the pinned source was unpacked, the selection "
        + "applied, then the patches, without fuzz. Every file was compared byte for byte with the "
        + "one that is committed, and files that nothing pins were looked for."
    case .icons:
      "Each icon was drawn again from its master and compared pixel by pixel, with the parts of "
        + "the file that decide how it looks. Compressed bytes may differ and were not compared."
    case .audit: "The policy in [audit] of assetkit.toml was applied to the vendored packages."
    case .build:
      "The command ran twice, each time in a fresh copy of the commit, without a network and in a "
        + "different environment. Every file that [build] compares was compared byte for byte."
    }
  }

  /// What the claim does not say.
  public var limits: String {
    switch self {
    case .vendored:
      "It does not say that upstream published the source under its address, nor that the source "
        + "is harmless: it says that nothing but the listed patches was changed."
    case .icons:
      "It does not say who drew a master. Where a master was drawn from an SVG, only the SVG's "
        + "digest was compared; the drawing program was not run."
    case .audit: "It says what the policy asks, and no more."
    case .build:
      "The builds used the compiler, the libraries and the kernel of this machine and could read "
        + "its other files, such as the results of an earlier build; these are not covered."
    }
  }

  /// The commands that check this claim alone, in a clean clone.
  public var commands: [String] {
    switch self {
    case .vendored: ["assetkit vendor verify", "assetkit vendor rebuild"]
    case .icons: ["assetkit icons --check", "assetkit icons --lint"]
    case .audit: ["assetkit vendor audit"]
    case .build: ["assetkit offline --twice"]
    }
  }
}
