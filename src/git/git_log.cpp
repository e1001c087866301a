#include <algorithm>

#include "base/text/text.hpp"
#include "git/git.hpp"
#include "git/objects/object_reader.hpp"
#include "git/worktrees/plain_place.hpp"
#include "os/files/files.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kFields = 6;
constexpr const char* kFormat = "--format=tformat:%H%x00%P%x00%T%x00%ct%x00%s%x00%b";

std::vector<std::string> log_args() {
  return {"log",        "-z",         "--no-show-signature", "--no-ext-diff", "--no-textconv",
          "--no-color", "--no-patch", "--no-notes",          "--no-mailmap",  "--encoding=UTF-8",
          kFormat};
}

std::vector<CommitInfo> parse_log(std::string_view out) {
  std::vector<CommitInfo> commits;
  const auto fields = split(out, '\0');
  for (std::size_t i = 0; i + kFields <= fields.size(); i += kFields) {
    CommitInfo commit;
    commit.id = fields[i];
    commit.parent = fields[i + 1].substr(0, fields[i + 1].find(' '));
    commit.tree = fields[i + 2];
    commit.at = Timestamp(Seconds(parse_int(fields[i + 3]).value_or(0)));
    commit.subject = fields[i + 4];
    commit.body = fields[i + 5];
    commits.push_back(std::move(commit));
  }
  return commits;
}

// The lines of the last paragraph.
std::vector<std::string_view> last_paragraph(std::string_view body) {
  const auto lines = split_lines(trim_end(body));
  std::size_t start = lines.size();
  while (start > 0 && !trim(lines[start - 1]).empty()) --start;
  return {lines.begin() + static_cast<std::ptrdiff_t>(start), lines.end()};
}

bool is_full_id(std::string_view revision) {
  constexpr std::size_t kSha1Digits = 40;
  constexpr std::size_t kSha256Digits = 64;
  return (revision.size() == kSha1Digits || revision.size() == kSha256Digits) &&
         revision.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Result<std::string> known_commit(Git& git, const std::string& folder, const std::string& revision) {
  TRY_ASSIGN(auto id, git.resolve(folder, revision));
  if (id) return *std::move(id);
  return fail(Errc::not_found,
              "there is no commit \"" + printable(revision, 120) + "\" in " + folder);
}

// What git log is to be asked for: a name may be taken for an option or a path, a full id may not.
// Whether that one is there, and a commit, git log finds out itself.
Result<std::string> name_for_log(Git& git, const std::string& folder, const std::string& revision) {
  if (is_full_id(revision)) return revision + "^{commit}";
  return known_commit(git, folder, revision);
}

Result<std::vector<CommitInfo>> read_log(Git& git, const std::string& folder,
                                         std::vector<std::string> args,
                                         const std::vector<std::string>& revisions) {
  const Git::Run run{.folder = folder, .args = std::move(args)};
  TRY_ASSIGN(const os::Finished finished, git.run(run));
  if (finished.succeeded()) return parse_log(finished.out);
  for (const std::string& revision : revisions) {
    if (is_full_id(revision)) TRY(known_commit(git, folder, revision));
  }
  return git.failure(run, finished);
}

// A longer range is asked of git at once.
constexpr std::size_t kReadSinglyMax = 32;

// Takes off the first line, without its end.
std::string_view take_off_line(std::string_view& text) {
  const auto end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// As git takes a message apart: `%s` is the first paragraph in one line, `%b` all behind it.
void take_message(std::string_view text, CommitInfo& commit) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto is_blank = [&](std::string_view line) {
    return line.find_first_not_of(kBlanks) == std::string_view::npos;
  };
  const auto skip_blank_lines = [&] {
    while (!text.empty() && is_blank(text.substr(0, text.find('\n')))) take_off_line(text);
  };
  skip_blank_lines();
  while (!text.empty()) {
    const std::string_view line = take_off_line(text);
    const auto last = line.find_last_not_of(kBlanks);
    if (last == std::string_view::npos) break;
    if (!commit.subject.empty()) commit.subject += ' ';
    commit.subject += line.substr(0, last + 1);
  }
  skip_blank_lines();
  commit.body = text;
}

// A commit as git keeps it; nothing where git has more to say of it: several parents, words of
// another encoding, or anything that is not usual.
std::optional<CommitInfo> parse_commit(const Object& object) {
  if (object.type != "commit" || object.content.find('\0') != std::string::npos) return {};
  CommitInfo commit;
  commit.id = object.id;
  std::string_view rest = object.content;
  const auto take = [&](std::string_view name) -> std::string_view {
    if (!rest.starts_with(name)) return {};
    return take_off_line(rest).substr(name.size());
  };
  commit.tree = take("tree ");
  commit.parent = take("parent ");
  const bool has_author = !take("author ").empty();
  const std::string_view committer = take("committer ");
  const auto date = committer.rfind("> ");
  if (commit.tree.empty() || !has_author || date == std::string_view::npos) return {};
  const std::string_view seconds = committer.substr(date + 2);
  const auto at = parse_int(seconds.substr(0, seconds.find(' ')));
  if (!at || *at < 0) return {};
  commit.at = Timestamp(Seconds(*at));
  // A signature goes on in lines that begin with a blank.
  while (!rest.empty() && rest.front() != '\n') {
    if (!rest.starts_with("gpgsig ") && rest.front() != ' ') return {};
    take_off_line(rest);
  }
  take_message(rest, commit);
  return commit;
}

// The commits of a range in which each has one parent, as most of Pawl's own have; nothing where
// git has to be asked.
std::optional<std::vector<CommitInfo>> read_singly(ObjectReader& objects, const std::string& base,
                                                   const std::string& head) {
  if (!is_full_id(base) || !is_full_id(head)) return std::nullopt;
  const auto start = objects.glance(base + "^{commit}");
  if (!start || !*start) return std::nullopt;
  std::vector<CommitInfo> commits;
  for (std::string next = head; next != base; next = commits.back().parent) {
    if (commits.size() == kReadSinglyMax || next.empty()) return std::nullopt;
    const auto object = objects.read(next);
    if (!object || !*object) return std::nullopt;
    auto commit = parse_commit(**object);
    if (!commit) return std::nullopt;
    commits.push_back(*std::move(commit));
  }
  std::reverse(commits.begin(), commits.end());
  return commits;
}

}  // namespace

