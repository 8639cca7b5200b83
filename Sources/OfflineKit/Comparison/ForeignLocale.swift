import CSandbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The locale of the second build: the one that differs most from C in decimal commas, collation and the
/// upper case of i; at least another character set.
struct ForeignLocale {
  /// Its name.
  let name: String
  /// The folder that it was compiled into; nil when it is installed.
  let folder: String?
  /// Why it is not as foreign as it should be; nil when it is.
  let shortcoming: String?

  /// An installed locale, or one that `localedef` makes in `work`.
  init(in work: WorkFolder, environment: BuildEnvironment) throws(OfflineError) {
    let names = ["tr_TR", "et_EE", "de_DE", "fr_FR", "sv_SE", "en_US"].map { "\($0).UTF-8" }
    if let installed = names.first(where: { csandbox_has_locale($0) != 0 }) {
      self.init(name: installed, folder: nil, shortcoming: nil)
      return
    }
    let folder = try work.makeFolder("locales")
    var environment = environment
    environment["LC_ALL"] = nil
    let compiler = [
      "localedef", "--no-archive", "--quiet", "-i", "tr_TR", "-f", "UTF-8", "\(folder)/tr_TR.UTF-8",
    ]
    // Its status says nothing: it is 1 for mere warnings.
    _ = try ProgramOutput.of(compiler, environment)
    environment["LOCPATH"] = folder
    environment["LC_ALL"] = "tr_TR.UTF-8"
    if try ProgramOutput.of(["locale", "decimal_point"], environment) == ",\n" {
      self.init(name: "tr_TR.UTF-8", folder: folder, shortcoming: nil)
    } else {
      self.init(
        name: "C.UTF-8", folder: nil,
        shortcoming: "only the character set differs: no other locale is installed, and localedef "
          + "cannot make one; install a locale such as tr_TR.UTF-8")
    }
  }

  private init(name: String, folder: String?, shortcoming: String?) {
    (self.name, self.folder, self.shortcoming) = (name, folder, shortcoming)
  }
}
