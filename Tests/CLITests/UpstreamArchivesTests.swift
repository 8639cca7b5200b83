import Subprocess
import SystemPackage
import Testing

#if os(Linux)
import Glibc

/// Archives that others have made, Debian's source packages and source distributions of the Python
/// index: vendored, checked with coreutils alone, damaged and repaired.
///
/// Fetched once into `$ASSETKIT_TEST_CACHE`, else `~/.cache/assetkit-tests`;
/// `ASSETKIT_SKIP_NETWORK_TESTS=1` leaves the test out and says so.
struct UpstreamArchivesTests {
  private static let packages = ["zlib", "lua5.4", "libpng1.6", "expat", "bzip2"]
  private static let distributions = ["six", "idna"]

  @Test func vendoredAsTarUnpacksThem() async throws {
    if getenv("ASSETKIT_SKIP_NETWORK_TESTS").map({ String(cString: $0) }) == "1" {
      print("skipped: ASSETKIT_SKIP_NETWORK_TESTS says that nothing may be fetched")
      return
    }
    let (folder, cache) = (try TestFolder(), try TestFolder())
    let outcome = try await Program.run(
      [], in: .init(folder.path),
      environment: [
        "XDG_CACHE_HOME": cache.path, "LC_ALL": "C",
        "PACKAGES": Self.packages.joined(separator: " "),
        "DISTRIBUTIONS": Self.distributions.joined(separator: " "),
      ],
      under: ["bash", "-euo", "pipefail", "-c", Self.script])
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("same: ") } == 7)
  }

  /// `$0` is the program.
  private static let script = #"""
    store=${ASSETKIT_TEST_CACHE:-$HOME/.cache/assetkit-tests}/debian
    mkdir -p "$store" up
    if [ ! -e "$store/complete" ]; then
      # A list of sources of its own: most machines list binary packages only.
      mkdir -p "$store/state/lists/partial" "$store/cache/archives/partial"
      key=/usr/share/keyrings/debian-archive-keyring.gpg
      echo "deb-src [signed-by=$key] http://deb.debian.org/debian bookworm main" >"$store/sources.list"
      (
        cd "$store"
        apt="apt-get -qq -o Dir::Etc::sourcelist=$store/sources.list -o Dir::Etc::sourceparts=-
          -o Dir::State=$store/state -o Dir::Cache=$store/cache -o APT::Sandbox::User=root"
        $apt update >&2
        $apt source --download-only $PACKAGES >&2
        touch complete
      )
    fi
    python=$(dirname "$store")/sdists
    if [ ! -e "$python/complete" ]; then
      mkdir -p "$python"
      python3 -m pip -q download --no-binary :all: --no-deps -d "$python" $DISTRIBUTIONS >&2
      touch "$python/complete"
    fi
    cp "$store"/*.orig.tar.* "$python"/*.tar.gz up/

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
