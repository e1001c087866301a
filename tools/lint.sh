#!/bin/sh
# lint.sh ROOT: formatting, layers, documentation, shell scripts, clang-tidy.
set -u
root=$1
cd "$root" || exit 1
bad=0
say() { printf 'lint: %s\n' "$*"; }

say "formatting"
files=$(git ls-files 'src/*.cpp' 'src/*.hpp' 'tests/*.cpp')
# shellcheck disable=SC2086
clang-format-14 --dry-run --Werror $files || bad=1
say "layers"
sh tools/layers.sh || bad=1
say "names"
sh tools/names.sh || bad=1
say "documentation"
sh tools/check-docs.sh || bad=1
say "shell scripts"
for script in dev tools/*.sh; do sh -n "$script" || bad=1; done
say "clang-tidy"
cmake --preset tidy -DCMAKE_CXX_CLANG_TIDY= > build/logs/configure-tidy.log 2>&1 || bad=1
cmake --build build/tidy --target pawl_base > build/logs/build-tidy.log 2>&1 || bad=1
changed=${LINT_FILES:-$(git ls-files 'src/*.cpp' | grep -v '_test\.cpp$')}
printf '%s\n' $changed | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 4 clang-tidy-14 -p build/tidy --quiet || bad=1
exit "$bad"
