#!/bin/sh
# bench-ways.sh ROOT PAWL [REPO…]: each commit of these histories judged in every way there is, and every difference
# between what is said. Without REPO: this repository's own. PAWL_COMMITS: so many of each, 300 when it is not set.
set -eu
root=$1; pawl=$2; shift 2
[ $# -gt 0 ] || set -- "$root"
work=$(mktemp -d "$root/build/bench-ways-XXXXXX")
trap 'rm -rf "$work"' EXIT
node "$root/tests/bench/ways/run.mjs" "$pawl" "$work" "$@"
