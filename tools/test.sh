#!/bin/sh
# test.sh ROOT [--fast | NAME]: every test there is, on what `./dev test` built; with --fast, no scripts; with a name, the unit tests of
# that module, or the scripts whose path holds it, and of those also what is large. Ends with `N passed, N failed`.
set -u
root=$1
only=${2:-}

# Much of what tests do is to make small files and to remove them again. Where root may, and there is memory enough, /tmp is
# in memory for them: a tmpfs in a namespace of mounts of their own, which goes with them. PAWL_TMP=disk leaves it out.
memory_free() { awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo 2> /dev/null || echo 0; }
# Not where somebody lives there.
tmp_is_free() {
  for place in "$root" "${HOME:-/}" "${TMPDIR:-/}" "$(command -v node)"; do
    case $(readlink -f "$place") in /tmp/*) return 1 ;; esac
  done
}
if [ -z "${PAWL_TMP:-}" ] && [ "$(id -u)" = 0 ] && [ "$(memory_free)" -ge 10000 ] && tmp_is_free &&
  unshare --mount mount -t tmpfs pawl-tests /tmp 2> /dev/null; then
  export PAWL_TMP=memory
  exec unshare --mount sh -c 'mount -t tmpfs -o mode=1777,size=6g pawl-tests /tmp && exec sh "$@"' sh "$0" "$@"
fi
build=$root/build/dev
logs=$root/build/logs
mkdir -p "$logs"
cd "$root" || exit 1
passed=0
failed=0
failures=

note() { # NAME PASSED FAILED
  passed=$((passed + $2))
  failed=$((failed + $3))
  [ "$3" -eq 0 ] || failures="$failures $1"
}

# A check that is one test: its output is shown only when it fails.
check() { # NAME COMMAND…
  name=$1; shift
  if "$@" > "$logs/check-$name.log" 2>&1; then
    printf '%-28s     1 passed     0 failed\n' "$name"
    note "$name" 1 0
  else
    tail -n 40 "$logs/check-$name.log"
    printf '%-28s     0 passed     1 failed\n' "$name"
    note "$name" 0 1
  fi
}

programs() { find "$build" -type f -name '*_test' -perm -u+x; }
scripts() { find tests -name '*.test.mjs' -not -path '*/node_modules/*'; }

# What takes longest begins first, in this order, so that nothing long is left alone at the end.
LONGEST='e2e/github_torture e2e/crash repo_test attacks/build runner_test e2e/vertical_tests attacks/repository e2e/migrate forge_test e2e/test_first e2e/replay
  e2e/lost_checks attacks/model e2e/ci e2e/ways attacks/environment e2e/land_github e2e/land e2e/full_disk e2e/guard_tools git_test stages_test agents/real'
all_tests() {
  case $only in
    '') programs; scripts ;;
    --fast) programs ;;
    agents) programs | grep -E '/agents_test$'; scripts | grep -F /agents ;;
    *) programs | grep -E "/${only}_test\$" || scripts | grep -F "$only" ;;
  esac
}
in_order() {
  for name in $LONGEST; do all_tests | grep -E "/$name(\.test\.mjs)?\$"; done
  all_tests | grep -vE "/($(echo $LONGEST | tr ' ' '|'))(\.test\.mjs)?\$" | sort
}

case $only in '' | --fast) ;; *) PAWL_LARGE=1; export PAWL_LARGE ;; esac
case $only in
  '' | --fast)
    check layers sh tools/layers.sh
    check names sh tools/names.sh
    check docs sh tools/check-docs.sh ;;
  *) [ -n "$(in_order)" ] || { echo "test.sh: no unit tests of a module '$only', and no script of that name" >&2; exit 2; } ;;
esac
rm -f "$logs"/test-*.counts "$logs"/test-*.over
in_order | PAWL="$build/pawl" xargs -P "$(($(getconf _NPROCESSORS_ONLN) + 1))" -n 1 sh tools/test-one.sh "$logs"
for test in $(in_order); do
  name=$(basename "$test" .test.mjs)
  case $test in *.test.mjs) name=$(basename "$(dirname "$test")")/$name ;; esac
  # What was killed before it could count is one failure.
  set -- $(cat "$logs/test-$(echo "$name" | tr / -).counts" 2> /dev/null || echo "$name 0 1 0")
  note "$1" "$2" "$3"
done

over=$(cat "$logs"/test-*.over | wc -l)
if [ "$over" -gt 0 ]; then
  printf '\n%d passed over, in part or whole, on this machine:\n' "$over"
  for file in "$logs"/test-*.over; do
    test=$(basename "$file" .over)
    sed "s/^/  ${test#test-}: /" "$file"
  done
fi
[ -z "$failures" ] || printf '\nfailed:%s (logs in build/logs)\n' "$failures"
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
