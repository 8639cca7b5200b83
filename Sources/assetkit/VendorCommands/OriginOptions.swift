import ArgumentParser
import VendorKit

/// The options of `add` and `update` for an archive that came another way, and for its signature.
struct OriginOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take the archive's bytes from this file; the address is what is pinned.", valueName: "file"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "A detached signature of the archive, by OpenPGP, minisign or SSH: a file or an address.",
      valueName: "file"))
  var signature: String?

  @Option(
    help: ArgumentHelp("The public key to check the signature with.", valueName: "file"))
  var key: String?

  func validate() throws {
    if key != nil, signature == nil {
      throw ValidationError("--key has an effect only with --signature.")
    }
  }

  /// The names of the given options, which can only be meant for one package.
  var namesForOnePackage: [String] {
    let given: KeyValuePairs = [
      "--from": from != nil, "--signature": signature != nil, "--key": key != nil,
    ]
    return given.filter(\.value).map(\.key)
  }

  /// The signature to check.
  var givenSignature: Vendoring.GivenSignature? {
    signature.map { Vendoring.GivenSignature($0, key: key) }
  }
}
