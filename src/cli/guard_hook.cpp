// `pawl guard install-hook`: a pre-commit hook that runs `pawl guard check --staged --fast`.
#include "base/text.hpp"
#include "cli/command.hpp"
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

// Where git looks for the hooks of a repository. Pawl's own git looks nowhere, so it is not asked
// by name.
Result<std::string> hooks_folder(git::Git& git, const std::string& folder) {
  TRY_ASSIGN(const os::Finished set,
             git.run({.folder = folder, .args = {"config", "--local", "--get", "core.hooksPath"}}));
  if (!set.succeeded()) {
    TRY_ASSIGN(const std::string common,
               git.text(folder, {"rev-parse", "--path-format=absolute", "--git-common-dir"}));
    return common + "/hooks";
  }
  const std::string path(trim(set.out));
  if (path.starts_with('/')) return path;
  TRY_ASSIGN(const std::string top, git.top_level(folder));
  return top + "/" + path;
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
    TRY_ASSIGN(const std::string hooks, hooks_folder(git, folder));
    const std::string path = hooks + "/pre-commit";
    os::Files& files = context.ports.files;
    TRY_ASSIGN(const auto there, files.stat(path));
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
      return told(context, path, there ? "removed" : "absent");
    }
    TRY(files.make_folders(path.substr(0, path.rfind('/')), 0755));
    TRY(files.write_atomic(path, hook_text(strict), 0755));
    return told(context, path, "written");
  }

 private:
  Result<Exit> told(Context& context, const std::string& path, std::string_view state) const {
    context.console.say(std::string(state) + ": " + path);
    if (json) context.console.document(Json::object({{"path", path}, {"state", state}}));
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_guard_install_hook() { return std::make_unique<GuardInstallHook>(); }

}  // namespace pawl::cli
