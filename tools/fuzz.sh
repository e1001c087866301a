#!/bin/sh
# fuzz.sh BUILD [SECONDS]: each fuzz target for that long (600 by default), on its committed
# corpus. Findings go to build/fuzz-findings; new corpus entries are not kept.
set -eu
build=$1
seconds=${2:-600}
root=$(cd "$(dirname "$0")/.." && pwd)
findings=$root/build/fuzz-findings
mkdir -p "$findings"
for target in "$build"/tests/fuzz/*_fuzz; do
  name=$(basename "$target" _fuzz)
  work=$(mktemp -d)
  printf 'fuzz: %s for %s s\n' "$name" "$seconds"
  "$target" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 -artifact_prefix="$findings/$name-" \
    -print_final_stats=1 "$work" "$root/tests/fuzz/corpus/$name" 2> "$root/build/logs/fuzz-$name.log" || {
      tail -n 30 "$root/build/logs/fuzz-$name.log"
      printf 'fuzz: %s found something, see %s\n' "$name" "$findings"
      exit 1
    }
  sed -n 's/^stat::number_of_executed_units: */fuzz: executions: /p' "$root/build/logs/fuzz-$name.log"
  rm -rf "$work"
done
echo "fuzz: nothing found"
