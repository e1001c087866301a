#include <algorithm>

#include "base/text/text.hpp"
#include "git/git.hpp"
#include "git/hardening.hpp"
#include "git/objects/ancestry.hpp"
#include "git/objects/object_reader.hpp"
#include "git/objects/tree.hpp"
#include "git/worktrees/plain_place.hpp"
#include "os/files/files.hpp"

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

constexpr std::string_view kOffVariable = "PAWL_OFF";
constexpr std::string_view kFalseVariable = "PAWL_FALSE";

// Whether git asks no filter there, whatever else the repository says: nothing comes before these
// attributes (gitattributes(5)).
bool has_plain_attributes(const std::string& folder) {
  const auto own = os::real_files()->read(os::join_path(folder, ".git/info/attributes"),
                                          2 * kPlainAttributes.size());
  return own && *own == kPlainAttributes;
}

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

Result<bool> Git::is_bare(const std::string& folder) {
  if (lies_there() && is_plain_top(folder)) return false;
  TRY_ASSIGN(const std::string answer, text(folder, {"rev-parse", "--is-bare-repository"}));
  return std::string_view(answer) == "true";
}

Result<std::optional<std::string>> Git::resolve(const std::string& folder,
                                                const std::string& revision) {
  TRY(check_revision(revision));
  ObjectReader objects(*this, folder);
  TRY_ASSIGN(const auto commit, objects.glance(revision + "^{commit}"));
  if (commit) return std::optional(commit->id);
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

Result<std::string> Git::tree_of(const std::string& folder, const std::string& revision) {
  TRY(check_revision(revision));
  const std::string tree = revision + "^{tree}";
  ObjectReader objects(*this, folder);
  TRY_ASSIGN(const auto known, objects.glance(tree));
  if (known) return known->id;
  return text(folder, {"rev-parse", tree});
}

Result<std::optional<std::string>> Git::current_branch(const std::string& folder) {
  if (lies_there()) {
    if (auto branch = plain_branch(folder)) return branch;
  }
  const Run run{.folder = folder, .args = {"symbolic-ref", "--quiet", "HEAD"}};
  TRY_ASSIGN(os::Finished finished, this->run(run));
  if (finished.succeeded() && finished.out.starts_with(kHeads)) {
    return std::optional(without_newline(finished.out.substr(kHeads.size())));
  }
  const bool detached = finished.ending == os::Ending::exited && finished.exit_code == 1;
  if (finished.succeeded() || detached) return std::optional<std::string>();
  return failure(run, finished);
}

std::optional<std::string> Git::plain_git_folder(const std::string& folder) const {
  for (const auto& [name, value] : options_.environment) {
    if (name == "GIT_DIR") return value;
  }
  return lies_there() ? git::plain_git_folder(folder) : std::nullopt;
}

Result<std::string> Git::git_path(const std::string& folder, const std::string& name) {
  if (const auto known = plain_git_folder(folder)) {
    const std::string path = os::join_path(*known, name);
    return os::canonical_path(path).value_or(path);
  }
  return text(folder, {"rev-parse", "--path-format=absolute", "--git-path", name});
}

Result<std::string> Git::common_folder(const std::string& folder) {
  if (auto known = plain_git_folder(folder)) return *std::move(known);
  return text(folder, {"rev-parse", "--path-format=absolute", "--git-common-dir"});
}

Result<std::size_t> Git::digits_of_ids(const std::string& folder) {
  constexpr std::size_t kSha1 = 40;
  constexpr std::size_t kSha256 = 64;
  if (lies_there() && git::plain_git_folder(folder)) return kSha1;  // others are an extension
  TRY_ASSIGN(const std::string format, text(folder, {"rev-parse", "--show-object-format"}));
  if (format == "sha1") return kSha1;
  if (format == "sha256") return kSha256;
  return fail(Errc::invalid, "the ids in " + folder + " are of the kind \"" +
                                 printable(format, 40) + "\", which Pawl does not know");
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
  if (const auto known = plain_git_folder(folder); known && has_whole_history(*known)) {
    ObjectReader objects(*this, folder);
    TRY_ASSIGN(const auto wanted, objects.glance(a + "^{commit}"));
    TRY_ASSIGN(const auto from, objects.glance(b + "^{commit}"));
    const auto answer = wanted && from ? leads_to(objects, from->id, wanted->id) : std::nullopt;
    if (answer) return *answer;
  }
  const Run run{.folder = folder, .args = {"merge-base", "--is-ancestor", a, b}};
  TRY_ASSIGN(const os::Finished finished, this->run(run));
  if (finished.succeeded()) return true;
  if (finished.ending == os::Ending::exited && finished.exit_code == 1) return false;
  return failure(run, finished);
}

Result<std::vector<TreeEntry>> Git::list_tree(const std::string& folder,
                                              const std::string& commit) {
  TRY(check_revision(commit));
  ObjectReader objects(*this, folder);
  return list_files(objects, commit);
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
                          "--dst-prefix=b/", "--submodule=short", "--ignore-submodules=dirty",
                          "--find-renames", "--end-of-options", base, head, "--"}});
}

Result<std::vector<std::string>> Git::status(const std::string& folder, Milliseconds deadline) {
  std::string filters;
  const auto known = plain_git_folder(folder);
  if (!known || (may_filter(*known) && !has_plain_attributes(folder))) {
    const Run config{.folder = folder,
                     .args = {"config", "-z", "--name-only", "--get-regexp", "^filter\\."}};
    TRY_ASSIGN(os::Finished named, run(config));
    filters = std::move(named.out);
  }
  Run status{.folder = folder, .args = without_filters(filters)};
  status.deadline = deadline;
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
