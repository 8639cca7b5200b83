#!/usr/bin/env bash
# The step of action.yml: installs assetkit, runs a check, and says where its SARIF file is.
#
# What the check prints contains names of files, which come from whoever opened the pull request. The runner takes lines that
# begin with '::' and '##[' anywhere in a line for commands, so it is told to take none until the step has ended
# (docs.github.com: "Workflow commands for GitHub Actions", "Stopping and starting workflow commands"). Problem matchers go on.
# shellcheck disable=SC2317 # what the trap calls
set -eu
here=$(dirname "$0")
# Lines of two streams may reach the runner in another order.
exec 2>&1

stop=$(od -An -N 16 -t x1 /dev/urandom | tr -d ' \n')
printf '::add-matcher::%s\n::stop-commands::%s\n' "$here/problem-matcher.json" "$stop"
program='' sarif='' status=2
finish() {
  # A message may end without a line feed.
  printf '\n::%s::\n::remove-matcher owner=assetkit::\n::remove-matcher owner=assetkit-file::\n' "$stop"
  output program "$program"
  [ -z "$sarif" ] || output sarif "$sarif"
  output status "$status"
}
# Runners before 2.297 (September 2022) have no file for outputs.
output() {
  if [ -n "${GITHUB_OUTPUT-}" ]; then
    printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
  else
    printf '::set-output name=%s::%s\n' "$1" "$(printf '%s' "$2" | sed 's/%/%25/g')"
  fi
}
trap finish EXIT
fail() {
  printf 'assetkit: %s\n' "$1"
  exit 2
}

case ${ASSETKIT_SARIF-}${ASSETKIT_DIRECTORY-}${RUNNER_TEMP-} in
  *[[:cntrl:]]*) fail 'sarif, directory: a path with a control character; rename it' ;;
esac
case ${ASSETKIT_COMMAND-} in
  check | 'vendor verify' | 'vendor audit' | none) ;;
  *) fail "command: '${ASSETKIT_COMMAND-}' is not a command; expected check, vendor verify, vendor audit or none" ;;
esac
if [ -z "${ASSETKIT_RELEASES-}" ]; then
  [ -n "${ASSETKIT_REPOSITORY-}" ] || fail 'releases: a copy of the action in the workspace does not know the releases; give their address'
  ASSETKIT_RELEASES=${GITHUB_SERVER_URL:-https://github.com}/$ASSETKIT_REPOSITORY/releases/download
fi

. "$here/install.sh"
program=$(install_assetkit) || exit 2
[ -z "${GITHUB_PATH-}" ] || printf '%s\n' "${program%/*}" >>"$GITHUB_PATH"
if [ "$ASSETKIT_COMMAND" = none ]; then
  status=0
  exit 0
fi

absolute() {
  case $1 in
    /*) printf '%s' "$1" ;;
    *) printf '%s' "$PWD/$1" ;;
  esac
}
# A new file, so that it is there only if this run has written it.
written=${program%/*/*}/assetkit.sarif
path=$(absolute "${ASSETKIT_SARIF:-$written}")
directory=$(absolute "${ASSETKIT_DIRECTORY:-.}")
# The words of a command become arguments; a line of the input becomes one, whatever it contains.
# shellcheck disable=SC2086
set -- $ASSETKIT_COMMAND "--sarif=$written"
while IFS= read -r argument; do
  [ -z "$argument" ] || set -- "$@" "$argument"
done <<END
${ASSETKIT_ARGUMENTS-}
END
cd "$directory" || fail "directory: '$directory' cannot be entered"
result=0
"$program" "$@" || result=$?
# 'check' also writes one where a check could not run, for those who read it: no scanner should take it for a clean result.
if [ -f "$written" ] && [ "$result" -le 1 ]; then
  [ "$path" = "$written" ] || cp "$written" "$path" || fail "sarif: '$path' cannot be written"
  sarif=$path
fi
status=$result
exit "$status"
