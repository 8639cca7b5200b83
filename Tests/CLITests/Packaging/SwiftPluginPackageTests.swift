import SafeFiles
import TestSupport
import Testing

/// The package of plugins that Packaging/swift-plugins makes of a release.
struct SwiftPluginPackageTests {
  /// Contains `linux.zip` and `mac.zip`, bundles with scripts in place of the program.
  let folder: TemporaryFolder
  private let environment: [String: String?] = ["CHECKOUT": Checkout.path]

  init() async throws {
    folder = try TemporaryFolder()
    try await Command.shell(
      #"""
      for system in mac linux; do
        rm -rf assetkit.artifactbundle && mkdir -p assetkit.artifactbundle/$system
        echo "# for $system" >assetkit.artifactbundle/$system/assetkit
        chmod +x assetkit.artifactbundle/$system/assetkit
        echo '{"schemaVersion": "1.0", "artifacts": {"assetkit": {"type": "executable", "version": "1.2.0",
          "variants": [{"path": "'$system'/assetkit", "supportedTriples": ["triple-of-'$system'"]}]}}}' \
          >assetkit.artifactbundle/info.json
        python3 -m zipfile -c $system.zip assetkit.artifactbundle
      done
      """#, in: folder.path)
  }

  /// The bundles of two systems in one, the same bytes in any order.
  @Test func bundlesOfSeveralSystemsAreJoined() async throws {
    let found = try await Command.shell(
      """
      for order in "linux.zip mac.zip" "mac.zip linux.zip"; do
        rm -rf joined
        "$CHECKOUT/Packaging/swift-plugins" 1.2.0 https://example.org joined $order >/dev/null
        sha256sum <joined/assetkit.artifactbundle.zip >>sums
      done
      test "$(sort -u sums | wc -l)" = 1
      rm -r assetkit.artifactbundle
      unzip -q joined/assetkit.artifactbundle.zip
      grep -q "for linux" assetkit.artifactbundle/linux/assetkit
      test -x assetkit.artifactbundle/mac/assetkit
      jq -r '.artifacts.assetkit.variants[] | .path + " " + .supportedTriples[0]' \
        assetkit.artifactbundle/info.json
      """, in: folder.path, environment: environment)
    #expect(found == "linux/assetkit triple-of-linux\nmac/assetkit triple-of-mac\n")
  }

  @Test(arguments: [
    ("1.3.0 https://example.org out linux.zip", "is of version 1.2.0, not 1.3.0"),
    (
      "1.2.0 https://example.org out linux.zip linux.zip",
      "one bundle for each"
    ),
    ("1.2.0 http://example.org out linux.zip", "is not an https address"),
    (
      "1.2.0 'https://example.org\")' out linux.zip", "is not an https address"
    ),
    ("'1\"' https://example.org out linux.zip", "is not a version"),
    ("1.2.0 https://example.org assetkit.artifactbundle linux.zip", "exists"),
    ("1.2.0 https://example.org out assetkit.artifactbundle/info.json", "is not a bundle"),
    ("1.2.0 https://example.org out", "usage"),
  ])
  func whatIsNoReleaseIsRefused(_ arguments: String, _ reason: String) async throws {
    let outcome = try await Command.run(
      "sh", ["-c", "\"$CHECKOUT/Packaging/swift-plugins\" \(arguments)"], in: folder.path,
      environment: environment)
    #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try !folder.exists("out"))
  }
}
