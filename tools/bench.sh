#!/bin/sh
# bench.sh BUILD [FILES…]: each figure beside its floor, measured in the same run. FILES are the
# sizes of the generated repositories, 10000 and 100000 by default.
set -eu
build=$1; shift
sizes=${*:-10000 100000}
pawl=$build/pawl
work=$(mktemp -d "$build/bench-XXXXXX")
trap 'rm -rf "$work"' EXIT
export PAWL_HOME=$work/home

now() { date +%s%N; }

# best N COMMAND…: the shortest of N runs, in microseconds.
best() {
  n=$1; shift
  shortest=
  while [ "$n" -gt 0 ]; do
    start=$(now)
    "$@" > /dev/null 2>&1 || true
    took=$((($(now) - start) / 1000))
    if [ -z "$shortest" ] || [ "$took" -lt "$shortest" ]; then shortest=$took; fi
    n=$((n - 1))
  done
  echo "$shortest"
}

row() { # NAME FIGURE FLOOR-NAME FLOOR TARGET
  awk -v name="$1" -v figure="$2" -v floor_name="$3" -v floor="$4" -v target="$5" 'BEGIN {
    printf "%-34s %12.2f   %-30s %12.2f %8.1f   %s\n", name, figure, floor_name, floor, figure / (floor > 0 ? floor : 1), target }'
}

cold() { sync; echo 3 > /proc/sys/vm/drop_caches 2>/dev/null || return 1; }

generate() { # FOLDER COUNT: files of several languages, in folders of 100
  awk -v folder="$1" -v count="$2" 'BEGIN {
    for (i = 0; i < count; i++) {
      dir = folder "/d" int(i / 100)
      if (i % 100 == 0) system("mkdir -p " dir)
      kind = i % 5
      ending = kind == 0 ? "py" : kind == 1 ? "js" : kind == 2 ? "go" : kind == 3 ? "md" : "c"
      file = dir "/f" i "." ending
      for (j = 0; j < 30; j++) {
        if (kind == 0) printf "def f%d_%d(a):\n    \"\"\"Adds.\"\"\"\n    return a + %d\n\n", i, j, j > file
        else if (kind == 1) printf "export function f%d_%d(a) {\n  return a + %d;\n}\n\n", i, j, j > file
        else if (kind == 2) printf "%sfunc F%d_%d(a int) int {\n\treturn a + %d\n}\n\n", (j == 0 ? "package x\n\n" : ""), i, j, j > file
        else if (kind == 3) printf "## Part %d of %d\n\nSome words about it.\n\n", j, i > file
        else printf "int f%d_%d(int a) {\n  return a + %d;\n}\n\n", i, j, j > file
      }
      close(file)
    }
  }'
  git -C "$1" -c init.defaultBranch=main init --quiet
  git -C "$1" add --all
  git -C "$1" -c user.name=b -c user.email=b@localhost -c gc.auto=0 commit --quiet -m one
}

# add_history FOLDER COUNT COMMITS: on top of it, commits that change one to three of its functions.
add_history() {
  awk -v files="$2" -v commits="$3" '
    function text(i,   j, out, kind) {
      kind = i % 5
      for (j = 0; j < 30; j++) {
        n = j + more[i, j]
        if (kind == 0) out = out sprintf("def f%d_%d(a):\n    \"\"\"Adds.\"\"\"\n    return a + %d\n\n", i, j, n)
        else if (kind == 1) out = out sprintf("export function f%d_%d(a) {\n  return a + %d;\n}\n\n", i, j, n)
        else if (kind == 2) out = out sprintf("%sfunc F%d_%d(a int) int {\n\treturn a + %d\n}\n\n", (j == 0 ? "package x\n\n" : ""), i, j, n)
        else out = out sprintf("int f%d_%d(a) {\n  return a + %d;\n}\n\n", i, j, n)
      }
      return out
    }
    BEGIN {
      split("py js go md c", ending, " ")
      for (c = 1; c <= commits; c++) {
        printf "commit refs/heads/main\ncommitter b <b@localhost> %d +0000\ndata 3\none\n", 2000000000 + c
        if (c == 1) print "from refs/heads/main^0"
        for (k = 0; k <= c % 3; k++) {
          i = (c * 37 + k * 101) % files
          if (i % 5 == 3) i--
          more[i, c % 30] += 1000 + c
          body = text(i)
          printf "M 100644 inline d%d/f%d.%s\ndata %d\n%s\n", int(i / 100), i, ending[i % 5 + 1], length(body), body
        }
        print ""
      }
    }' | git -C "$1" fast-import --quiet
  git -C "$1" reset --quiet --hard main
}

(cd "$work" && "$build/tests/bench/pawl_bench")
echo "Where tree-sitter's parse alone takes more than 2 ms, the ratio is what Pawl answers for."
row "start-up of pawl version" "$(best 20 "$pawl" version)" "git version" "$(best 20 git version)" "< 5000 µs"
node "$(dirname "$0")/../tests/bench/runs.mjs" "$pawl"
node "$(dirname "$0")/../tests/bench/fleet.mjs" "$pawl"
node "$(dirname "$0")/../tests/bench/workplaces.mjs" "$pawl"

for size in $sizes; do
  repo=$work/repo-$size
  mkdir -p "$repo"
  generate "$repo" "$size"
  floor=$(best 3 git -C "$repo" grep -c -E 'zzz[0-9]+qqq')
  row "analyze $size files, warm" "$(best 3 "$pawl" analyze "$repo" --no-checks --json)" \
    "git grep, warm" "$floor" "$([ "$size" -gt 50000 ] && echo '1.5 s where git grep takes 1.05' || echo '0.2 s where git grep takes 0.14')"
  if cold; then
    floor=$(best 1 git -C "$repo" grep -c -E 'zzz[0-9]+qqq')
    cold
    row "analyze $size files, cold" "$(best 1 "$pawl" analyze "$repo" --no-checks --json)" \
      "git grep, cold" "$floor" "$([ "$size" -gt 50000 ] && echo '7 s where git grep takes 6.7' || echo '0.9 s where git grep takes 0.77')"
  else
    echo "analyze $size files, cold: dropping the page cache needs root"
  fi
  if [ "$size" = 10000 ]; then
    commits=1000
    add_history "$repo" "$size" "$commits"
    floor=$(best 20 git -C "$repo" show --stat HEAD)
    row "guard check --fast, $size files" "$(best 20 "$pawl" guard check --fast --repo "$repo" --head HEAD)" \
      "git show --stat" "$floor" "< 15000 µs"
    floor=$(best 1 git -C "$repo" log -p "HEAD~$commits..HEAD")
    took=$(best 2 "$pawl" guard replay --repo "$repo" "HEAD~$commits..HEAD")
    row "guard replay, $commits commits" "$took" "git log -p" "$floor" "200 commits/s; here $((commits * 1000000 / took))"
  fi
  rm -rf "$repo"
done
