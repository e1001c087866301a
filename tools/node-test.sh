#!/bin/sh
# node-test.sh LOGS FILE: one file of Node tests. Its output goes to LOGS/node-FOLDER-NAME.log, what came
# of it to LOGS/node-FOLDER-NAME.counts (`FOLDER/NAME PASSED FAILED`) and, for people, to standard output.
set -u
name=$(basename "$(dirname "$2")")/$(basename "$2" .test.mjs)
log=$1/node-$(echo "$name" | tr / -).log
node --test --test-reporter=tap "$2" > "$log" 2>&1
code=$?
count() { sed -n "s/^# $1 \([0-9]*\)/\1/p" "$log" | tail -n 1; }
good=$(count pass); good=${good:-0}
bad=$(count fail); lost=$(count cancelled)
bad=$((${bad:-0} + ${lost:-0}))
[ "$code" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
[ "$((good + bad))" -gt 0 ] || bad=1
if [ "$bad" -gt 0 ]; then grep -vE '^ *(duration_ms|type):' "$log" | tail -n 80; fi
printf '%-28s %5d passed %5d failed\n' "$name" "$good" "$bad"
echo "$name $good $bad" > "${log%.log}.counts"