std::string CommitInfo::trailer(std::string_view name) const {
  std::string value;
  for (const std::string_view line : last_paragraph(body)) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (equal_folded(line.substr(0, colon), name)) value = trim(line.substr(colon + 1));
  }
  return value;
}

Result<CommitInfo> Git::commit_info(const std::string& folder, const std::string& revision) {
  if (const auto known = plain_git_folder(folder); known && has_whole_history(*known)) {
    ObjectReader objects(*this, folder);
    const auto object = objects.read(revision + "^{commit}");
    auto commit = object && *object ? parse_commit(**object) : std::nullopt;
    if (commit) return *std::move(commit);
  }
  TRY_ASSIGN(std::string id, name_for_log(*this, folder, revision));
  auto args = log_args();
  args.insert(args.end(), {"-1", std::move(id)});
  TRY_ASSIGN(auto commits, read_log(*this, folder, std::move(args), {revision}));
  if (commits.size() != 1) {
    return fail(Errc::io, "git log in " + folder + " did not answer for " + revision);
  }
  return std::move(commits.front());
}

Result<std::vector<CommitInfo>> Git::log(const std::string& folder, const std::string& base,
                                         const std::string& head) {
  const bool is_id = is_full_id(head);
  TRY_ASSIGN(std::string tip,
             is_id ? Result<std::string>(head) : known_commit(*this, folder, head));
  {
    ObjectReader objects(*this, folder);
    if (auto commits = read_singly(objects, base, tip)) return *std::move(commits);
  }
  auto args = log_args();
  args.insert(args.end(), {"--reverse", "--topo-order", is_id ? tip + "^{commit}" : tip});
  if (!base.empty()) {
    TRY_ASSIGN(const std::string start, name_for_log(*this, folder, base));
    args.push_back("^" + start);
  }
  return read_log(*this, folder, std::move(args), {head, base});
}

}  // namespace pawl::git
