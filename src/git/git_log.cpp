#include "base/text/text.hpp"
#include "git/git.hpp"

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
  TRY_ASSIGN(const auto id, resolve(folder, revision));
  if (!id) {
    return fail(Errc::not_found,
                "there is no commit \"" + printable(revision, 120) + "\" in " + folder);
  }
  auto args = log_args();
  args.insert(args.end(), {"-1", *id});
  TRY_ASSIGN(const std::string out, output({.folder = folder, .args = std::move(args)}));
  auto commits = parse_log(out);
  if (commits.size() != 1) {
    return fail(Errc::io, "git log in " + folder + " did not answer for " + *id);
  }
  return std::move(commits.front());
}

Result<std::vector<CommitInfo>> Git::log(const std::string& folder, const std::string& base,
                                         const std::string& head) {
  TRY_ASSIGN(const auto tip, resolve(folder, head));
  if (!tip) {
    return fail(Errc::not_found,
                "there is no commit \"" + printable(head, 120) + "\" in " + folder);
  }
  auto args = log_args();
  args.insert(args.end(), {"--reverse", "--topo-order", *tip});
  if (!base.empty()) {
    TRY_ASSIGN(const auto start, resolve(folder, base));
    if (!start) {
      return fail(Errc::not_found,
                  "there is no commit \"" + printable(base, 120) + "\" in " + folder);
    }
    args.push_back("^" + *start);
  }
  TRY_ASSIGN(const std::string out, output({.folder = folder, .args = std::move(args)}));
  return parse_log(out);
}

}  // namespace pawl::git
