#include "git/worktrees/workplace.hpp"

#include <algorithm>
#include <utility>

#include <fcntl.h>

#include "base/text/text.hpp"
#include "git/hardening.hpp"
#include "git/objects/tree.hpp"
#include "git/worktrees/clone.hpp"
#include "git/worktrees/commit_stream.hpp"
#include "git/worktrees/export.hpp"
#include "git/worktrees/listable.hpp"
#include "git/worktrees/rescue.hpp"
#include "os/files/copy_tree.hpp"
#include "os/files/fd.hpp"
#include "os/files/root.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kRescueIdShown = 12;
constexpr std::size_t kRescueIdMin = 40;
// Written last: a workplace without it was never handed out.
constexpr const char* kHeadFile = "head";

constexpr std::string_view kGitlinkMode = "160000 ";

// The repository the agent never sees.
std::string lens_of(const std::string& folder) { return os::join_path(folder, "lens"); }

}  // namespace

Workplace::Workplace(const Worktree& worktree, std::string folder)
    : worktree_(&worktree), folder_(std::move(folder)) {}

std::string Workplace::tree() const { return os::join_path(folder_, "tree"); }

Git Workplace::beside() const {
  Git git = worktree_->git();
  GitOptions options = git.options();
  options.environment = {{"GIT_DIR", lens_of(folder_)}, {"GIT_WORK_TREE", tree()}};
  return git.with(std::move(options));
}

Status Workplace::make_own_repository() {
  Git& git = worktree_->git();
  os::Files& files = worktree_->files();
  const std::string own = os::join_path(tree(), ".git");
  TRY_ASSIGN(const std::string format,
             git.text(worktree_->folder(), {"rev-parse", "--show-object-format"}));
  TRY(git.text(tree(), {"init", "--quiet", "--template=", "--object-format=" + format}));
  TRY(files.write_atomic(os::join_path(own, "objects/info/alternates"), objects_ + "\n"));
  const std::string shallow = os::join_path(worktree_->folder(), ".git/shallow");
  if (const auto cut = files.read(shallow); cut) {
    TRY(files.write_atomic(os::join_path(own, "shallow"), *cut));
  }
  TRY(git.text(tree(), {"config", "user.name", "Agent"}));
  TRY(git.text(tree(), {"config", "user.email", "agent@localhost"}));
  TRY(git.text(tree(), {"config", "gc.auto", "0"}));
  const std::string branch = "refs/heads/" + worktree_->branch();
  TRY(git.text(tree(), {"update-ref", branch, head_}));
  TRY(git.text(tree(), {"symbolic-ref", "HEAD", branch}));
  TRY_ASSIGN(const std::string index,
             files.read(os::join_path(lens_of(folder_), "index"), std::size_t{1} << 30U));
  return files.write_atomic(os::join_path(own, "index"), index);
}

