#include "git/worktrees/worktree_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/text/text.hpp"
#include "git/objects/blob_id.hpp"

namespace pawl::git {
namespace {

// Read only to be compared, one at a time.
constexpr std::size_t kComparedBytesMax = std::size_t{512} << 20U;

struct Times {
  long long seconds = 0;
  long long nanoseconds = 0;
  auto operator<=>(const Times&) const = default;
};

// When git last wrote the index. What a file's times say is no proof for one that was written at
// the same moment or later.
Result<Times> index_written(Git& git, const std::string& folder) {
  TRY_ASSIGN(const std::string path, git.git_path(folder, "index"));
  struct stat facts = {};
  if (::stat(path.c_str(), &facts) != 0) return Times{};
  return Times{facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
}

bool same_kind(const TreeNode& node, const struct stat& facts) {
  if (node.is_symlink()) return S_ISLNK(facts.st_mode);
  const bool executable = (node.mode & 0100U) != 0;
  return S_ISREG(facts.st_mode) && executable == ((facts.st_mode & S_IXUSR) != 0);
}

// The file is the one the index was written for, and was not touched since.
bool is_untouched(const IndexEntry& entry, const struct stat& facts, const Times& written) {
  const Times modified{facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec};
  const Times changed{facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec};
  return entry.stage == 0 && modified < written && changed < written &&
         modified == Times{entry.mtime_seconds, entry.mtime_nanoseconds} &&
         changed == Times{entry.ctime_seconds, entry.ctime_nanoseconds} &&
         (facts.st_ino & 0xffffffffU) == entry.inode &&
         (static_cast<unsigned long long>(facts.st_size) & 0xffffffffU) == entry.size &&
         same_kind(entry.node, facts);
}

long long number_after(std::string_view text, std::string_view name) {
  const auto at = text.find(name);
  if (at == std::string_view::npos) return -1;
  std::string_view digits = text.substr(at + name.size());
  digits = digits.substr(0, digits.find_first_not_of("0123456789"));
  return parse_int(digits).value_or(-1);
}

// Five lines: ctime, mtime, dev and ino, uid and gid, size and flags.
void take_facts(std::string_view lines, IndexEntry& entry) {
  const auto part = [&](std::string_view from) {
    const auto at = lines.find(from);
    std::string_view rest = at == std::string_view::npos ? std::string_view() : lines.substr(at);
    return rest.substr(0, rest.find('\n'));
  };
  const std::string_view changed = part("ctime: ");
  const std::string_view modified = part("mtime: ");
  entry.ctime_seconds = number_after(changed, "ctime: ");
  entry.ctime_nanoseconds =
      number_after(changed.substr(std::min<std::size_t>(7, changed.size())), ":");
  entry.mtime_seconds = number_after(modified, "mtime: ");
  entry.mtime_nanoseconds =
      number_after(modified.substr(std::min<std::size_t>(7, modified.size())), ":");
  entry.inode = static_cast<unsigned long long>(number_after(lines, "ino: "));
  entry.size = static_cast<unsigned long long>(number_after(lines, "size: "));
  constexpr unsigned long kSkipWorktree = 1UL << 30U;
  const std::string flags(part("flags: ").substr(std::min<std::size_t>(7, part("flags: ").size())));
  entry.left_out = (std::strtoul(flags.c_str(), nullptr, 16) & kSkipWorktree) != 0;
}

// `<mode> <object> <stage>\t`
bool take_header(std::string_view header, IndexEntry& entry) {
  const auto words = split_words(header);
  if (words.size() != 3 || words[2].size() != 1) return false;
  entry.node.mode =
      static_cast<std::uint32_t>(std::strtoul(std::string(words[0]).c_str(), nullptr, 8));
  entry.node.object = words[1];
  entry.stage = words[2].front() - '0';
  return true;
}

using Index = std::map<std::string, IndexEntry, std::less<>>;

// All that git lists of a worktree, in one answer.
Result<Listed> list_worktree(Git& git, const std::string& folder) {
  TRY_ASSIGN(const std::string out,
             git.output({.folder = folder,
                         .args = {"ls-files", "-z", "-t", "--stage", "--debug", "--others",
                                  "--exclude-standard"}}));
  return parse_listed(out);
}

struct Rules {
  bool converts = false;  // core.autocrlf
  bool trusts_modes = true;
};

Result<Rules> read_rules(Git& git, const std::string& folder) {
  const auto known = git.plain_git_folder(folder);
  if (known && converts_nothing(os::join_path(*known, "config"))) return Rules{};
  TRY_ASSIGN(const os::Finished set, git.run({.folder = folder,
                                              .args = {"config", "--local", "-z", "--get-regexp",
                                                       "^core\\.(autocrlf|filemode)$"}}));
  Rules rules;
  for (const std::string_view line : split(set.out, '\0')) {
    const auto end = line.find('\n');
    const std::string value =
        end == std::string_view::npos ? "true" : lower(std::string(line.substr(end + 1)));
    const bool off = value == "false" || value == "no" || value == "off" || value == "0";
    if (line.starts_with("core.autocrlf")) rules.converts = !off;
    if (line.starts_with("core.filemode")) rules.trusts_modes = !off;
  }
  return rules;
}

// A file whose bytes are not those of the blob, but would be without its carriage returns.
struct Doubt {
  std::size_t entry = 0;
  std::string path;
};

class Comparison {
 public:
  Comparison(Git& git, const os::Root& root) : git_(git), root_(root) {}

  Status open(ObjectReader& objects, const std::string& base) {
    if (base != kEmptyTree) {
      TRY_ASSIGN(base_, list_files(objects, base));
    }
    TRY_ASSIGN(top_, root_.itself());
    TRY_ASSIGN(Listed listed, list_worktree(git_, root_.folder()));
    // A path in conflict is there once a stage; no stage of it counts as untouched.
    for (auto& [path, entry] : listed.index) {
      index_.insert_or_assign(std::move(path), std::move(entry));
    }
    untracked_ = std::move(listed.untracked);
    TRY_ASSIGN(written_, index_written(git_, root_.folder()));
    TRY_ASSIGN(rules_, read_rules(git_, root_.folder()));
    return Done{};
  }

  Status compare() {
    for (const TreeEntry& entry : base_) {
      const TreeNode node{entry.mode, entry.object};
      const auto staged = index_.find(entry.path);
      const IndexEntry* known = staged == index_.end() ? nullptr : &staged->second;
      if (node.is_submodule()) {
        compare_submodule(entry.path, &node, known);
      } else {
        TRY(compare_file(entry.path, &node, known));
      }
      if (staged != index_.end()) index_.erase(staged);
    }
    for (const auto& [path, entry] : index_) {
      if (entry.node.is_submodule()) {
        compare_submodule(path, nullptr, &entry);
      } else {
        TRY(compare_file(path, nullptr, &entry));
      }
    }
    return settle_doubts();
  }

  void add_untracked() {
    for (const std::string& path : untracked_) {
      if (path.ends_with('/')) {  // a repository of its own
        const std::string name = path.substr(0, path.size() - 1);
        if (!is_in_base(name)) add(name, nullptr, {kSubmoduleMode, ""});
        continue;
      }
      if (is_in_base(path)) continue;  // compared already
      files_.entries.push_back({.path = path, .before = {}, .after = {}});
    }
  }

  WorktreeFiles take() {
    files_.trusts_modes = rules_.trusts_modes;
    return std::move(files_);
  }

 private:
  // What it holds is not looked into: its folder, or no folder, is as the index has it. A file or a
  // link in its place is what is there now.
  void compare_submodule(const std::string& path, const TreeNode* base, const IndexEntry* staged) {
    struct stat facts = {};
    const bool there = look(path, facts);
    if (!plain_) files_.unreachable.insert(path);
    if (there && !S_ISDIR(facts.st_mode)) {
      add(path, base, {});
    } else if (staged == nullptr || !staged->node.is_submodule()) {
      if (base != nullptr) add(path, base, {});
    } else if (base == nullptr || !(staged->node == *base)) {
      add(path, base, {staged->node.mode, staged->node.object});
    }
  }

  Status compare_file(const std::string& path, const TreeNode* base, const IndexEntry* staged) {
    if (staged != nullptr && staged->node.is_submodule()) {
      compare_submodule(path, base, staged);
      return Done{};
    }
    struct stat facts = {};
    const bool there = look(path, facts);
    if (!plain_) files_.unreachable.insert(path);
    const bool as_base =
        base != nullptr && staged != nullptr && staged->stage == 0 && staged->node == *base;
    if (!there && staged != nullptr && staged->left_out) {
      if (!as_base) add(path, base, {staged->node.mode, staged->node.object});
      return Done{};
    }
    if (there && as_base && is_untouched(*staged, facts, written_)) return Done{};
    if (there && base != nullptr && S_ISREG(facts.st_mode) && !base->is_symlink()) {
      const bool executable = (base->mode & 0100U) != 0;
      if (!rules_.trusts_modes || executable == ((facts.st_mode & S_IXUSR) != 0)) {
        TRY_ASSIGN(const bool same, same_bytes(path, *base));
        if (same) return Done{};
      }
    }
    add(path, base, {});
    // A repository of its own where a file was: git lists nothing of it, for the index has the
    // name.
    struct stat inner = {};
    const bool is_repository = there && S_ISDIR(facts.st_mode) && lstat_at(path + "/.git", inner);
    if (is_repository) add(path, nullptr, {kSubmoduleMode, ""});
    return Done{};
  }

  bool is_in_base(std::string_view path) const {
    const auto at = std::lower_bound(
        base_.begin(), base_.end(), path,
        [](const TreeEntry& entry, std::string_view name) { return entry.path < name; });
    return at != base_.end() && at->path == path;
  }

  // lstat, but not through a folder that is a symlink now.
  bool look(const std::string& path, struct stat& facts) {
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
    if (folder != looked_in_) {
      looked_in_ = folder;
      plain_ = true;
      for (auto end = folder.find('/'); plain_ && !folder.empty();
           end = folder.find('/', end + 1)) {
        struct stat part = {};
        plain_ = lstat_at(folder.substr(0, end), part) && S_ISDIR(part.st_mode);
        if (end == std::string::npos) break;
      }
    }
    return plain_ && lstat_at(path, facts);
  }

  bool lstat_at(const std::string& path, struct stat& facts) const {
    return ::fstatat(top_.get(), path.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0;
  }

  void add(const std::string& path, const TreeNode* base, RawSide after) {
    RawEntry entry{.path = path, .before = {}, .after = std::move(after)};
    if (base != nullptr) entry.before = {base->mode, base->object};
    files_.entries.push_back(std::move(entry));
  }

  // A file that cannot be read here is one that differs: the caller reads it again and reports why.
  Result<bool> same_bytes(const std::string& name, const TreeNode& base) {
    const os::Cancel* cancel = git_.options().cancel;
    if (cancel != nullptr && cancel->requested()) {
      return fail(Errc::cancelled, "comparing the files of " + root_.folder() + " was interrupted");
    }
    const Result<RepoPath> path = RepoPath::from_git(name);
    if (!path) return false;
    const Result<std::string> text = root_.read(*path, kComparedBytesMax);
    if (!text) return false;
    if (is_blob(*text, base.object)) return true;
    if (contains(*text, "\r\n") && is_blob(replace_all(*text, "\r\n", "\n"), base.object)) {
      doubts_.push_back({files_.entries.size(), name});
    }
    return false;
  }

  // Which of those files are converted by what the repository says of them.
  Status settle_doubts() {
    if (doubts_.empty()) return Done{};
    Git::Run run{.folder = root_.folder(),
                 .args = {"check-attr", "-z", "--stdin", "text", "eol", "crlf"}};
    for (const Doubt& doubt : doubts_) run.input += doubt.path + '\0';
    TRY_ASSIGN(const std::string out, git_.output(run));
    const auto fields = split(out, '\0');
    for (std::size_t i = 0; i < doubts_.size(); ++i) {
      const std::size_t at = i * 9;  // path, name, value of three attributes
      if (at + 8 >= fields.size()) continue;
      if (is_converted(fields[at + 2], fields[at + 5], fields[at + 8])) {
        files_.entries[doubts_[i].entry].path.clear();
      }
    }
    std::erase_if(files_.entries, [](const RawEntry& entry) { return entry.path.empty(); });
    return Done{};
  }

  bool is_converted(std::string_view text, std::string_view eol, std::string_view crlf) const {
    if (text == "unset") return false;
    if (text != "unspecified") return true;  // set, auto
    if (eol == "lf" || eol == "crlf") return true;
    if (crlf == "unset") return false;
    return crlf != "unspecified" || rules_.converts;
  }

  Git& git_;
  const os::Root& root_;
  std::vector<TreeEntry> base_;
  Index index_;
  std::vector<std::string> untracked_;
  Times written_;
  Rules rules_;
  WorktreeFiles files_;
  std::vector<Doubt> doubts_;
  os::Fd top_;
  std::string looked_in_;  // from the top; empty: the top itself
  bool plain_ = true;      // of the folder looked in last
};

}  // namespace

Result<Listed> parse_listed(std::string_view output) {
  Listed listed;
  constexpr std::string_view kUntracked = "? ";
  constexpr std::string_view kLast = "flags: ";
  constexpr std::size_t kTag = 2;  // a letter and a blank
  while (!output.empty()) {
    const auto nul = output.find('\0');
    if (output.starts_with(kUntracked) && nul != std::string_view::npos) {
      listed.untracked.emplace_back(output.substr(kTag, nul - kTag));
      output.remove_prefix(nul + 1);
      continue;
    }
    const auto tab = output.find('\t');
    const auto last = nul == std::string_view::npos ? nul : output.find(kLast, nul);
    const auto end = last == std::string_view::npos ? last : output.find('\n', last);
    IndexEntry entry;
    if (tab > nul || end == std::string_view::npos || output.substr(1, 1) != " " ||
        !take_header(output.substr(kTag, tab - kTag), entry)) {
      return fail(Errc::io, "git ls-files answered \"" + printable(output.substr(0, 200), 200) +
                                "\", which is no entry of an index");
    }
    take_facts(output.substr(nul + 1, end - nul - 1), entry);
    listed.index.emplace_back(output.substr(tab + 1, nul - tab - 1), std::move(entry));
    output.remove_prefix(end + 1);
  }
  return listed;
}

Result<WorktreeFiles> differing_files(Git& git, ObjectReader& objects, const os::Root& root,
                                      const std::string& base) {
  Comparison comparison(git, root);
  TRY(comparison.open(objects, base));
  TRY(comparison.compare());
  comparison.add_untracked();
  return comparison.take();
}

}  // namespace pawl::git
