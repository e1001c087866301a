#include "git/changes.hpp"

#include <algorithm>
#include <charconv>

#include "base/text/text.hpp"
#include "git/objects/tree.hpp"
#include "git/patch_names.hpp"
#include "git/worktrees/worktree_files.hpp"
#include "os/files/root.hpp"

namespace pawl::git {
namespace {

constexpr std::uint32_t kTypeMask = 0170000;
// The longest that a file system holds.
constexpr std::uint64_t kSymlinkBytesMax = 4096;

std::vector<std::string> raw_flags(std::string command) {
  return {std::move(command),         "-r", "-z", "--raw", "--no-renames", "--no-abbrev",
          "--ignore-submodules=dirty"};
}

std::string_view take_field(std::string_view& text) {
  const auto end = text.find('\0');
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), field.size() + 1));
  return field;
}

std::uint32_t octal(std::string_view text) {
  std::uint32_t mode = 0;
  std::from_chars(text.data(), text.data() + text.size(), mode, 8);
  return mode;
}

std::string in_octal(std::uint32_t mode) {
  std::string out;
  for (; mode != 0; mode >>= 3U) out.insert(out.begin(), static_cast<char>('0' + (mode & 7U)));
  return out;
}

std::string object_of(std::string_view id) {
  return id.find_first_not_of('0') == std::string_view::npos ? std::string() : std::string(id);
}

bool is_submodule(const RawSide& side) { return (side.mode & kTypeMask) == kSubmoduleMode; }

// A side whose content is read.
bool is_read(const RawSide& side) { return side.mode != 0 && !is_submodule(side); }

// What git writes into trees; 0100664 was among it once.
bool is_plain_mode(std::uint32_t mode) {
  return mode == 0100644 || mode == 0100755 || mode == 0100664 || mode == kSymlinkMode ||
         mode == kSubmoduleMode;
}

// Only three modes say something about a file.
std::uint32_t plain_mode(std::uint32_t mode) {
  if ((mode & kTypeMask) == kSymlinkMode) return kSymlinkMode;
  return (mode & 0100U) != 0 ? 0755 : 0644;
}

struct Content {
  std::uint32_t mode = 0;  // 0644, 0755, or a symlink's
  std::uint32_t odd = 0;   // the mode as it is found, when git would not write it
  std::string text;
  std::optional<std::uint64_t> unread = {};  // its size, when it is too large for `text`
};

// Unlike each other, and unlike what anybody writes.
std::string stand_in(bool after) { return std::string(after ? 2 : 1, '\0'); }

void note_unread(ReadChange& read, const std::string& name, std::optional<Content>& content,
                 bool after) {
  if (!content || !content->unread) return;
  read.unread.push_back({printable(name, 300), after, *content->unread});
  content->text = stand_in(after);
}

void note_mode(ReadChange& read, const std::string& name, const std::optional<Content>& before,
               const std::optional<Content>& after) {
  if (!after || after->odd == 0 || (before && before->odd == after->odd)) return;
  read.unsafe.push_back({.kind = UnsafeKind::mode,
                         .path = printable(name, 300),
                         .why = "its mode is " + in_octal(after->odd)});
}

// A path that leaves needs no name that a program can hold.
void note_path(ReadChange& read, const std::string& name, const Error& error) {
  read.unsafe.push_back(
      {.kind = UnsafeKind::path, .path = printable(name, 300), .why = error.message});
}

void add_file(ReadChange& read, const std::string& name, std::optional<Content> before,
              std::optional<Content> after) {
  if (!before && !after) return;
  Result<RepoPath> path = RepoPath::from_git(name);
  if (!path) {
    if (after) note_path(read, name, path.error());
    return;
  }
  note_mode(read, name, before, after);
  note_unread(read, name, before, false);
  note_unread(read, name, after, true);
  FileChange file{.path = *std::move(path), .before = {}, .after = {}};
  file.action = !before ? Action::create : after ? Action::modify : Action::remove;
  file.mode_before = before ? before->mode : after->mode;
  file.mode_after = after ? after->mode : before->mode;
  if (before) file.before = std::move(before->text);
  if (after) file.after = std::move(after->text);
  read.change.files.push_back(std::move(file));
}

void add_submodule(ReadChange& read, const RawEntry& entry) {
  const auto commit_of = [](const RawSide& side) {
    return is_submodule(side) ? std::optional(side.object) : std::nullopt;
  };
  std::optional<std::string> before = commit_of(entry.before);
  std::optional<std::string> after = commit_of(entry.after);
  if (before == after) return;
  Result<RepoPath> path = RepoPath::from_git(entry.path);
  if (!path) {
    if (after) note_path(read, entry.path, path.error());
    return;
  }
  read.change.submodules.push_back({*std::move(path), std::move(before), std::move(after)});
}

