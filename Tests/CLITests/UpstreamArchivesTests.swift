import TestSupport
import Testing

#if os(Linux)
/// Archives that others have made: Debian's source packages and source distributions of the Python
/// index, which `Scripts/fetch-sources` fetches. Vendored, checked with coreutils alone, damaged and
/// repaired; `UpstreamArchivesTests+Audit.swift` audits them.
struct UpstreamArchivesTests {
  private static let sources = [
    "debian/bzip2", "debian/expat", "debian/libpng1.6", "debian/lua5.4", "debian/zlib", "pypi/idna",
    "pypi/six",
  ]

  @Test func vendoredAsTarUnpacksThem() async throws {
    guard let outcome = try await run(Self.script, on: Self.sources) else { return }
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("same: ") } == 7)
  }

  /// Runs a script of bash, whose `$0` is the program, in a new folder; the archives of `sources` are
  /// in its folder `up`.
  ///
  /// - Returns: nil where tests may not use the network.
  func run(
    _ script: String, on sources: [String], _ arguments: [String] = []
  ) async throws -> Command.Outcome? {
    guard let store = try await Checkout.fetched(by: "fetch-sources", sources) else { return nil }
    let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
    let archives = sources.map { "\(store)/\($0)/*" }.joined(separator: " ")
    try await Command.shell("mkdir up; cp \(archives) up", in: folder.path)
    return try await Program.run(
      arguments, in: folder.path, environment: ["XDG_CACHE_HOME": cache.path, "LC_ALL": "C"],
      under: ["bash", "-euo", "pipefail", "-c", script])
  }

  private static let script = #"""
    for archive in up/*.tar.*; do
      name=$(basename "$archive"); name=${name%%[_-]*}
      "$0" vendor add "$name" "$archive" --strip 1 --allow-symlinks >/dev/null
      mkdir -p "tar/$name"
      tar -xf "$archive" -C "tar/$name" --strip-components=1
      find "tar/$name" -type d -empty -delete
      diff -r --no-dereference "tar/$name" "Vendor/$name"
      for tree in tar Vendor; do
        (cd "$tree/$name" && find . -type f -perm -u+x | sort) >"$tree.executable"
      done
      diff tar.executable Vendor.executable
      (cd "Vendor/$name" && sha256sum --quiet -c "../$name.sums")
      test "sha256:$(sha256sum "Vendor/$name.sums" | cut -d' ' -f1)" = \
        "$(sed -n "/^name = \"$name\"/,/^tree/s/^tree = \"\(.*\)\"/\1/p" vendor.lock)"
      echo "same: $name, $(find "Vendor/$name" -type f | wc -l) files"
    done
    "$0" vendor verify --quiet
    "$0" vendor rebuild >/dev/null

    # Damage every package in every way that a folder can be damaged, and have each named.
    for tree in Vendor/*/; do
      mapfile -t files < <(find "$tree" -type f ! -perm -u+x ! -name '* *' | sort)
      echo drift >>"${files[0]}"; echo "${files[0]}" >>planted
      rm "${files[1]}"; echo "${files[1]}" >>planted
      chmod +x "${files[2]}"; echo "${files[2]}" >>planted
      rm "${files[3]}"; ln -s nowhere "${files[3]}"; echo "${files[3]}" >>planted
      echo new >"${tree}planted-file"; echo "${tree}planted-file" >>planted
    done
    found=0; "$0" vendor verify --quiet >findings || found=$?
    test $found = 1
    while read -r file; do
      grep -qF "${file//\/\//\/}: " findings || { echo "not named: $file"; cat findings; exit 1; }
    done <planted
    test "$(wc -l <planted)" = "$(grep -c integrity- findings)"

    "$0" vendor sync --force --offline
    "$0" vendor verify --quiet
    for tree in Vendor/*/; do diff -r --no-dereference "tar/$(basename "$tree")" "$tree"; done
    """#
}
#endif
