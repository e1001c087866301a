#include "planner/prompts/citations.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "planner/prompts/cited_definitions.hpp"
#include "planner/prompts/spelled_paths.hpp"
#include "planner/rules/suspects.hpp"
#include "repo/documents/link_text.hpp"

namespace pawl::planner {
namespace {

constexpr std::string_view kWordEnds = " \t\r\"'`()[]{}<>,;=|*";
constexpr std::size_t kLeftOutMax = 20;
constexpr std::size_t kCitedLinesMax = 10;
constexpr std::size_t kBytesMax = 256U << 10U;

// Where programs keep what is not the repository's.
constexpr auto kElsewhere =
    fixed_words("site-packages/", "dist-packages/", "node_modules/", "/usr/lib/", "/usr/local/lib/",
                "/usr/share/", "/usr/include/", ".cargo/registry/", "/rustc/", "/go/pkg/mod/",
                "/lib/python", "node:internal", "internal/modules/", "/gems/", ".m2/repository/");

bool is_elsewhere(std::string_view spelled) {
  return std::any_of(kElsewhere.begin(), kElsewhere.end(),
                     [&](std::string_view place) { return contains(spelled, place); });
}

std::optional<int> leading_number(std::string_view text) {
  const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
  constexpr std::size_t kDigitsMax = 7;
  if (end == 0 || end > kDigitsMax) return {};
  return static_cast<int>(*parse_int(text.substr(0, end)));
}

// The line a path is followed by: `:12`, `#L12`, `", line 12`, ` on line 12`.
int line_after(std::string_view word_rest, std::string_view line_rest) {
  if (word_rest.starts_with("#L")) return leading_number(word_rest.substr(2)).value_or(0);
  if (word_rest.starts_with(':')) {
    if (const auto number = leading_number(word_rest.substr(1))) return *number;
    line_rest = word_rest.size() > 1 ? word_rest.substr(1) : line_rest;
  }
  line_rest.remove_prefix(std::min(line_rest.find_first_not_of("\"'`, )("), line_rest.size()));
  for (const std::string_view word : {"on ", "at ", "in ", "lines ", "line "}) {
    if (starts_with_folded(line_rest, word)) line_rest.remove_prefix(word.size());
  }
  if (line_rest.empty() || line_rest.front() < '0' || line_rest.front() > '9') return 0;
  return leading_number(line_rest).value_or(0);
}

class Reader {
 public:
  Reader(std::string_view text, const CitationSources& sources)
      : text_(text.substr(0, kBytesMax)), sources_(sources), paths_(sources.view) {}

  Citations read() {
    bool fenced = false;
    for (const std::string_view line : split_lines(text_)) {
      const std::string_view plain = trim(line);
      if (plain.starts_with("```") || plain.starts_with("~~~")) {
        fenced = !fenced;
        continue;
      }
      read_line(line, fenced);
    }
    out_.files = std::move(by_path_);
    for (CitedFile& file : by_name_) {
      if (!has(out_.files, file.path)) out_.files.push_back(std::move(file));
    }
    add_tested();
    shorten();
    return std::move(out_);
  }

 private:
  void read_line(std::string_view line, bool fenced) {
    // What stands beside a frame of somebody else's code is not the repository's either.
    const bool elsewhere = is_elsewhere(line);
    bool in_code = false;
    std::size_t at = 0;
    while (at < line.size()) {
      const auto end = std::min(line.find_first_of(kWordEnds, at), line.size());
      if (end > at) {
        const NameSigns signs{
            .in_code = in_code, .called = end < line.size() && line[end] == '(', .fenced = fenced};
        read_word(line.substr(at, end - at), line.substr(end), signs, elsewhere);
      }
      if (end < line.size() && line[end] == '`') in_code = !in_code;
      at = end + 1;
    }
  }

  void read_word(std::string_view word, std::string_view rest, const NameSigns& signs,
                 bool elsewhere) {
    if (word.starts_with("https://") || word.starts_with("http://")) return read_address(word);
    if (word.starts_with("file://")) word.remove_prefix(7);
    if (contains(word, "://")) return;
    if (read_path(word, rest, signs) || elsewhere || sources_.graph == nullptr) return;
    const std::vector<std::string> parts = name_parts(word, signs);
    if (parts.empty()) return;
    const std::vector<std::string> files = files_defining(parts, *sources_.graph, sources_.view);
    if (files.empty()) return;
    if (files.size() > 1) return leave_out(word, "it may mean any of " + join(files, ", "));
    add(by_name_, files.front(), word, 0);
  }

  // Whether the word is a path, wherever it leads.
  bool read_path(std::string_view word, std::string_view rest, const NameSigns& signs) {
    const std::string slashed = replace_all(word, "\\", "/");
    const bool has_slash = contains(slashed, "/");
    std::string_view path = path_part(slashed);
    if (path.empty()) path = std::string_view(slashed).substr(0, slashed.find(':'));
    path = path.substr(0, path.find("#L"));
    while (path.ends_with('?') || path.ends_with('!') || path.ends_with(':')) path.remove_suffix(1);
    const bool has_ending = contains(index::name_of(path), ".");
    if (path.empty() || (!has_ending && !has_slash && !signs.in_code)) return false;
    const std::size_t used = static_cast<std::size_t>(path.data() - slashed.data()) + path.size();
    const int line = line_after(std::string_view(slashed).substr(used), rest);
    const std::vector<std::string> fitting =
        candidates(path, has_slash || signs.in_code || line > 0, has_ending);
    if (fitting.size() == 1) {
      add(by_path_, fitting.front(), word, line);
    } else if (fitting.size() > 1) {
      leave_out(word, "it may be any of " + join(fitting, ", "));
    } else if (has_slash && has_ending && repo::names_file(path) && !is_elsewhere(path)) {
      leave_out(word, "there is no such file");
    } else {
      return false;
    }
    return true;
  }

