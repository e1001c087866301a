#include "forge/half_move.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <unistd.h>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "git/changes.hpp"
#include "os/files/files.hpp"
#include "os/files/root.hpp"

namespace pawl::forge {
namespace {

// What git takes while it moves a checkout, and a killed one leaves.
constexpr auto kLocks = fixed_words("index.lock", "HEAD.lock", "ORIG_HEAD.lock");

Status remove_dead_locks(git::Git& git, const HalfMove& move) {
  TRY_ASSIGN(const std::vector<std::string> locks, locks_of(git, move.checkout));
  const auto files = os::real_files();
  for (const std::string& lock : locks) TRY(files->remove(lock));
  return Done{};
}

// What the file of a change holds on the disk; nothing when it is not there.
Result<std::optional<std::string>> on_disk(const os::Root& root, const git::FileChange& file) {
  using Text = std::optional<std::string>;
  TRY_ASSIGN(const auto stat, root.stat(file.path));
  if (!stat) return Text();
  const std::size_t most =
      std::max(file.before.value_or("").size(), file.after.value_or("").size());
  if (stat->type != os::FileType::file || stat->size > most) {
    return fail(Errc::invalid, "it is something else");
  }
  TRY_ASSIGN(std::string text, root.read(file.path, most));
  return Text(std::move(text));
}

bool is_left_by(const git::FileChange& file, const std::optional<std::string>& text) {
  if (!text || text == file.before || text == file.after) return true;
  return file.after && file.after->starts_with(*text);
}

// Of the files of the move, those that are not as `from` has them; nothing when one of them, or any
// other file that git tracks, is a person's.
Result<std::optional<std::vector<git::FileChange>>> left_over(git::Git& git, const HalfMove& move,
                                                              const os::Root& root) {
  using Left = std::optional<std::vector<git::FileChange>>;
  git::ObjectReader objects(git, move.checkout);
  TRY_ASSIGN(const git::ReadChange read, git::change_between(objects, move.from, move.to));
  if (!read.unread.empty() || !read.unsafe.empty() || !read.change.submodules.empty())
    return Left();
  std::set<std::string> own;
  std::vector<git::FileChange> left;
  for (const git::FileChange& file : read.change.files) {
    own.insert(file.path.text());
    const auto text = on_disk(root, file);
    if (!text || !is_left_by(file, *text)) return Left();
    if (*text != file.before) left.push_back(file);
  }
  TRY_ASSIGN(const auto status, git.status(move.checkout));
  for (const std::string& line : status) {
    if (line.size() > 3 && !line.starts_with("??") && !own.contains(line.substr(3))) return Left();
  }
  return Left(std::move(left));
}

Status put_back(git::Git& git, const HalfMove& move, os::Root& root,
                const std::vector<git::FileChange>& left) {
  git::Git::Run run{
      .folder = move.checkout,
      .args = {"--literal-pathspecs", "restore", "--quiet", "--source=" + move.from, "--staged",
               "--worktree", "--pathspec-from-file=-", "--pathspec-file-nul"}};
  for (const git::FileChange& file : left) {
    if (file.before) {
      run.input += file.path.text() + '\0';
    } else {
      TRY(root.remove(file.path));
    }
  }
  if (run.input.empty()) return Done{};
  TRY(git.output(run));
  return Done{};
}

// Such as Pawl itself keeps, to ask for the next object.
bool only_reads(const std::string& process) {
  const auto words = os::real_files()->read(process + "/cmdline");
  return words && contains(*words, std::string_view("\0cat-file\0", 10));
}

}  // namespace

bool git_is_at_work(const std::string& folder) {
  const auto files = os::real_files();
  const auto entries = files->list("/proc");
  if (!entries) return true;
  const std::string below = folder + "/";
  return std::any_of(entries->begin(), entries->end(), [&](const std::string& name) {
    if (!parse_int(name)) return false;
    const auto comm = files->read("/proc/" + name + "/comm");
    if (!comm || !trim(*comm).starts_with("git") || only_reads("/proc/" + name)) return false;
    std::array<char, 4096> buffer{};
    const ssize_t length =
        ::readlink(("/proc/" + name + "/cwd").c_str(), buffer.data(), buffer.size() - 1);
    if (length <= 0) return false;
    const std::string_view where(buffer.data(), static_cast<std::size_t>(length));
    return where == folder || where.starts_with(below);
  });
}

Result<std::vector<std::string>> locks_of(git::Git& git, const std::string& checkout) {
  const auto files = os::real_files();
  std::vector<std::string> locks;
  for (const std::string_view lock : kLocks) {
    TRY_ASSIGN(std::string path, git.git_path(checkout, std::string(lock)));
    TRY_ASSIGN(const auto there, files->stat(path));
    if (there) locks.push_back(std::move(path));
  }
  return locks;
}

Status put_back_half_move(git::Git& git, const HalfMove& move) {
  if (git_is_at_work(move.checkout)) {
    return fail(Errc::conflict, "a git is at work in " + move.checkout + "; try again after it");
  }
  TRY_ASSIGN(const auto root, os::Root::open(move.checkout));
  TRY_ASSIGN(const auto left, left_over(git, move, *root));
  if (!left) return Done{};
  TRY(remove_dead_locks(git, move));
  if (left->empty()) return Done{};
  return put_back(git, move, *root, *left).during("putting back " + move.checkout);
}

}  // namespace pawl::forge