// The contents of all sides that are objects, taken in the order of the entries.
class Contents {
 public:
  static Result<Contents> read(ObjectReader& objects, const std::vector<RawEntry>& entries) {
    if (entries.size() > kChangedFilesMax) {
      return fail(Errc::io, "the change has more than " + std::to_string(kChangedFilesMax) +
                                " files, and Pawl judges no more at once");
    }
    std::vector<std::string> names;
    for (const RawEntry& entry : entries) {
      for (const RawSide* side : {&entry.before, &entry.after}) {
        if (is_read(*side)) names.push_back(side->object);
      }
    }
    Contents contents;
    TRY_ASSIGN(contents.objects_, objects.read_all(names));
    return contents;
  }

  Result<std::optional<Content>> take(const RawEntry& entry, const RawSide& side) {
    if (!is_read(side)) return std::optional<Content>();
    std::optional<Object>& object = objects_[next_++];
    if (!object) {
      return fail(Errc::io,
                  "the object " + side.object + " of " + printable(entry.path, 200) +
                      " is missing or damaged; fetch it there first, or repair the repository");
    }
    Content content{.mode = plain_mode(side.mode),
                    .odd = is_plain_mode(side.mode) ? 0 : side.mode,
                    .text = std::move(object->content)};
    const bool too_long = content.mode == kSymlinkMode && object->size > kSymlinkBytesMax;
    if (!object->whole || too_long) content.unread = object->size;
    return std::optional(std::move(content));
  }

 private:
  std::vector<std::optional<Object>> objects_;
  std::size_t next_ = 0;
};

void finish(ReadChange& read) {
  std::erase_if(read.change.files, [](const FileChange& file) {
    return file.before == file.after && file.mode_before == file.mode_after;
  });
  std::sort(read.change.files.begin(), read.change.files.end(),
            [](const FileChange& a, const FileChange& b) { return a.path < b.path; });
  std::sort(read.change.submodules.begin(), read.change.submodules.end(),
            [](const SubmoduleChange& a, const SubmoduleChange& b) { return a.path < b.path; });
}

Result<std::vector<RawEntry>> raw_diff(Git& git, const Git::Run& run) {
  TRY_ASSIGN(const std::string output, git.output(run));
  return parse_raw_diff(output);
}

// What the worktree holds of a path: a text, or where a symlink points. `left` is what may still be
// read of all files together.
Result<std::optional<Content>> read_disk(const os::Root& root, const std::string& name,
                                         std::uint64_t& left) {
  const Result<RepoPath> path = RepoPath::from_git(name);
  if (!path) return std::optional(Content{});  // add_file names it
  TRY_ASSIGN(const auto stat, root.stat(*path));
  if (!stat || stat->type == os::FileType::folder || stat->type == os::FileType::other) {
    return std::optional<Content>();
  }
  if (stat->type == os::FileType::symlink) {
    TRY_ASSIGN(std::string target, root.read_link(*path));
    return std::optional(Content{.mode = kSymlinkMode, .text = std::move(target)});
  }
  constexpr std::uint32_t kRunsAsOwner = 06000;  // set-user-id, set-group-id
  Content content{.mode = (stat->mode & 0100U) != 0 ? 0755U : 0644U,
                  .odd = (stat->mode & kRunsAsOwner) != 0 ? stat->mode & 07777U : 0,
                  .text = {}};
  if (stat->size > std::min(left, ReadLimits{}.each)) {
    content.unread = stat->size;
  } else {
    TRY_ASSIGN(content.text, root.read(*path, ReadLimits{}.each));
    left -= std::min<std::uint64_t>(left, content.text.size());
  }
  return std::optional(std::move(content));
}

}  // namespace

Result<std::vector<RawEntry>> parse_raw_diff(std::string_view output) {
  std::vector<RawEntry> entries;
  while (!output.empty()) {
    std::string_view header = take_field(output);
    const std::string_view path = take_field(output);
    const auto words = split_words(header);
    if (!header.starts_with(':') || words.size() != 5 || path.empty()) {
      return fail(Errc::upstream, "git diff answered \"" + printable(header, 200) +
                                      "\", which describes no change");
    }
    entries.push_back({.path = std::string(path),
                       .before = {octal(words[0].substr(1)), object_of(words[2])},
                       .after = {octal(words[1]), object_of(words[3])}});
  }
  return entries;
}

