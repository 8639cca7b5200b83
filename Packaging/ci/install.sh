# shellcheck shell=sh
# Defines install_assetkit, which downloads a release of assetkit, believes it only by its checksum, unpacks it and prints the
# path of the program. The GitHub action reads this file; the GitLab component contains its text, and a test compares them.
# It is written for a POSIX shell: macOS has bash 3.2, GitLab's images often only dash or BusyBox.
#
#   ASSETKIT_VERSION   the version, such as 1.2.0
#   ASSETKIT_SHA256    the archive's SHA-256; several, separated by blanks, where a job runs on several systems
#   ASSETKIT_RELEASES  the address that has vVERSION/assetkit-VERSION-SYSTEM-PROCESSOR.tar.gz
install_assetkit() (
  set -eu
  fail() {
    printf 'assetkit: install: %s\n' "$1" >&2
    exit 2
  }

  version=${ASSETKIT_VERSION-} releases=${ASSETKIT_RELEASES-}
  case $version in
    '') fail 'no version is given; name one, and the SHA-256 of its archive' ;;
    [!0-9]* | *[!0-9A-Za-z.+-]*) fail "'$version' is not a version; write it as 1.2.0" ;;
  esac
  # In a list of words, so that a pattern below cannot match half a checksum.
  accepted=" $(printf '%s' "${ASSETKIT_SHA256-}" | tr -s '[:space:]' ' ' | tr A-F a-f) "
  [ "${#accepted}" -gt 65 ] ||
    fail "no checksum is given for $version; give the SHA-256 that the release's SHA256SUMS has for this system"

  case ${RUNNER_OS:-$(uname -s)} in
    Linux) system=linux ;;
    macOS | Darwin) system=macos ;;
    *) fail "there is no release for ${RUNNER_OS:-$(uname -s)}; run the job on Linux or macOS" ;;
  esac
  case ${RUNNER_ARCH:-$(uname -m)} in
    X64 | x86_64 | amd64) processor=x86_64 ;;
    # Each system has its own name for it.
    ARM64 | arm64 | aarch64) [ "$system" = macos ] && processor=arm64 || processor=aarch64 ;;
    *) fail "there is no release for ${RUNNER_ARCH:-$(uname -m)}; run the job on x86_64 or arm64" ;;
  esac

  case $releases in
    *[!0-9A-Za-z:/._~%+-]*) fail "'$releases' is not an address of releases; it has characters that none needs" ;;
    https://*) protocol='=https' ;;
    # A server on the machine of the job itself.
    http://127.0.0.1:*) protocol='=http' ;;
    *) fail "'$releases' is not an address of releases; it must begin with https://" ;;
  esac
  name=assetkit-$version-$system-$processor
  address=${releases%/}/v$version/$name.tar.gz
  folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/assetkit.XXXXXX")

  curl --fail --silent --show-error --location --proto "$protocol" --proto-redir "$protocol" --globoff \
    --retry 3 --connect-timeout 30 --max-time 600 --max-filesize 268435456 \
    --output "$folder/archive" --url "$address" >&2 ||
    fail "$address could not be downloaded; check the version and that this machine may reach the address"
  if command -v sha256sum >/dev/null; then
    found=$(sha256sum <"$folder/archive")
  else
    found=$(shasum -a 256 <"$folder/archive")
  fi
  found=${found%% *}
  case $accepted in
    *" $found "*) ;;
    *) fail "$address: has SHA-256 $found; expected ${accepted# }; it is not the archive that was pinned" ;;
  esac

  tar -xzf "$folder/archive" -C "$folder" >&2 || fail "$address could not be unpacked"
  rm "$folder/archive"
  program=$folder/$name/bin/assetkit
  [ "$("$program" --version)" = "$version" ] ||
    fail "$name does not run on this machine; see the table of systems in the README"
  printf '%s\n' "$program"
)
