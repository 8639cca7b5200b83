# Sourced by Scripts/check: runs parts one after another and prints a table of them.
#
#   part NAME [--after NAME]… COMMAND…   runs COMMAND, also when an earlier part failed
#   finish                               prints the table; status 0 only if every part passed
#
# COMMAND passes with status 0 and fails with any other except 77, which means "not run" for the reason
# given to `note`. It is also not run if a part named by --after did not pass, or if it is in the list
# SKIP; only the latter keeps the status at 0. With PARTS, a list of names, all others are left out.

table='' unpassed=' ' status=0
note_file=$(mktemp)
trap 'rm -f "$note_file"' EXIT

# What the table says about a part: `note 14.9 MB`.
note() { echo "$*" >"$note_file"; }

part() {
  local name=$1 state=passed why='' started=$SECONDS seconds row
  shift
  [[ -z ${PARTS-} || " ${PARTS//,/ } " == *" $name "* ]] || return 0
  while [ "$1" = --after ]; do
    [[ $unpassed != *" $2 "* ]] || why="$2 did not pass"
    shift 2
  done
  [ -z "$why" ] || status=1
  [[ " ${SKIP-} " != *" $name "* ]] || why='SKIP names it'
  printf '\n== %s: %s\n' "$name" "${why:-$*}"
  if [ -n "$why" ]; then
    state='not run'
  else
    : >"$note_file"
    "$@"
    case $? in
      0) ;;
      77) state='not run' status=1 ;;
      *) state=failed status=1 ;;
    esac
    why=$(<"$note_file")
  fi
  [ "$state" = passed ] || unpassed+="$name "
  seconds=$((SECONDS - started))
  row=$(printf '%-18s %3d:%02d  %s' "$name" $((seconds / 60)) $((seconds % 60)) "$state${why:+: $why}")
  table+=$row$'\n'
  printf '== %s\n' "$row"
}

finish() {
  printf '\n== in all %d:%02d\n%s' $((SECONDS / 60)) $((SECONDS % 60)) "$table"
  [ -z "${PARTS-}" ] || echo "only these parts: PARTS=$PARTS"
  return $status
}
