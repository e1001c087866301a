#!/bin/sh
# bench-guards.sh ROOT PAWL [REPO…]: mutants of each kind put on real commits, and what the guards
# see of them; edits anybody may make and untouched commits, and how many a defect rule refuses.
# Without REPO: this repository's own history, and published packages unpacked into git.
set -eu
root=$1; pawl=$2; shift 2
work=$(mktemp -d "$root/build/bench-guards-XXXXXX")
[ -n "${PAWL_KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
export PAWL_HOME="$work/home"

# SOURCE PACKAGE: one commit of what npm or Debian publishes.
unpack() {
  folder=$work/source/$(printf '%s' "$2" | sed 's/\(.\)@[0-9].*/\1/; s/[^a-z0-9]/-/g')
  mkdir -p "$folder"
  (cd "$folder" &&
    case $1 in
      npm) npm pack --silent "$2" > pack.name && tar -xzf "$(cat pack.name)" --strip-components=1 && rm -f "$(cat pack.name)" pack.name ;;
      debian) apt-get -qq download "$2" && dpkg-deb -x ./*.deb . && rm -f ./*.deb ;;
    esac && git init -q && git add -A &&
    git -c user.name=Bench -c user.email=bench@localhost commit -qm Import) > "$work/unpack.log" 2>&1 || {
    printf 'bench-guards: %s could not be unpacked\n' "$2" >&2
    return 0
  }
  printf '%s\n' "$folder"
}

if [ $# -eq 0 ]; then
  set -- "$root"
  while read -r source package; do
    folder=$(unpack "$source" "$package" < /dev/null)
    [ -z "$folder" ] || set -- "$@" "$folder"
  done < "$root/tests/bench/guards/material.txt"
fi
mkdir -p "$work/clones"
node "$root/tests/bench/guards/bench.mjs" "$pawl" "$work/clones" "$@"
[ -z "${PAWL_KEEP:-}" ] || printf 'bench-guards: kept in %s\n' "$work"