Result<ReadChange> read_change(ObjectReader& objects, const std::vector<RawEntry>& entries) {
  TRY_ASSIGN(Contents contents, Contents::read(objects, entries));
  ReadChange read;
  for (const RawEntry& entry : entries) {
    add_submodule(read, entry);
    TRY_ASSIGN(std::optional<Content> before, contents.take(entry, entry.before));
    TRY_ASSIGN(std::optional<Content> after, contents.take(entry, entry.after));
    add_file(read, entry.path, std::move(before), std::move(after));
  }
  finish(read);
  return read;
}

Result<ReadChange> change_between(ObjectReader& objects, const std::string& base,
                                  const std::string& head) {
  TRY_ASSIGN(TreeDiff diff, compare_trees(objects, base, head));
  TRY_ASSIGN(ReadChange read, read_change(objects, diff.entries));
  for (Unsafe& broken : diff.broken) read.unsafe.push_back(std::move(broken));
  return read;
}

Result<ReadChange> staged_change(Git& git, ObjectReader& objects, const std::string& folder,
                                 const std::string& base, const std::string& index_file) {
  Git::Run run{.folder = folder, .args = raw_flags("diff-index")};
  run.args.insert(run.args.end(), {"--cached", "--end-of-options", base});
  if (!index_file.empty()) run.environment.emplace_back("GIT_INDEX_FILE", index_file);
  TRY_ASSIGN(const std::vector<RawEntry> entries, raw_diff(git, run));
  return read_change(objects, entries);
}

Result<ReadChange> worktree_change(Git& git, ObjectReader& objects, const std::string& folder,
                                   const std::string& base) {
  TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(folder));
  return worktree_change(git, objects, *root, base);
}

Result<ReadChange> worktree_change(Git& git, ObjectReader& objects, const os::Root& root,
                                   const std::string& base) {
  TRY_ASSIGN(WorktreeFiles files, differing_files(git, objects, root, base));
  TRY_ASSIGN(Contents contents, Contents::read(objects, files.entries));
  ReadChange read;
  std::uint64_t left = ReadLimits{}.total;
  for (const RawEntry& entry : files.entries) {
    add_submodule(read, entry);
    TRY_ASSIGN(std::optional<Content> before, contents.take(entry, entry.before));
    TRY_ASSIGN(std::optional<Content> after, contents.take(entry, entry.after));
    if (entry.after.mode == 0 && !files.unreachable.contains(entry.path)) {
      TRY_ASSIGN(after, read_disk(root, entry.path, left));
    }
    if (before && after && !files.trusts_modes && before->mode != kSymlinkMode &&
        after->mode != kSymlinkMode) {
      after->mode = before->mode;
    }
    add_file(read, entry.path, std::move(before), std::move(after));
  }
  finish(read);
  return read;
}

Result<ReadChange> patch_change(Git& git, const std::string& folder, const std::string& base,
                                const std::string& patch, const std::string& scratch) {
  TRY_ASSIGN(const std::string objects_folder, git.git_path(folder, "objects"));
  const std::vector<std::pair<std::string, std::string>> apart = {
      {"GIT_INDEX_FILE", scratch + "/index"},
      {"GIT_OBJECT_DIRECTORY", scratch},
      {"GIT_ALTERNATE_OBJECT_DIRECTORIES", objects_folder}};
  const auto run = [&](std::vector<std::string> args, std::string input) {
    return Git::Run{
        .folder = folder, .args = std::move(args), .input = std::move(input), .environment = apart};
  };
  {
    ObjectReader objects(git, folder);
    TRY(list_files(objects, base));
  }
  if (ReadChange read{.change = {}, .unsafe = unsafe_in_patch(patch), .unread = {}};
      !read.unsafe.empty()) {
    return read;
  }
  TRY(git.output(run({"read-tree", base}, "")));
  const Git::Run apply = run({"apply", "--cached", "--whitespace=nowarn", "-"}, patch);
  TRY_ASSIGN(const os::Finished applied, git.run(apply));
  if (!applied.succeeded()) {
    if (ReadChange read{.change = {}, .unsafe = unsafe_to_git(applied.err), .unread = {}};
        !read.unsafe.empty()) {
      return read;
    }
    return fail(Errc::invalid, "the patch does not apply to " + base.substr(0, 12) + ": " +
                                   git.failure(apply, applied).message);
  }
  TRY_ASSIGN(std::string tree, git.output(run({"write-tree"}, "")));
  while (tree.ends_with('\n')) tree.pop_back();
  Git::Run diff = run(raw_flags("diff-tree"), "");
  diff.args.insert(diff.args.end(), {"--end-of-options", base, tree});
  TRY_ASSIGN(const std::vector<RawEntry> entries, raw_diff(git, diff));
  ObjectReader objects(git, folder, apart);
  return read_change(objects, entries);
}

}  // namespace pawl::git