Status Workplace::make(std::optional<os::Owner> owner) {
  os::Files& files = worktree_->files();
  TRY(forget());
  TRY(files.remove_tree(folder_));
  TRY(files.make_folders(folder_, 0700));
  TRY(files.make_folders(tree(), 0755));
  TRY_ASSIGN(head_, worktree_->head());
  {
    ObjectReader objects(worktree_->git(), worktree_->folder());
    TRY(check_checkout(objects, head_, worktree_->target().kind == TargetKind::url));
  }
  TRY(borrow_objects(worktree_->git(), files, worktree_->folder(), lens_of(folder_)));
  Git git = beside();
  TRY(git.output({.folder = tree(), .args = {"read-tree", head_}}));
  TRY(git.output({.folder = tree(),
                  .args = {"checkout-index", "--all", "--force", "--quiet", "--index"},
                  .deadline = Milliseconds(600'000)}));
  TRY(make_own_repository());
  if (owner) {
    TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(tree()));
    TRY(os::give_tree(*root, *owner).during("giving the files of " + tree() + " away"));
    // The index notes of files what changed with their owner; it answers 1 where some differ.
    TRY(git.run({.folder = tree(), .args = {"update-index", "--refresh", "-q"}}));
  }
  return files.write_atomic(os::join_path(folder_, kHeadFile), head_);
}

Result<Workplace> Workplace::create(const Worktree& worktree, const std::string& folder,
                                    std::optional<os::Owner> owner) {
  Workplace place(worktree, folder);
  TRY_ASSIGN(place.objects_,
             worktree.git().text(worktree.folder(),
                                 {"rev-parse", "--path-format=absolute", "--git-path", "objects"}));
  TRY(place.make(owner).during("making a workplace in " + folder));
  return place;
}

Result<std::optional<Workplace>> Workplace::find(const Worktree& worktree,
                                                 const std::string& folder) {
  Workplace place(worktree, folder);
  const Result<std::string> head = worktree.files().read(os::join_path(folder, kHeadFile));
  if (!head && head.error().code == Errc::not_found) return std::optional<Workplace>();
  if (!head) return head.error();
  place.head_ = *head;
  TRY_ASSIGN(place.objects_,
             worktree.git().text(worktree.folder(),
                                 {"rev-parse", "--path-format=absolute", "--git-path", "objects"}));
  return std::optional<Workplace>(std::move(place));
}

Result<ReadChange> Workplace::change(const std::string& commit) {
  Git git = beside();
  ObjectReader objects(git, tree());
  const std::string doing = "reading what is in " + tree();
  {
    TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(tree()));
    TRY(make_listable(*root).during(doing));
  }
  TRY_ASSIGN(ReadChange read,
             worktree_change(git, objects, tree(), commit.empty() ? head_ : commit).during(doing));
  TRY(add_inside_submodules(read).during(doing));
  return read;
}

// Git lists nothing of what is in the folder of a submodule, which is empty here to begin with.
Status Workplace::add_inside_submodules(ReadChange& read) const {
  TRY_ASSIGN(const std::string staged,
             beside().output({.folder = tree(), .args = {"ls-files", "-z", "--stage"}}));
  TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(tree()));
  std::vector<SubmoduleChange>& known = read.change.submodules;
  for (const std::string_view entry : split(staged, '\0')) {
    if (!entry.starts_with(kGitlinkMode)) continue;
    const auto tab = entry.find('\t');
    if (tab == std::string_view::npos) continue;
    const auto path = RepoPath::from_git(entry.substr(tab + 1));
    if (!path) continue;
    const bool named = std::any_of(known.begin(), known.end(),
                                   [&](const SubmoduleChange& one) { return one.path == *path; });
    const Result<os::Fd> folder = root->folder_at(*path);
    if (named || !folder) continue;
    const os::Fd inside(::openat(folder->get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto names = os::names_in(inside.get(), 1);
    // One that cannot be read is not known to be empty.
    if (inside.valid() && names && names->empty()) continue;
    const std::string commit(split_words(entry)[1]);
    known.push_back({.path = *path, .before = commit, .after = std::string()});
  }
  std::sort(known.begin(), known.end(),
            [](const SubmoduleChange& a, const SubmoduleChange& b) { return a.path < b.path; });
  return Done{};
}

Result<std::optional<std::string>> Workplace::read(const RepoPath& path,
                                                   std::size_t bytes_max) const {
  TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(tree()));
  Result<std::string> text = root->read(path, bytes_max);
  if (text) return std::optional<std::string>(*std::move(text));
  if (text.error().code == Errc::not_found) return std::optional<std::string>();
  return std::move(text).error();
}

Status Workplace::remove() {
  TRY(forget());
  return worktree_->files().remove_tree(folder_);
}

// First of all: half of a folder would be taken for work that removes the other half.
Status Workplace::forget() { return worktree_->files().remove(os::join_path(folder_, kHeadFile)); }

namespace {

std::vector<std::string> not_held(const ReadChange& read) {
  std::vector<std::string> left;
  for (const Unsafe& unsafe : read.unsafe) left.push_back(unsafe.path);
  for (const Unread& unread : read.unread) {
    if (unread.after) left.push_back(unread.path);
  }
  for (const SubmoduleChange& inner : read.change.submodules) {
    if (inner.after) left.push_back(printable(inner.path.text(), 200));
  }
  return left;
}

}  // namespace

Result<Rescued> rescue_change(Worktree& worktree, const ReadChange& read, const RescuePlan& plan) {
  Rescued rescued{.ref = {}, .commit = {}, .left = not_held(read)};
  Change held = read.change;
  held.submodules.clear();
  std::erase_if(held.files, [&](const FileChange& file) {
    return std::any_of(read.unread.begin(), read.unread.end(), [&](const Unread& unread) {
      return unread.after && unread.path == printable(file.path.text(), 300);
    });
  });
  if (held.empty()) return rescued;
  const std::string doing = "rescuing the work of " + plan.label;
  Git& git = worktree.git();
  std::string ref = kRescuePrefix + plan.label;
  TRY_ASSIGN(const auto taken, git.resolve(worktree.folder(), ref));
  if (taken) ref += "-" + held.fingerprint().substr(0, kRescueIdShown);
  Git::Run import{.folder = worktree.folder(),
                  .args = {"fast-import", "--quiet", "--done", "--force", "--date-format=raw"}};
  import.input = commit_stream({.ref = ref,
                                .parent = plan.head,
                                .message = plan.message,
                                .identity = git.options().identity,
                                .at = plan.at},
                               held);
  TRY_ASSIGN(const std::string out, git.output(import).during(doing));
  rescued.commit = std::string(trim(out));
  if (rescued.commit.size() < kRescueIdMin) {
    return fail(Errc::upstream, "git fast-import answered no commit: " + printable(out, 200));
  }
  rescued.ref = ref;
  if (worktree.target().kind != TargetKind::local) return rescued;
  // The same name that disposing of the worktree would give it.
  const std::string there = kRescuePrefix + os::file_name(worktree.folder()) + "/" +
                            ref.substr(std::string_view(kRescuePrefix).size()) + "-" +
                            rescued.commit.substr(0, kRescueIdShown);
  const Status pushed = push_to(
      git, worktree.target(),
      {.folder = worktree.folder(), .refspecs = {rescued.commit + ":" + there}, .leases = {}});
  if (pushed) rescued.ref = there;
  return rescued;
}

}  // namespace pawl::git
