#!/bin/sh
# fetch-agents.sh DEPS_DIR [more]: installs the real coding agents that tests/agents pins into DEPS_DIR/agents; with `more`, also those of
# tests/agents/more into DEPS_DIR/more-agents. Does nothing when they are there. No package script runs but the two that put
# a program of this machine in its place.
set -eu
[ $# -ge 1 ] || { echo "usage: fetch-agents.sh DEPS_DIR [more]" >&2; exit 2; }
pins=$(cd "$(dirname "$0")/../tests/agents" && pwd)

# A lock that names packages for other machines only by their versions is not enough for `npm ci`.
install_from() { # FROM INTO NPM-COMMAND
  stamp=$2/installed-lock.json
  if cmp -s "$1/package-lock.json" "$stamp"; then
    return 0
  fi
  mkdir -p "$2"
  rm -f "$stamp"
  cp "$1/package.json" "$1/package-lock.json" "$1/.npmrc" "$2/"
  echo "fetching coding agents into $2"
  (cd "$2" && npm $3 --ignore-scripts --no-audit --no-fund)
  for script in @anthropic-ai/claude-code/install.cjs opencode-ai/postinstall.mjs; do
    [ ! -f "$2/node_modules/$script" ] || (cd "$(dirname "$2/node_modules/$script")" && node "$(basename "$script")")
  done
  # The stamp comes last, so that an install that was cut off is done again.
  cp "$1/package-lock.json" "$stamp.new"
  mv "$stamp.new" "$stamp"
}

command -v npm > /dev/null || {
  echo "fetch-agents: npm is missing; install it with: apt-get install npm" >&2
  exit 1
}
install_from "$pins" "$1/agents" ci
[ "${2:-}" != more ] || install_from "$pins/more" "$1/more-agents" "install --no-save"
