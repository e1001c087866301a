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
sed -n 's/^PAWL_GUARD([a-z_]*, "\([a-z-]*\)".*/\1/p' src/guards/guard_rows.inc | while read -r id; do
  missing=0
  [ -s "docs/guards/$id.md" ] || { printf 'docs/guards/%s.md is missing\n' "$id"; missing=1; }
  ls "tests/golden/guards/$id"/*.case > /dev/null 2>&1 || { printf 'tests/golden/guards/%s has no case\n' "$id"; missing=1; }
  [ "$missing" = 0 ] || exit 1
done || bad=1

# Each command has its page, and no page is of a command that is gone.
sed -n 's/^ *{"\([a-z -]*\)", .*make_[a-z_]*.*/\1/p; s/^ *{"\([a-z -]*\)", "[^"]*",$/\1/p' src/cli/registry.cpp | tr ' ' - | sort -u > build/logs/commands
[ -s build/logs/commands ] || fault 'src/cli/registry.cpp names no command'
while read -r name; do
  [ -s "docs/cli/$name.md" ] || fault "docs/cli/$name.md is missing"
done < build/logs/commands
for page in docs/cli/*.md; do
  name=$(basename "$page" .md)
  case $name in exit-codes) continue ;; esac
  grep -qE "^$name(-|\$)" build/logs/commands || fault "$page is of no command"
done

# Each module of layers.txt has its paragraph.
sed -n 's/^\([a-z]*\):.*/\1/p' src/layers.txt | while read -r module; do
  [ -d "src/$module" ] || { printf 'src/layers.txt names %s, which is no folder\n' "$module"; exit 1; }
  grep -q "\*\*$module\*\*" ARCHITECTURE.md || { printf 'ARCHITECTURE.md says nothing of %s\n' "$module"; exit 1; }
done || bad=1

# Each defect of an older program has a test that is there.
sed -n 's/^| [^|]* | \([^|]*\) | `\([^`]*\)` |$/\1\t\2/p' docs/defects.md > build/logs/defects
[ -s build/logs/defects ] || fault 'docs/defects.md names no test'
while IFS="$(printf '\t')" read -r name file; do
  grep -qF "$name" "$file" || fault "docs/defects.md: $file has no test \"$name\""
done < build/logs/defects

# Relative links of our own pages.
for page in *.md docs/*.md docs/*/*.md; do
  [ -f "$page" ] || continue
  grep -o '](\([^)#:]*\)' "$page" 2>/dev/null | sed 's/^](//' | while read -r target; do
    [ -n "$target" ] || continue
    [ -e "$(dirname "$page")/$target" ] || { printf '%s: no such file: %s\n' "$page" "$target"; exit 1; }
  done || bad=1
done
exit "$bad"
