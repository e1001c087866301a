#include <algorithm>
#include <charconv>

#include "base/text.hpp"
#include "git/git.hpp"

namespace pawl::git {
namespace {

constexpr std::string_view kHeads = "refs/heads/";

// What may stand for a commit in an argument list: never a flag, never two lines.
Status check_revision(const std::string& revision) {
  const bool plain = !revision.empty() && revision.front() != '-' &&
                     revision.find_first_of(std::string_view("\n\0", 2)) == std::string::npos;
  if (plain) return Done{};
  return fail(Errc::invalid, "\"" + printable(revision, 120) + "\" is not a revision");
}

std::string without_newline(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

std::vector<std::string> nul_separated(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto end = text.find('\0');
    out.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

// `<mode> <type> <object>\t<path>`
std::optional<TreeEntry> parse_tree_entry(std::string_view line) {
  const auto tab = line.find('\t');
  const auto mode_end = line.find(' ');
  if (tab == std::string_view::npos || mode_end > tab) return std::nullopt;
  TreeEntry entry;
  const auto [end, error] = std::from_chars(line.data(), line.data() + mode_end, entry.mode, 8);
  if (error != std::errc() || end != line.data() + mode_end) return std::nullopt;
  const auto object = line.rfind(' ', tab) + 1;
  entry.object = line.substr(object, tab - object);
  entry.path = line.substr(tab + 1);
  return entry;
}

constexpr std::string_view kOffVariable = "PAWL_OFF";
constexpr std::string_view kFalseVariable = "PAWL_FALSE";

// The flags that switch off every filter the repository's configuration defines: `git status`
// would run their clean commands on files that look changed. By --config-env, because with -c the
// name of a driver could hold the `=` that ends the key.
std::vector<std::string> without_filters(const std::string& config_keys) {
  std::vector<std::string> flags;
  const auto set = [&](const std::string& key, std::string_view variable) {
    flags.push_back("--config-env=" + key + "=" + std::string(variable));
  };
  for (const std::string& key : nul_separated(config_keys)) {
    const std::string driver = key.substr(0, key.rfind('.'));
    for (const char* command : {".clean", ".smudge", ".process"})
      set(driver + command, kOffVariable);
    set(driver + ".required", kFalseVariable);
  }
  return flags;
}

}  // namespace

Result<std::string> Git::top_level(const std::string& path) {
  const Run run{.folder = path, .args = {"rev-parse", "--is-bare-repository", "--show-toplevel"}};
  TRY_ASSIGN(os::Finished finished, this->run(run));
  constexpr std::string_view kNotBare = "false\n";
  if (finished.succeeded() && finished.out.starts_with(kNotBare)) {
    return without_newline(finished.out.substr(kNotBare.size()));
  }
  if (finished.out.empty()) {
    Error error = failure(run, finished);
    if (error.code == Errc::not_found) {
      error.message = "there is no git repository at \"" + printable(path, 200) + "\"";
    }
    return error;
  }
  // Bare, or inside the git folder of one that is not.
  TRY_ASSIGN(std::string folder, text(path, {"rev-parse", "--absolute-git-dir"}));
  if (finished.out.starts_with(kNotBare) && folder.ends_with("/.git")) {
    folder.resize(folder.size() - std::string_view("/.git").size());
  }
  return folder;
}

Result<bool> Git::is_bare(const std::string& folder) {
  TRY_ASSIGN(const std::string answer, text(folder, {"rev-parse", "--is-bare-repository"}));
  return std::string_view(answer) == "true";
}

Result<std::optional<std::string>> Git::resolve(const std::string& folder,
                                                const std::string& revision) {
  TRY(check_revision(revision));
  const Run run{
      .folder = folder,
      .args = {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"}};
  TRY_ASSIGN(os::Finished finished, this->run(run));
  if (finished.succeeded()) return std::optional(without_newline(std::move(finished.out)));
  if (finished.ending == os::Ending::exited && finished.exit_code == 1) {
    return std::optional<std::string>();
  }
  return failure(run, finished);
}

Result<std::optional<std::string>> Git::current_branch(const std::string& folder) {
  const Run run{.folder = folder, .args = {"symbolic-ref", "--quiet", "HEAD"}};
  TRY_ASSIGN(os::Finished finished, this->run(run));
  if (finished.succeeded() && finished.out.starts_with(kHeads)) {
    return std::optional(without_newline(finished.out.substr(kHeads.size())));
  }
  const bool detached = finished.ending == os::Ending::exited && finished.exit_code == 1;
  if (finished.succeeded() || detached) return std::optional<std::string>();
  return failure(run, finished);
}

Result<std::vector<std::string>> Git::branches(const std::string& folder) {
  TRY_ASSIGN(const std::string out,
             text(folder, {"for-each-ref", "--format=%(refname)", std::string(kHeads)}));
  std::vector<std::string> names;
  for (const std::string_view line : split_lines(out)) {
    if (line.starts_with(kHeads)) names.emplace_back(line.substr(kHeads.size()));
  }
  return names;
}

Result<bool> Git::is_ancestor(const std::string& folder, const std::string& a,
                              const std::string& b) {
  TRY(check_revision(a));
  TRY(check_revision(b));
  const Run run{.folder = folder, .args = {"merge-base", "--is-ancestor", a, b}};
  TRY_ASSIGN(const os::Finished finished, this->run(run));
  if (finished.succeeded()) return true;
  if (finished.ending == os::Ending::exited && finished.exit_code == 1) return false;
  return failure(run, finished);
}

Result<std::vector<TreeEntry>> Git::list_tree(const std::string& folder,
                                              const std::string& commit) {
  TRY(check_revision(commit));
  TRY_ASSIGN(const std::string out,
             output({.folder = folder, .args = {"ls-tree", "-r", "-z", "--full-tree", commit}}));
  std::vector<TreeEntry> entries;
  std::string_view rest = out;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    auto entry = parse_tree_entry(line);
    if (!entry) {
      return fail(Errc::upstream, "git ls-tree in " + folder + " answered \"" +
                                      printable(line, 200) + "\", which is not a tree entry");
    }
    entries.push_back(std::move(*entry));
  }
  return entries;
}

Result<std::string> Git::show(const std::string& folder, const std::string& commit,
                              const std::string& path) {
  TRY(check_revision(commit));
  return output({.folder = folder, .args = {"cat-file", "blob", commit + ":" + path}});
}

Result<std::string> Git::diff(const std::string& folder, const std::string& base,
                              const std::string& head) {
  TRY(check_revision(base));
  TRY(check_revision(head));
  return output({.folder = folder,
                 .args = {"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--src-prefix=a/",
                          "--dst-prefix=b/", "--submodule=short", "--ignore-submodules=none",
                          "--find-renames", "--end-of-options", base, head, "--"}});
}

Result<std::vector<std::string>> Git::status(const std::string& folder) {
  const Run config{.folder = folder,
                   .args = {"config", "-z", "--name-only", "--get-regexp", "^filter\\."}};
  TRY_ASSIGN(const os::Finished filters, run(config));
  Run status{.folder = folder, .args = without_filters(filters.out)};
  status.environment.emplace_back(kOffVariable, "");
  status.environment.emplace_back(kFalseVariable, "false");
  for (const char* arg : {"status", "--porcelain", "-z", "--untracked-files=all", "--no-renames",
                          "--ignore-submodules=dirty"}) {
    status.args.emplace_back(arg);
  }
  TRY_ASSIGN(const std::string out, output(status));
  return nul_separated(out);
}

Result<std::vector<std::string>> Git::list_index(const std::string& folder) {
  TRY_ASSIGN(const std::string out, output({.folder = folder, .args = {"ls-files", "-z"}}));
  auto paths = nul_separated(out);
  // A path in conflict is listed once a stage.
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace pawl::git
