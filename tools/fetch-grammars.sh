#!/bin/sh
# fetch-grammars.sh DEPS_DIR: installs the tree-sitter sources that tools/grammars/package-lock.json
# pins into DEPS_DIR/grammars. Does nothing when they are already there. No package script runs.
set -eu
[ $# -eq 1 ] || { echo "usage: fetch-grammars.sh DEPS_DIR" >&2; exit 2; }
from=$(cd "$(dirname "$0")/grammars" && pwd)
into=$1/grammars
stamp=$into/installed-lock.json

if cmp -s "$from/package-lock.json" "$stamp"; then
  exit 0
fi
command -v npm >/dev/null || {
  echo "fetch-grammars: npm is missing; install it with: apt-get install npm" >&2
  exit 1
}
mkdir -p "$into"
rm -f "$stamp"
cp "$from/package.json" "$from/package-lock.json" "$from/.npmrc" "$into/"
echo "fetching the tree-sitter grammars into $into"
(cd "$into" && npm ci --ignore-scripts --no-audit --no-fund)
# The stamp comes last, so that an install that was cut off is done again.
cp "$from/package-lock.json" "$stamp.new"
mv "$stamp.new" "$stamp"
