// `pawl guard install-hook`: a pre-commit hook that runs `pawl guard check --staged --fast`.
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "runner/target.hpp"

namespace pawl::cli {
namespace {

constexpr std::string_view kMark = "# Written by `pawl guard install-hook`.";

// Hooks of a commit that is being made run with the index in GIT_INDEX_FILE.
std::string hook_text(bool strict) {
  return "#!/bin/sh\n" + std::string(kMark) +
         " Skip it once with `git commit --no-verify`.\n"
         "command -v pawl > /dev/null 2>&1 || {\n"
         "  echo 'pawl is not in PATH: the commit was not checked' >&2\n"
         "  exit 1\n"
         "}\n"
         "exec pawl guard check --staged --fast" +
         (strict ? " --strict" : "") + "\n";
}

// The file's own configuration names where hooks lie and where the git folder is, and anybody may
// have written it: nothing is written outside of the repository because of it.
struct Place {
  std::string top;     // of the work tree, or the git folder of a bare repository
  std::string common;  // the git folder; that of the main work tree for a linked one
};

bool lies_in(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// What is there of a path, with its links followed.
Result<std::string> real_part(os::Files& files, std::string path) {
  std::string behind;
  for (;;) {
    TRY_ASSIGN(const auto there, files.stat(path));
    if (there || path == "/") break;
    behind = "/" + os::file_name(path) + behind;
    path = os::parent_path(path);
  }
  TRY_ASSIGN(const std::string real, os::canonical_path(path));
  return real + behind;
}

// Of a git folder elsewhere (a linked work tree, a submodule): that it names this work tree, too.
Result<bool> knows_work_tree(git::Git& git, os::Files& files, const std::string& folder,
                             const std::string& top) {
  TRY_ASSIGN(const std::string own, git.text(folder, {"rev-parse", "--absolute-git-dir"}));
  if (const auto back = files.read(own + "/gitdir")) {
    const auto named = os::canonical_path(std::string(trim(*back)));
    if (named && *named == top + "/.git") return true;
  }
  TRY_ASSIGN(const os::Finished set,
             git.run({.folder = folder, .args = {"config", "--local", "--get", "core.worktree"}}));
  if (!set.succeeded()) return false;
  const std::string named(trim(set.out));
  const auto real = os::canonical_path(named.starts_with('/') ? named : own + "/" + named);
  return real && *real == top;
}

Result<Place> hook_place(git::Git& git, os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const std::string top_level, git.top_level(folder));
  TRY_ASSIGN(const std::string named, git.common_folder(folder));
  TRY_ASSIGN(std::string top, os::canonical_path(top_level));
  TRY_ASSIGN(std::string common, os::canonical_path(named));
  const std::string inner = top + "/.git";
  if (common == top || common == inner) return Place{std::move(top), std::move(common)};
  TRY_ASSIGN(const auto link, files.stat(inner));
  const bool is_file = link && link->type == os::FileType::file;
  TRY_ASSIGN(const bool known,
             is_file ? knows_work_tree(git, files, folder, top) : Result<bool>(false));
  if (!known) {
    return fail(Errc::denied, "the git folder of " + folder + ", " + common +
                                  ", and its work tree, " + top +
                                  ", do not belong together; give the repository whose hook it "
                                  "is to be with --repo");
  }
  return Place{std::move(top), std::move(common)};
}

// Where git looks for the hooks of a repository. Pawl's own git looks nowhere, so it is not asked
// by name.
Result<std::string> hooks_folder(git::Git& git, os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const Place place, hook_place(git, files, folder));
  TRY_ASSIGN(const os::Finished set,
             git.run({.folder = folder, .args = {"config", "--local", "--get", "core.hooksPath"}}));
  std::string hooks = place.common + "/hooks";
  if (set.succeeded()) {
    const std::string path(trim(set.out));
    hooks = path.starts_with('/') ? path : place.top + "/" + path;
  }
  TRY_ASSIGN(const std::string real, real_part(files, os::absolute_path(hooks)));
  if (lies_in(real, place.top) || lies_in(real, place.common)) return real;
  return fail(Errc::denied,
              "the hooks of " + place.top + " lie outside of it, in " + printable(real, 300) +
                  (set.succeeded() ? " (core.hooksPath of its configuration)" : " (a link)") +
                  "; add this line to the pre-commit hook there yourself: pawl guard check "
                  "--staged --fast");
}

class GuardInstallHook final : public Command {
 public:
  std::string repo;
  bool strict = false;
  bool remove = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--repo", "DIR", "the repository; the current directory when absent", &repo},
            {"--strict", "", "scope findings refuse too", &strict},
            {"--remove", "", "take the hook away again", &remove},
            {"--json", "", "one JSON document", &json}};
  }

  Result<Exit> run(Context& context) override {
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    const std::string folder = repo.empty()            ? context.ports.folder
                               : repo.starts_with('/') ? repo
                                                       : context.ports.folder + "/" + repo;
    os::Files& files = context.ports.files;
    TRY_ASSIGN(const std::string hooks, hooks_folder(git, files, folder));
    const std::string path = hooks + "/pre-commit";
    TRY_ASSIGN(const auto there, files.stat(path));
    if (there && there->type != os::FileType::file) {
      return fail(Errc::denied, path + " is not a file and stays as it is; move it away first");
    }
    if (there) {
      TRY_ASSIGN(const std::string text, files.read(path));
      if (!contains(text, kMark)) {
        return fail(Errc::denied, path +
                                      " is somebody else's hook and stays as it is; add this line "
                                      "to it: pawl guard check --staged --fast");
      }
    }
    if (remove) {
      if (there) TRY(files.remove(path));
      return done(context, path, there ? "removed" : "absent");
    }
    TRY(files.make_folders(path.substr(0, path.rfind('/')), 0755));
    TRY(files.write_atomic(path, hook_text(strict), 0755));
    return done(context, path, "written");
  }

 private:
  Result<Exit> done(Context& context, const std::string& path, std::string_view state) const {
    context.console.say(std::string(state) + ": " + path);
    if (json) context.console.document(Json::object({{"path", path}, {"state", state}}));
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_guard_install_hook() { return std::make_unique<GuardInstallHook>(); }

}  // namespace pawl::cli
