import AuditKit
import IconKit
import TextFormats
import VendorKit

extension Topic {
  /// Its text.
  var parts: [Part] {
    switch self {
    case .project: Self.projectParts
    case .presets: Self.presetParts
    case .lock: Self.lockParts
    case .policy: Self.policyParts
    }
  }

  private static var projectParts: [Part] {
    [
      .paragraph(
        """
        assetkit.toml stands at the root of a project and says what assetkit makes and checks there, \
        so that commands need no arguments: 'assetkit icons' makes every entry of [[icons]], \
        'assetkit check' checks icons and vendored packages. 'assetkit init' writes it from what it \
        finds. A file of this name, or a vendor.lock, makes its folder the root.
        """),
      .example(
        """
        version = 1

        [[icons]]
        name = "app"
        master = "art/icon.png"
        preset = ["ios", "android"]
        output = "App/Assets.xcassets"
        background = "#0a84ff"

        [[icons]]
        name = "app-beta"
        like = "app"
        set = "AppIcon-Beta"
        master = "art/icon-beta.png"
        """),
      .paragraph(
        """
        Paths are relative to the file, use '/' and stay inside its folder. A key or table that is \
        not listed here is an error. Most keys of [[icons]] are options of 'assetkit icons' and mean \
        the same.
        """),
    ]
      + tables(
        of: ProjectFile.schema, explainedIn: ["preset": .presets, "audit": .policy],
        without: PolicyFile.formerFields.map(\.name))
  }

  private static var presetParts: [Part] {
    [
      .paragraph(
        """
        A preset is a set of files that a platform expects. 'assetkit icons master.png --preset \
        ios,android' makes those of two; 'assetkit icons --list-presets ios' lists every file with \
        its size. Without --preset it is classic.
        """),
      .list(
        heading: "Presets",
        Preset.all.map { Item(name: $0.name, meaning: "\($0.summary).") }),
      .paragraph(
        "Presets of your own stand in assetkit.toml and are used by name like the others:"),
      .example(
        """
        version = 1

        [[preset]]
        name = "kiosk"
        summary = "the tiles of our kiosk"
        fit = "pad"
        files = [
          { path = "tile.png", size = 310, padding = 10 },
          { path = "wide/tile.png", width = 620, height = 310, opaque = true },
          { path = "app.ico", sizes = [16, 32, 48] },
        ]
        """),
    ] + tables(in: ProjectFile.schema, at: "preset")
  }

  private static var lockParts: [Part] {
    [
      .paragraph(
        """
        vendor.lock stands at the root of a project and pins its vendored packages. The commands of \
        'assetkit vendor' write it; commit it together with Vendor/. 'assetkit vendor verify' reads \
        the tree and says, without a network, which files are not what is pinned.
        """),
      .example(
        """
        version = 1

        [[package]]
        name = "base32"
        version = "1.0"
        source = "https://example.org/base32-{version}.tar.gz"
        type = "archive"
        archive-sha256 = "7eaa0f5f…"
        strip = 1
        license = "0BSD"
        pristine = "sha256:6ecd12ed…"
        tree = "sha256:3530fc5d…"
        """),
      .paragraph(
        """
        Three digests form a chain: of the archive as fetched, of the list of the files selected \
        from it (pristine), and of the list of the files committed, after patches (tree). The last \
        list is Vendor/NAME.sums. Two commands check a package where there is no assetkit:
        """),
      .example(
        """
        sha256sum Vendor/base32.sums              # is 'tree' in vendor.lock
        (cd Vendor/base32 && sha256sum -c ../base32.sums)
        """),
      .paragraph(
        """
        Keys whose meaning begins with 'Pin:' are written by the commands that fetch. The others \
        may be edited; then run 'assetkit vendor update NAME'. After a merge with conflicts, run \
        'assetkit vendor resolve'.
        """),
    ] + tables(of: Lock.schema)
  }

  private static var policyParts: [Part] {
    [
      .paragraph(
        """
        [audit] in assetkit.toml says what 'assetkit vendor audit' accepts, and makes 'assetkit \
        check' run it. Every key may be left out. An audit reads the tree and uses no network.
        """),
      .example(
        """
        version = 1

        [audit]
        fail-on = "error"
        allow = ["permissive", "MPL-2.0"]

        [audit.severity]
        hidden-large = "off"

        [[audit.exception]]
        rule = "licence-undeclared"
        package = "zlib"
        path = "Vendor/zlib/contrib"
        reason = "not compiled"
        until = "2027-01-31"
        """),
      .list(
        heading: "Groups of licences for 'allow' and 'deny', beside SPDX identifiers",
        LicensePreset.allCases.map {
          Item(name: $0.rawValue, meaning: $0.examples.joined(separator: ", ") + "…")
        }),
    ] + tables(in: ProjectFile.schema, at: "audit") + [
      .paragraph(
        """
        Before there was [audit], keys of the policy stood at the top of the file. Such a file is \
        still read, and a note says where they belong: \
        \(PolicyFile.formerFields.map(\.name).joined(separator: ", ")).
        """)
    ]
  }
}
