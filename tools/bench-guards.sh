#!/bin/sh
# bench-guards.sh ROOT PAWL [REPO…]: wounds of each class put on real commits, and what the guards
# see of them; untouched commits, and how many a defect rule refuses. Without REPO: this
# repository's own history, and a few published packages unpacked into git.
set -eu
root=$1; pawl=$2; shift 2
work=$(mktemp -d "$root/build/bench-guards-XXXXXX")
trap 'rm -rf "$work"' EXIT
export PAWL_HOME="$work/home"

unpack() { # PACKAGE: one commit of what npm publishes
  folder=$work/source/$(printf '%s' "$1" | sed 's/@[0-9].*//; s/[^a-z0-9]/-/g')
  mkdir -p "$folder"
  (cd "$folder" && npm pack --silent "$1" > pack.name && tar -xzf "$(cat pack.name)" --strip-components=1 &&
    rm -f "$(cat pack.name)" pack.name && git init -q && git add -A &&
    git -c user.name=Bench -c user.email=bench@localhost commit -qm Import) > "$work/unpack.log" 2>&1 || {
    printf 'bench-guards: %s could not be unpacked\n' "$1" >&2
    return 0
  }
  printf '%s\n' "$folder"
}

if [ $# -eq 0 ]; then
  set -- "$root"
  for package in node-gyp@10.2.0 express@4.21.2 tree-sitter-go@0.23.4 tree-sitter-rust@0.23.3 commander@12.1.0; do
    folder=$(unpack "$package")
    [ -z "$folder" ] || set -- "$@" "$folder"
  done
fi
mkdir -p "$work/clones"
node "$root/tests/bench/guards/bench.mjs" "$pawl" "$work/clones" "$@"
