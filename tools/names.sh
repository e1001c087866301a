#!/bin/sh
# Checks that no two files of a module define the same thing in their anonymous namespaces, and none
# what a header of the module declares: whether files are compiled together (unity batches, whose
# sizes differ between presets) must not decide whether they compile. Exit 1 with both places otherwise. And that lists of words outlive their views.
set -eu
cd "$(dirname "$0")/.."
awk '
  # What is defined, as one line: `struct X`, `X` of a constant, or the function with its parameters.
  function seen(what,   key) {
    key = module " " what
    if (key in place && place[key] != FILENAME && !header) {
      printf "%s:%d: %s, which is in %s too: one of them, or two names\n", FILENAME, FNR, what, place[key]
      bad = 1
    }
    place[key] = FILENAME
  }
  # Parameter types alone: names, defaults and blanks do not tell overloads apart.
  function types(list,   parts, i, n, out) {
    gsub(/<[^<>]*<[^<>]*>[^<>]*>/, "<>", list)
    n = split(list, parts, ",")
    for (i = 1; i <= n; i++) {
      sub(/=.*/, "", parts[i]); gsub(/^[ \t]+|[ \t]+$/, "", parts[i])
      if (parts[i] ~ /[ &*>][A-Za-z_][A-Za-z_0-9]*$/) sub(/[A-Za-z_][A-Za-z_0-9]*$/, "", parts[i])
      gsub(/[ \t]+/, "", parts[i]); sub(/^const/, "", parts[i]); out = out (i > 1 ? "," : "") parts[i]
    }
    return out
  }
  FNR == 1 { module = FILENAME; sub(/^src\//, "", module); sub(/\/.*/, "", module); inside = 0; open = ""; header = FILENAME ~ /\.hpp$/ }
  /^namespace \{$/ { inside = 1; next }
  /^\}  \/\/ namespace$/ { inside = 0; next }
  header { inside = 1 }
  !inside { next }
  open != "" {
    open = open " " $0
    if ($0 !~ /[{;]$/) next
    line = open; open = ""
  }
  open == "" && /^[A-Za-z]/ { line = $0 }
  /^(struct|class|enum class|enum|union) [A-Za-z_0-9]+( final)?( :[^;]*)? ?\{?/ && !/;$/ || /^(struct|class|enum class|enum) [A-Za-z_0-9]+.*\{.*\};$/ {
    what = $0; sub(/^(enum class|[a-z]+) /, "", what); sub(/[^A-Za-z_0-9].*/, "", what)
    seen("type " what); line = ""; next
  }
  line == "" { next }
  line ~ /^(constexpr|const|inline|static|thread_local)[ a-z]* .*[ &*>][A-Za-z_][A-Za-z_0-9]*(\[[0-9]*\])?( = |\{|;|\()/ && line !~ /^[^={;]*\) (const )?\{/ {
    what = line; sub(/( = |\{|;|\().*/, "", what); sub(/\[[0-9]*\]$/, "", what); sub(/.*[ &*>]/, "", what)
    seen("constant " what); line = ""; next
  }
  line ~ /^[A-Za-z][A-Za-z_0-9:<>,*& ]* [*&]?[a-z_][A-Za-z_0-9]*\(/ {
    if (line !~ /[{;]$/) { open = line; line = ""; next }
    what = line; name = line
    if (line ~ /;$/ && !header) { line = ""; next }
    sub(/\(.*/, "", name); sub(/.*[ *&]/, "", name)
    list = substr(line, index(line, name "(") + length(name) + 1); sub(/\)[^)]*$/, "", list)
    seen(name "(" types(list) ")"); line = ""
  }
  { line = "" }
  END { exit bad }
' $({ git ls-files 'src/*.[ch]pp'; git ls-files --others --exclude-standard 'src/*.[ch]pp'; } | grep -v '_test\.cpp$' | awk '{ print ($0 ~ /hpp$/ ? 0 : 1), $0 }' | sort -u | cut -c3- | while read -r file; do [ -f "$file" ] && echo "$file"; done)
# A view of a word points into its list (base/text/fixed_words.hpp): one that ends with its function leaves it dangling.
awk '
  FNR == 1 { open = 0 }
  /^ .*constexpr auto k[A-Za-z0-9]+ =$/ && !/static/ { open = FNR }
  /^ .*constexpr auto k[A-Za-z0-9]+ = fixed_words\(/ && !/static/ || /^ +fixed_words\(/ && open == FNR - 1 && open > 0 {
    printf "%s:%d: a list of words in a function is `static constexpr`: its views point into it\n", FILENAME, FNR
    bad = 1
  }
  END { exit bad }
' $(git ls-files 'src/*.[ch]pp')
echo "names: each is defined once in its module"
