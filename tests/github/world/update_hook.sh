#!/bin/sh
# update REF OLD NEW: whether a push may move a ref. FAKE_REFUSED and FAKE_NO_FORCE hold lines that begin with a ref and a
# tab; FAKE_NO_WORKFLOWS is a message for pushes that change workflows.
ref=$1 old=$2 new=$3
zero=0000000000000000000000000000000000000000
tab='	'

# Sets `message` to what stands behind the ref; by the shell alone, because a process costs more than the question.
message_of() {
  message=
  while IFS=$tab read -r name rest; do
    [ "$name" != "$ref" ] || { message=$rest; return; }
  done <<LINES
$1
LINES
}

message_of "${FAKE_REFUSED:-}"
refused=$message
if [ -n "$refused" ]; then
  printf '%s\n' "$refused" | sed 's/|/\n/g' >&2
  exit 1
fi
[ "$new" != "$zero" ] || exit 0
message_of "${FAKE_NO_FORCE:-}"
no_force=$message
if [ -n "$no_force" ] && [ "$old" != "$zero" ] && ! git merge-base --is-ancestor "$old" "$new"; then
  printf '%s\n' "$no_force" | sed 's/|/\n/g' >&2
  exit 1
fi
if [ -n "${FAKE_NO_WORKFLOWS:-}" ]; then
  if [ "$old" = "$zero" ]; then
    changed=$(git log --format= --name-only "$new" --not --all -- .github/workflows | head -n 1)
  else
    changed=$(git diff --name-only "$old" "$new" -- .github/workflows | head -n 1)
  fi
  if [ -n "$changed" ]; then
    printf '%s\n' "$FAKE_NO_WORKFLOWS" | sed "s|FILE|$changed|" >&2
    exit 1
  fi
fi
exit 0