  // The file of exactly that path; else those whose ends fit, the longest end first.
  std::vector<std::string> candidates(std::string_view path, bool any_case, bool any_end) const {
    std::string_view inner = path;
    while (inner.starts_with("./") || inner.starts_with('/')) {
      inner.remove_prefix(inner.find('/') + 1);
    }
    for (const std::string_view exact : {path, inner}) {
      const repo::Entry* entry = sources_.view.find(exact);
      if (entry != nullptr && !entry->symlink) return {std::string(exact)};
    }
    if (!any_end || is_elsewhere(path)) return {};
    std::vector<std::string> fitting = paths_.fitting(path);
    if (fitting.empty() && any_case) fitting = paths_.fitting_folded(path);
    // Of an absolute path the longest end is meant: not `box.py`, but `src/box.py`.
    const auto longest = std::max_element(
        fitting.begin(), fitting.end(),
        [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
    const bool shorter = longest != fitting.end() && longest->size() < inner.size();
    return shorter ? std::vector<std::string>{*longest} : fitting;
  }

  // `https://host/owner/repo/blob/REF/path#L3`, of this repository; a branch may hold slashes.
  void read_address(std::string_view address) {
    const auto mark = address.find('#');
    const std::string_view place = address.substr(0, std::min(mark, address.find('?')));
    std::vector<std::string_view> parts = split(place, '/');
    std::erase(parts, "-");
    // https:, nothing, host, owner, repository, kind, branch, path
    constexpr std::size_t kKind = 5;
    if (parts.size() < kKind + 3 || !is_own(parts[3], parts[4])) return;
    static constexpr auto kKinds = fixed_words("blob", "raw", "blame", "edit", "src");
    if (std::find(kKinds.begin(), kKinds.end(), parts[kKind]) == kKinds.end()) return;
    const std::string_view anchor =
        mark == std::string_view::npos ? std::string_view() : address.substr(mark);
    for (std::size_t from = kKind + 2; from < parts.size(); ++from) {
      const std::string path = repo::percent_decoded(join(std::span(parts).subspan(from), "/"));
      if (!sources_.view.has(path)) continue;
      return add(by_path_, path, address, line_after(anchor, {}));
    }
    leave_out(address, "there is no such file");
  }

  bool is_own(std::string_view owner, std::string_view repository) const {
    if (repository.ends_with(".git")) repository.remove_suffix(4);
    const std::string bare = lower(repository);
    const std::string full = lower(owner) + "/" + bare;
    return std::any_of(sources_.names.begin(), sources_.names.end(),
                       [&](const std::string& name) { return name == full || name == bare; });
  }

  static bool has(const std::vector<CitedFile>& files, std::string_view path) {
    return std::any_of(files.begin(), files.end(),
                       [&](const CitedFile& file) { return file.path == path; });
  }

  void add(std::vector<CitedFile>& files, const std::string& path, std::string_view spelled,
           int line) {
    if (std::string reason = obstacle(path); !reason.empty()) return leave_out(path, reason);
    auto known = std::find_if(files.begin(), files.end(),
                              [&](const CitedFile& file) { return file.path == path; });
    if (known == files.end()) {
      known = files.insert(known, {.path = path, .lines = {}, .spelled = printable(spelled, 200)});
    }
    std::vector<int>& lines = known->lines;
    const bool is_new = std::find(lines.begin(), lines.end(), line) == lines.end();
    if (line > 0 && is_new && lines.size() < kCitedLinesMax) lines.push_back(line);
  }

  std::string obstacle(const std::string& path) const {
    const Result<RepoPath> parsed = RepoPath::parse(path);
    if (!parsed) return parsed.error().message;
    if (repo::is_vendored(*parsed)) return "it is somebody else's code, kept here";
    if (repo::is_generated(*parsed)) return "a program makes it";
    return sources_.forbidden == nullptr ? std::string() : sources_.forbidden(*parsed);
  }

  void leave_out(std::string_view spelled, std::string reason) {
    NotCited one{.spelled = printable(spelled, 200), .reason = std::move(reason)};
    const auto& all = out_.left_out;
    if (all.size() == kLeftOutMax || std::find(all.begin(), all.end(), one) != all.end()) return;
    out_.left_out.push_back(std::move(one));
  }

  void add_tested() {
    const bool only_tests =
        std::all_of(out_.files.begin(), out_.files.end(),
                    [](const CitedFile& file) { return is_test_file(file.path); });
    if (out_.files.empty() || !only_tests) return;
    std::vector<TestFailure> tests;
    for (const CitedFile& file : out_.files) tests.push_back({"", file.path, "", ""});
    for (const Suspect& suspect : suspects_of(tests, sources_.view, sources_.graph)) {
      if (!obstacle(suspect.path).empty()) continue;
      out_.files.push_back({.path = suspect.path, .lines = {}, .spelled = "what they test"});
    }
  }

  void shorten() {
    while (out_.files.size() > kCitedMax) {
      leave_out(out_.files.back().path,
                "it comes after the first " + std::to_string(kCitedMax) + " files");
      out_.files.pop_back();
    }
  }

  std::string_view text_;
  const CitationSources& sources_;
  SpelledPaths paths_;
  std::vector<CitedFile> by_path_;
  std::vector<CitedFile> by_name_;
  Citations out_;
};

}  // namespace

Citations citations_of(std::string_view text, const CitationSources& sources) {
  return Reader(text, sources).read();
}

}  // namespace pawl::planner
