#!/bin/sh
# test-one.sh LOGS TEST: one doctest program, or one file of Node tests (*.test.mjs). Its output goes to LOGS/NAME.log, what came of
# it to LOGS/NAME.counts (`NAME PASSED FAILED SECONDS`), what could not be run here to LOGS/NAME.over, a line each, and all of it, for
# people, to standard output.
set -u
logs=$1
test=$2
started=$(date +%s)

node_test() {
  node --test-reporter=tap "$test" > "$log" 2>&1
  code=$?
  count() { sed -n "s/^# $1 \([0-9]*\)/\1/p" "$log" | tail -n 1; }
  good=$(count pass)
  bad=$(count fail); lost=$(count cancelled)
  bad=$((${bad:-0} + ${lost:-0}))
  sed -n 's/^ *ok [0-9]* - \(.*\) # SKIP *\(.*\)/\1: \2/p' "$log" > "${log%.log}.over"
}

# Its own count of test cases.
unit_test() {
  "$test" > "$log" 2>&1
  code=$?
  counts=$(sed -n 's/.*test cases: *\([0-9]*\) *| *\([0-9]*\) passed *| *\([0-9]*\) failed.*/\2 \3/p' "$log" | tail -n 1)
  good=${counts%% *}; bad=${counts##* }
  # The name of the test case stands some lines before what it says.
  awk '/TEST CASE:/ { name = $0; sub(/.*TEST CASE: */, "", name) }
       /passed over: / { why = $0; sub(/.*passed over: /, "", why); print name ": " why }' "$log" > "${log%.log}.over"
}

case $test in
  *.test.mjs)
    name=$(basename "$(dirname "$test")")/$(basename "$test" .test.mjs)
    log=$logs/test-$(echo "$name" | tr / -).log
    node_test ;;
  *)
    name=$(basename "$test")
    log=$logs/test-$name.log
    unit_test ;;
esac
good=${good:-0}; bad=${bad:-0}
# A crash, or a test that counted nothing, is one failure.
[ "$code" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
[ "$((good + bad))" -gt 0 ] || bad=1
# What failed, and where: Node's reports hold it between `not ok` and `...`, wherever in the log that is.
why() {
  case $test in
    *.test.mjs) sed -n '/^ *not ok /,/^ *\.\.\.$/p' "$log" | grep -vE '^ *(duration_ms|type):' | head -n 120 ;;
  esac
  tail -n 40 "$log"
}
if [ "$bad" -gt 0 ]; then why; fi
seconds=$(($(date +%s) - started))
printf '%-28s %5d passed %5d failed %5d s\n' "$name" "$good" "$bad" "$seconds"
echo "$name $good $bad $seconds" > "${log%.log}.counts"
