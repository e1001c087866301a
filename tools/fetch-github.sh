#!/bin/sh
# fetch-github.sh DEPS_DIR: installs into DEPS_DIR/github what tests/github/package-lock.json pins: GitHub's own
# descriptions of its interfaces, and the clients that the fake server is tried with. Does nothing when they are already there.
# No package script runs.
set -eu
[ $# -eq 1 ] || { echo "usage: fetch-github.sh DEPS_DIR" >&2; exit 2; }
from=$(cd "$(dirname "$0")/../tests/github" && pwd)
into=$1/github
stamp=$into/installed-lock.json

if cmp -s "$from/package-lock.json" "$stamp"; then
  exit 0
fi
command -v npm >/dev/null || {
  echo "fetch-github: npm is missing; install it with: apt-get install npm" >&2
  exit 1
}
mkdir -p "$into"
rm -f "$stamp"
cp "$from/package.json" "$from/package-lock.json" "$from/.npmrc" "$into/"
echo "fetching GitHub's descriptions into $into"
(cd "$into" && npm ci --ignore-scripts --no-audit --no-fund)
# Of the REST descriptions, one of twelve files is read; the others take 370 MB.
find "$into/node_modules/@octokit/openapi/generated" -name '*.json' ! -name api.github.com.json -exec rm {} +
# The stamp comes last, so that an install that was cut off is done again.
cp "$from/package-lock.json" "$stamp.new"
mv "$stamp.new" "$stamp"
