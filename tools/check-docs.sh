#!/bin/sh
# Documentation that must be there and agree with the tables: a page for each command and guard,
# links that lead somewhere, and nothing that names a machine it was written on.
set -eu
cd "$(dirname "$0")/.."
bad=0
fault() { printf '%s\n' "$*"; bad=1; }

for file in README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md LICENSE docs/glossary.md; do
  [ -s "$file" ] || fault "$file is missing"
done
for command in './dev demo' './dev test'; do
  grep -qF "$command" README.md || fault "README.md does not name $command"
done

# Each row of the guard table has its page.
sed -n 's/^ *{"\([a-z-]*\)", "[A-Z0-9]*", ".*/\1/p' src/guards/registry.cpp | while read -r id; do
  [ -s "docs/guards/$id.md" ] || { printf 'docs/guards/%s.md is missing\n' "$id"; exit 1; }
done || bad=1

# Each module of floors.txt has its paragraph.
sed -n 's/^\([a-z]*\):.*/\1/p' src/floors.txt | while read -r module; do
  [ -d "src/$module" ] || { printf 'src/floors.txt names %s, which is no folder\n' "$module"; exit 1; }
  grep -q "\*\*$module\*\*" ARCHITECTURE.md || { printf 'ARCHITECTURE.md says nothing of %s\n' "$module"; exit 1; }
done || bad=1

# Relative links of our own pages.
for page in *.md docs/*.md docs/*/*.md; do
  [ -f "$page" ] || continue
  grep -o '](\([^)#:]*\)' "$page" 2>/dev/null | sed 's/^](//' | while read -r target; do
    [ -n "$target" ] || continue
    [ -e "$(dirname "$page")/$target" ] || { printf '%s: no such file: %s\n' "$page" "$target"; exit 1; }
  done || bad=1
done
exit "$bad"
