#!/bin/sh
# Checks src/layers.txt: each module includes only what its row allows, each library is included
# by its one module only, and no row is missing. Exit 1 with the offending lines otherwise.
set -eu
cd "$(dirname "$0")/.."
awk '
  FNR == NR {
    sub(/[ \t]+#.*/, ""); if ($0 ~ /^#/ || $0 ~ /^[ \t]*$/) next
    split($0, side, ":"); name = side[1]; list = $0; sub(/^[^:]*:/, "", list)
    if (name ~ /^@/) { library[substr(name, 2)] = list; next }
    known[name] = 1; may[name] = " " list " "; next
  }
  /^[ \t]*#[ \t]*include/ {
    path = FILENAME; sub(/^src\//, "", path); module = path; sub(/\/.*/, "", module)
    if (!(module in known)) { printf "%s: module %s has no row in src/layers.txt\n", FILENAME, module; bad = 1; next }
    what = $0; gsub(/^[^"<]*["<]|[">].*$/, "", what)
    for (prefix in library) {
      if (index(what, prefix) == 1 && index(" " library[prefix] " ", " " module " ") == 0) {
        printf "%s:%d: %s may only be included by %s\n", FILENAME, FNR, what, library[prefix]; bad = 1
      }
    }
    if ($0 !~ /"/) next
    target = what; sub(/\/.*/, "", target)
    if (target == module || !(target in known)) next
    if (may[module] ~ / \* /) next
    if (path ~ /_test\.cpp$|\/test_[a-z_]*\.[ch]pp$/ && index(may[module "(tests)"], " " target " ")) next
    if (index(may[module], " " target " ") == 0) {
      printf "%s:%d: %s may not use %s (src/layers.txt)\n", FILENAME, FNR, module, target; bad = 1
    }
  }
  END { exit bad }
' src/layers.txt $(git ls-files 'src/*.hpp' 'src/*.cpp' ; git ls-files --others --exclude-standard 'src/*.hpp' 'src/*.cpp')
echo "layers: every include stands on its layer"
