#include "git/worktrees/workplace.hpp"

#include <algorithm>
#include <utility>

#include <fcntl.h>

#include "base/text/text.hpp"
#include "git/hardening.hpp"
#include "git/objects/tree.hpp"
#include "git/worktrees/borrower.hpp"
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
// Written last: a workplace without it was never handed out. The commit, and where the files are
// shared a blank and what lies below.
constexpr const char* kHeadFile = "head";
constexpr std::size_t kOwnIndexBytesMax = std::size_t{1} << 30U;

constexpr const char* kOwnConfig =
    "[user]\n\tname = Agent\n\temail = agent@localhost\n[gc]\n\tauto = 0\n";

// The repository the agent never sees.
std::string lens_of(const std::string& folder) { return os::join_path(folder, "lens"); }

}  // namespace

Workplace::Workplace(const Worktree& worktree, std::string folder)
    : worktree_(&worktree), folder_(std::move(folder)) {}

std::string Workplace::tree() const { return os::join_path(folder_, "tree"); }

std::string Workplace::upper() const { return os::join_path(folder_, "changes"); }

Git Workplace::beside() const {
  Git git = worktree_->git();
  GitOptions options = git.options();
  options.environment = {{"GIT_DIR", lens_of(folder_)}, {"GIT_WORK_TREE", tree()}};
  options.overlay = overlay_;
  return git.with(std::move(options));
}

Result<std::unique_ptr<os::Root>> Workplace::root() const {
  return overlay_ ? overlay_->open() : os::Root::open(tree());
}

// Its files are at `at`, before anybody works there.
Status Workplace::make_own_repository(const std::string& at) {
  os::Files& files = worktree_->files();
  const std::string own = os::join_path(at, ".git");
  const std::string branch = os::join_path(own, "refs/heads/" + worktree_->branch());
  TRY(write_borrower(files, {.folder = own,
                             .objects = objects_,
                             .digits = head_.size(),
                             .branch = worktree_->branch(),
                             .bare = false,
                             .config = kOwnConfig}));
  TRY(files.make_folders(os::parent_path(branch)));
  TRY(files.replace(branch, head_ + "\n"));
  const std::string shallow = os::join_path(worktree_->folder(), ".git/shallow");
  if (const auto cut = files.read(shallow); cut) {
    TRY(files.replace(os::join_path(own, "shallow"), *cut));
  }
  TRY_ASSIGN(const std::string index,
             files.read(os::join_path(lens_of(folder_), "index"), kOwnIndexBytesMax));
  return files.replace(os::join_path(own, "index"), index);
}

Status Workplace::give_to(std::optional<os::Owner> owner, const std::string& at) {
  if (!owner) return Done{};
  TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(at));
  return os::give_tree(*root, *owner).during("giving the files of " + at + " away");
}

