#!/bin/sh
# demo.sh PAWL [REPO]: lets Pawl improve a real repository. Without REPO: a small package from the
# npm registry, unpacked into git. With REPO: a clone of it, so the original stays untouched.
set -eu
pawl=$1
repo=${2:-}
root=$(cd "$(dirname "$0")/.." && pwd)
demo=$root/build/demo
package=ee-first@1.1.1

say() { printf '\n\033[1m$ %s\033[0m\n' "$*" | if [ -t 1 ]; then cat; else sed 's/\x1b\[[0-9;]*m//g'; fi; }
git_demo() { git -c user.name=demo -c user.email=demo@localhost -c init.defaultBranch=main -c core.hooksPath=/dev/null "$@"; }

rm -rf "$demo"
mkdir -p "$demo"
if [ -n "$repo" ]; then
  [ -e "$repo" ] || { printf 'demo: there is no %s\n' "$repo" >&2; exit 9; }
  say "git clone $repo build/demo/project"
  git_demo clone --quiet "$repo" "$demo/project"
else
  say "npm pack $package, unpacked into git"
  if [ ! -f "$root/build/demo-package/package/package.json" ]; then
    rm -rf "$root/build/demo-package"
    mkdir -p "$root/build/demo-package"
    (cd "$root/build/demo-package" && npm pack --silent "$package" > /dev/null && tar xzf ./*.tgz)
  fi
  cp -r "$root/build/demo-package/package" "$demo/project"
  git_demo -C "$demo/project" init --quiet
  git_demo -C "$demo/project" add --all
  git_demo -C "$demo/project" commit --quiet -m "Import $package"
fi

# State of the demonstration stays inside build/demo.
export PAWL_HOME=$demo/home
say "pawl run build/demo/project --model recipes: --yes"
code=0
"$pawl" run "$demo/project" --model recipes: --yes || code=$?
case $code in
  0 | 7) ;;
  3) echo "demo: Pawl finds nothing to do in this repository"; exit 0 ;;
  *) exit "$code" ;;
esac
say "pawl pr show 1 build/demo/project"
"$pawl" pr show 1 "$demo/project"
say "git log in build/demo/project"
git_demo -C "$demo/project" --no-pager log --oneline --topo-order --all --max-count=20
cat <<END

Look further:
  export PAWL_HOME=build/demo/home
  build/pawl pr diff 1 build/demo/project
  build/pawl pr merge 1 build/demo/project
  build/pawl logs
END
