#!/bin/sh
# test.sh ROOT: every test there is, on what `./dev test` built. Ends with `N passed, N failed`.
set -u
root=$1
build=$root/build/dev
logs=$root/build/logs
mkdir -p "$logs"
passed=0
failed=0
failures=

note() { # NAME PASSED FAILED
  passed=$((passed + $2))
  failed=$((failed + $3))
  printf '%-28s %5d passed %5d failed\n' "$1" "$2" "$3"
  [ "$3" -eq 0 ] || failures="$failures $1"
}

# A check that is one test: its output is shown only when it fails.
check() { # NAME COMMAND…
  name=$1; shift
  if "$@" > "$logs/check-$name.log" 2>&1; then
    note "$name" 1 0
  else
    tail -n 40 "$logs/check-$name.log"
    note "$name" 0 1
  fi
}

# A doctest program: its own count of test cases; a crash counts as one failure more.
unit() { # PROGRAM
  name=$(basename "$1")
  log=$logs/unit-$name.log
  "$1" > "$log" 2>&1
  code=$?
  counts=$(sed -n 's/.*test cases: *\([0-9]*\) *| *\([0-9]*\) passed *| *\([0-9]*\) failed.*/\2 \3/p' "$log" | tail -n 1)
  good=${counts%% *}; bad=${counts##* }
  good=${good:-0}; bad=${bad:-0}
  [ "$code" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
  [ "$((good + bad))" -gt 0 ] || bad=1
  if [ "$bad" -gt 0 ]; then tail -n 60 "$log"; fi
  note "$name" "$good" "$bad"
}

# All files of Node tests, two at a time: most of what they do is wait. What takes longest begins first.
node_tests() {
  rm -f "$logs"/node-*.counts
  {
    find tests -name '*.test.mjs' -not -path '*/node_modules/*' | grep -E '/(migrate|vertical_tests)\.'
    find tests -name '*.test.mjs' -not -path '*/node_modules/*' | grep -vE '/(migrate|vertical_tests)\.' | sort
  } | PAWL="$build/pawl" xargs -P 2 -n 1 sh tools/node-test.sh "$logs"
  for file in $(find tests -name '*.test.mjs' -not -path '*/node_modules/*' | sort); do
    name=$(basename "$(dirname "$file")")/$(basename "$file" .test.mjs)
    # What was killed before it could count is one failure.
    counts=$(cat "$logs/node-$(echo "$name" | tr / -).counts" 2> /dev/null || echo "$name 0 1")
    bad=${counts##* }; counts=${counts% *}
    passed=$((passed + ${counts##* }))
    failed=$((failed + bad))
    [ "$bad" -eq 0 ] || failures="$failures $name"
  done
}

cd "$root" || exit 1
check floors sh tools/floors.sh
check docs sh tools/check-docs.sh

for program in $(find "$build" -type f -name '*_test' -perm -u+x | sort); do
  unit "$program"
done

node_tests

[ -z "$failures" ] || printf '\nfailed:%s (logs in build/logs)\n' "$failures"
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