Status Workplace::check_out(const Setup& setup) {
  {
    ObjectReader objects(worktree_->git(), worktree_->folder());
    TRY(check_checkout(objects, head_, worktree_->target().kind == TargetKind::url));
  }
  Git git = beside();
  TRY(git.output({.folder = tree(),
                  .args = {"read-tree", "--reset", "-u", head_},
                  .deadline = Milliseconds(600'000)}));
  TRY(make_own_repository(tree()));
  TRY(give_to(setup.owner, tree()));
  if (!setup.owner) return Done{};
  // The index notes of files what changed with their owner; it answers 1 where some differ.
  TRY(git.run({.folder = tree(), .args = {"update-index", "--refresh", "-q"}}));
  return Done{};
}

// What of the head differs from the commit that lies below.
Status Workplace::lay_over(const SharedCheckout& shared, ObjectReader& objects) {
  os::Files& files = worktree_->files();
  TRY_ASSIGN(const std::string index, files.read(shared.index(), kOwnIndexBytesMax));
  TRY(files.replace(os::join_path(lens_of(folder_), "index"), index));
  if (shared.commit() == head_) return Done{};
  TRY_ASSIGN(const Laid laid, laid_over(objects, shared.commit(), head_));
  if (worktree_->target().kind != TargetKind::url) TRY(check_files(objects, laid.written));
  Git git = beside();
  // What the index knows of the times of files that are the same stays.
  TRY(git.output(
      {.folder = tree(), .args = {"update-index", "-z", "--index-info"}, .input = laid.index}));
  if (!laid.written.empty()) {
    Git::Run write{.folder = tree(),
                   .args = {"checkout-index", "--force", "--quiet", "--prefix=" + upper() + "/",
                            "-z", "--stdin"}};
    for (const TreeEntry& entry : laid.written) write.input += entry.path + '\0';
    TRY(git.output(write));
  }
  for (const std::string& path : laid.gone) {
    const std::string name = os::join_path(upper(), path);
    TRY(files.make_folders(os::parent_path(name), 0755));
    TRY(os::make_whiteout(name));
  }
  return Done{};
}

Status Workplace::mount() {
  TRY_ASSIGN(overlay_, os::Overlay::mount({.lower = shared_->tree(),
                                           .upper = upper(),
                                           .work = os::join_path(folder_, "work"),
                                           .at = tree()}));
  return Done{};
}

Status Workplace::share(const Setup& setup, SharedCheckout shared, ObjectReader& objects) {
  os::Files& files = worktree_->files();
  TRY(files.make_folders(upper(), 0755));
  TRY(files.make_folders(os::join_path(folder_, "work"), 0700));
  TRY(lay_over(shared, objects));
  TRY(make_own_repository(upper()));
  TRY(give_to(setup.owner, upper()));
  TRY(shared.unchanged());
  shared_ = std::make_shared<const SharedCheckout>(std::move(shared));
  return mount();
}

// What keeps files from being shared keeps nobody from working.
Result<bool> Workplace::try_to_share(const Setup& setup) {
  how_ = "a checkout of its own";
  if (!setup.sharing) return false;
  ObjectReader objects(worktree_->git(), worktree_->folder());
  auto shared = SharedCheckout::of(*worktree_, *setup.sharing, objects, head_, setup.owner);
  if (shared && !*shared) return false;
  const Status laid = shared ? share(setup, **std::move(shared), objects) : Status(shared.error());
  if (laid) {
    how_ = "laid over a checkout of " + shared_->commit().substr(0, kRescueIdShown) +
           " that others share (overlayfs)";
    return true;
  }
  if (laid.error().code == Errc::cancelled) return laid.error();
  how_ += ": files cannot be shared, " + laid.error().to_line();
  os::Files& files = worktree_->files();
  overlay_.reset();
  shared_.reset();
  for (const std::string& made : {upper(), os::join_path(folder_, "work")}) {
    TRY(files.remove_tree(made));
  }
  TRY(files.remove(os::join_path(lens_of(folder_), "index")));
  return false;
}

// Of a workplace that an earlier process left: what lay below is there, or is made again.
Status Workplace::mount_again(const std::string& note, const Sharing& sharing) {
  TRY_ASSIGN(SharedCheckout shared, SharedCheckout::again(*worktree_, sharing, note));
  shared_ = std::make_shared<const SharedCheckout>(std::move(shared));
  return mount();
}

Status Workplace::make(const Setup& setup) {
  os::Files& files = worktree_->files();
  TRY(forget());
  TRY(files.remove_tree(folder_));
  TRY(files.make_folders(folder_, 0700));
  TRY(files.make_folders(tree(), 0755));
  TRY_ASSIGN(head_, worktree_->head());
  TRY(borrow_objects(files, objects_, head_, lens_of(folder_)));
  TRY_ASSIGN(const bool shared, try_to_share(setup));
  if (!shared) TRY(check_out(setup));
  return files.write_atomic(os::join_path(folder_, kHeadFile),
                            head_ + (shared ? " " + shared_->note() : ""));
}

Result<Workplace> Workplace::create(const Worktree& worktree, const std::string& folder,
                                    const Setup& setup) {
  Workplace place(worktree, folder);
  TRY_ASSIGN(place.objects_, objects_of(worktree.git(), worktree.folder()));
  TRY(place.make(setup).during("making a workplace in " + folder));
  return place;
}

Result<std::optional<Workplace>> Workplace::find(const Worktree& worktree,
                                                 const std::string& folder,
                                                 const Sharing& sharing) {
  Workplace place(worktree, folder);
  const Result<std::string> head = worktree.files().read(os::join_path(folder, kHeadFile));
  if (!head && head.error().code == Errc::not_found) return std::optional<Workplace>();
  if (!head) return head.error();
  const auto blank = std::min(head->find(' '), head->size());
  place.head_ = head->substr(0, blank);
  TRY_ASSIGN(place.objects_, objects_of(worktree.git(), worktree.folder()));
  if (blank < head->size()) {
    TRY(place.mount_again(head->substr(blank + 1), sharing)
            .during("finding what lies below " + folder));
  }
  return std::optional<Workplace>(std::move(place));
}

Result<ReadChange> Workplace::change(const std::string& commit) {
  Git git = beside();
  ObjectReader objects(git, tree());
  const std::string doing = "reading what is in " + tree();
  TRY_ASSIGN(const std::unique_ptr<os::Root> files, root());
  TRY(make_listable(*files).during(doing));
  TRY_ASSIGN(ReadChange read,
             worktree_change(git, objects, *files, commit.empty() ? head_ : commit).during(doing));
  TRY(add_inside_submodules(objects, read).during(doing));
  return read;
}

// Git lists nothing of what is in the folder of a submodule, which is empty here to begin with. The
// index is the head's: nobody but Pawl writes it.
Status Workplace::add_inside_submodules(ObjectReader& objects, ReadChange& read) const {
  TRY_ASSIGN(const std::vector<TreeEntry> tracked, list_files(objects, head_));
  TRY_ASSIGN(const std::unique_ptr<os::Root> files, root());
  std::vector<SubmoduleChange>& known = read.change.submodules;
  for (const TreeEntry& entry : tracked) {
    if (!TreeNode{.mode = entry.mode, .object = {}}.is_submodule()) continue;
    const auto path = RepoPath::from_git(entry.path);
    if (!path) continue;
    const bool named = std::any_of(known.begin(), known.end(),
                                   [&](const SubmoduleChange& one) { return one.path == *path; });
    const Result<os::Fd> folder = files->folder_at(*path);
    if (named || !folder) continue;
    const os::Fd inside(::openat(folder->get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto names = os::names_in(inside.get(), 1);
    // One that cannot be read is not known to be empty.
    if (inside.valid() && names && names->empty()) continue;
    known.push_back({.path = *path, .before = entry.object, .after = std::string()});
  }
  std::sort(known.begin(), known.end(),
            [](const SubmoduleChange& a, const SubmoduleChange& b) { return a.path < b.path; });
  return Done{};
}

Result<std::optional<std::string>> Workplace::read(const RepoPath& path,
                                                   std::size_t bytes_max) const {
  TRY_ASSIGN(const std::unique_ptr<os::Root> files, root());
  Result<std::string> text = files->read(path, bytes_max);
  if (text) return std::optional<std::string>(*std::move(text));
  if (text.error().code == Errc::not_found) return std::optional<std::string>();
  return std::move(text).error();
}

Status Workplace::remove() {
  TRY(forget());
  overlay_.reset();
  shared_.reset();
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
