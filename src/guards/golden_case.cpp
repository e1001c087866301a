#include "guards/golden_case.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/text/text.hpp"
#include "guards/evidence_json.hpp"
#include "index/repository_index.hpp"
#include "repo/views/overlay_view.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

struct Section {
  std::string name;
  std::vector<std::string> marks;
  std::string text;

  bool marked(std::string_view mark) const {
    return std::find(marks.begin(), marks.end(), mark) != marks.end();
  }
};

bool opens_section(std::string_view line) {
  return line.starts_with("-- ") && line.ends_with(" --") && line.size() > 6;
}

Section open_section(std::string_view line) {
  line = trim(line.substr(3, line.size() - 6));
  Section section;
  while (line.ends_with(')')) {
    const auto open = line.rfind(" (");
    if (open == std::string_view::npos) break;
    section.marks.emplace_back(line.substr(open + 2, line.size() - open - 3));
    line = trim_end(line.substr(0, open));
  }
  section.name = line;
  return section;
}

std::vector<Section> sections_of(std::string_view text) {
  std::vector<Section> sections(1);  // the header
  for (const std::string_view line : split_lines(text)) {
    if (opens_section(line)) {
      sections.push_back(open_section(line));
    } else {
      sections.back().text.append(line).append("\n");
    }
  }
  return sections;
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::string from_hex(std::string_view text) {
  std::string out;
  int high = -1;
  for (const char c : text) {
    const int digit = digit_of(c);
    if (digit < 0) continue;
    if (high < 0) {
      high = digit;
    } else {
      out += static_cast<char>(high * 16 + digit);
      high = -1;
    }
  }
  return out;
}

std::string content_of(const Section& section) {
  if (section.marked("hex")) return from_hex(section.text);
  std::string text = section.text;
  if (section.marked("no newline") && text.ends_with('\n')) text.pop_back();
  return section.marked("crlf") ? replace_all(text, "\n", "\r\n") : text;
}

std::uint32_t mode_of(const Section& section) {
  if (section.marked("link")) return 0120000;
  return section.marked("755") ? 0755 : 0644;
}

using Sides = std::map<std::string, Section>;

Status sort_sections(const std::vector<Section>& sections, Sides& base, Sides& head,
                     GoldenCase& out) {
  for (std::size_t i = 1; i < sections.size(); ++i) {
    const Section& section = sections[i];
    const auto slash = section.name.find('/');
    const std::string side = section.name.substr(0, slash);
    if (section.name == "evidence") {
      TRY_ASSIGN(const Json json, Json::parse(section.text));
      TRY_ASSIGN(Evidence evidence, evidence_from_json(json));
      out.evidence = std::make_unique<Evidence>(std::move(evidence));
      continue;
    }
    if (side == "tried" && slash != std::string::npos) {
      TRY_ASSIGN(RepoPath tried, RepoPath::parse(section.name.substr(slash + 1)));
      out.context.reproduction.files.push_back({std::move(tried), content_of(section)});
      continue;
    }
    if (slash == std::string::npos || (side != "base" && side != "head" && side != "both")) {
      return fail(Errc::invalid, "unknown section \"" + section.name + "\"");
    }
    const std::string path = section.name.substr(slash + 1);
    if (side != "head") base[path] = section;
    if (side != "base") head[path] = section;
  }
  return Done{};
}

git::FileChange change_of(const RepoPath& path, const Section* before, const Section* after) {
  git::FileChange file{.path = path, .before = {}, .after = {}};
  if (before != nullptr) {
    file.before = content_of(*before);
    file.mode_before = mode_of(*before);
  }
  if (after != nullptr) {
    file.after = content_of(*after);
    file.mode_after = mode_of(*after);
  }
  file.action = before == nullptr  ? git::Action::create
                : after == nullptr ? git::Action::remove
                                   : git::Action::modify;
  return file;
}

bool is_submodule(const Section* section) {
  return section != nullptr && section->marked("submodule");
}

std::optional<std::string> commit_of(const Section* section) {
  if (section == nullptr) return std::nullopt;
  return std::string(trim(section->text));
}

Status make_change(const Sides& base, const Sides& head, git::Change& change) {
  std::map<std::string, std::pair<const Section*, const Section*>> files;
  for (const auto& [path, section] : base) files[path].first = &section;
  for (const auto& [path, section] : head) files[path].second = &section;
  for (const auto& [name, pair] : files) {
    TRY_ASSIGN(const RepoPath path, RepoPath::from_git(name));
    if (is_submodule(pair.first) || is_submodule(pair.second)) {
      change.submodules.push_back({path, commit_of(pair.first), commit_of(pair.second)});
      continue;
    }
    git::FileChange file = change_of(path, pair.first, pair.second);
    if (file.before == file.after && file.mode_before == file.mode_after) continue;
    change.files.push_back(std::move(file));
  }
  std::sort(change.files.begin(), change.files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return Done{};
}

// Outlines are made when a guard asks for them.
std::unique_ptr<index::CodeIndex> index_of(const Sides& base, const git::Change& change) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [path, section] : base) files.emplace_back(path, content_of(section));
  return index::memory_index(std::move(files), index::changed_files(change));
}

// What it has of links is known, and where they point. The view of a real tree holds its lock while
// it lists a folder, and would wait for itself for ever if it was asked anything by then; this one
// ends the test.
class SidesView final : public repo::OverlayView {
 public:
  explicit SidesView(const Sides& sides) : SidesView(repo::memory_view({}), sides) {}

  std::span<const repo::Entry> files() const override {
    check("its files");
    return OverlayView::files();
  }
  const repo::Entry* find(std::string_view path) const override {
    check(path);
    return OverlayView::find(path);
  }
  void each_name(std::string_view folder,
                 const std::function<void(std::string_view)>& take) const override {
    check(folder);
    OverlayView::each_name(folder, [&](std::string_view name) {
      lists_ = true;
      take(name);
      lists_ = false;
    });
  }
  std::optional<std::string> link_target(std::string_view path) const override {
    check(path);
    return OverlayView::link_target(path);
  }

 private:
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override {
    check(path.text());
    return OverlayView::read_file(path, bytes_max);
  }

  static void check(std::string_view wanted) {
    PAWL_CHECK(!lists_, "a view that lists a folder is asked for " + std::string(wanted));
  }

  SidesView(std::unique_ptr<repo::RepoView> nothing, const Sides& sides)
      : repo::OverlayView(*nothing), nothing_(std::move(nothing)) {
    for (const auto& [name, section] : sides) {
      const Result<RepoPath> path = RepoPath::from_git(name);
      if (path && !section.marked("submodule")) put(*path, content_of(section), mode_of(section));
    }
  }

  std::unique_ptr<repo::RepoView> nothing_;
  static inline thread_local bool lists_ = false;
};

std::unique_ptr<repo::RepoView> view_of(const Sides& sides) {
  return std::make_unique<SidesView>(sides);
}

Result<std::vector<RepoPath>> paths_of(std::string_view words) {
  std::vector<RepoPath> paths;
  for (const std::string_view word : split_words(words)) {
    TRY_ASSIGN(RepoPath path, RepoPath::parse(word));
    paths.push_back(std::move(path));
  }
  return paths;
}

Result<Ruling> ruling_of(std::string_view word) {
  if (word == "pass") return Ruling::pass;
  if (word == "refuse") return Ruling::refuse;
  if (word == "not-applicable") return Ruling::not_applicable;
  if (word == "unknown") return Ruling::unknown;
  return fail(Errc::invalid, "expect: what is \"" + std::string(word) + "\"?");
}

Status set_number(Settings& settings, std::string_view words) {
  const auto pair = split_words(words);
  const std::map<std::string_view, double Settings::*> numbers = {
      {"doc_shrink_floor", &Settings::doc_shrink_floor},
      {"mutants_killed", &Settings::mutants_killed},
      {"psi_alpha", &Settings::psi_alpha},
      {"psi_beta", &Settings::psi_beta},
      {"psi_gamma", &Settings::psi_gamma},
      {"psi_lambda", &Settings::psi_lambda},
      {"psi_lite_threshold", &Settings::psi_lite_threshold},
      {"psi_full_threshold", &Settings::psi_full_threshold},
      {"psi_phi_hard_min", &Settings::psi_phi_hard_min}};
  const std::map<std::string_view, Severity Settings::*> floors = {
      {"semgrep_floor", &Settings::semgrep_floor},
      {"trivy_floor", &Settings::trivy_floor},
      {"scan_floor", &Settings::scan_floor}};
  const auto number = pair.size() == 2 ? parse_double(pair[1]) : std::nullopt;
  if (!number) return fail(Errc::invalid, "set: NAME NUMBER");
  if (pair[0] == "doc_bulk_shrink") {
    settings.doc_bulk_shrink = *number != 0;
  } else if (pair[0] == "psi_delete_allowed") {
    settings.psi_delete_allowed = *number != 0;
  } else if (pair[0] == "trivy_touched_only") {
    settings.trivy_touched_only = *number != 0;
  } else if (const auto floor = floors.find(pair[0]); floor != floors.end()) {
    settings.*(floor->second) = static_cast<Severity>(static_cast<int>(*number));
  } else if (const auto found = numbers.find(pair[0]); found != numbers.end()) {
    settings.*(found->second) = *number;
  } else {
    return fail(Errc::invalid, "set: there is no " + std::string(pair[0]));
  }
  return Done{};
}

Status read_lock(std::string_view words, Context& context) {
  const auto parts = split_words(words);
  if (parts.size() != 3) return fail(Errc::invalid, "lock: PATH QUALIFIED SUBTASK");
  TRY_ASSIGN(RepoPath path, RepoPath::parse(parts[0]));
  context.locked.push_back(
      {.path = std::move(path), .qualified = std::string(parts[1]), .by = std::string(parts[2])});
  return Done{};
}

// A new file of so many bytes, for limits.
Status read_fill(std::string_view words, git::Change& change) {
  const auto parts = split_words(words);
  const auto bytes = parts.size() > 1 ? parse_int(parts[1]) : std::nullopt;
  if (!bytes || parts.size() > 3) return fail(Errc::invalid, "fill: PATH BYTES [BEFORE]");
  std::optional<std::string> before;
  if (parts.size() == 3) before = parts[2];
  TRY_ASSIGN(RepoPath path, RepoPath::parse(parts[0]));
  change.files.push_back({.path = std::move(path),
                          .action = before ? git::Action::modify : git::Action::create,
                          .before = std::move(before),
                          .after = std::string(static_cast<std::size_t>(*bytes), 'x')});
  return Done{};
}

Status read_header_line(std::string_view key, std::string_view value, GoldenCase& out) {
  Context& context = out.context;
  if (key == "expect") {
    TRY_ASSIGN(out.expect, ruling_of(value));
  } else if (key == "rule") {
    out.rules.emplace_back(value);
  } else if (key == "note") {
    out.notes.emplace_back(value);
  } else if (key == "hints") {
    context.fenced = true;
    TRY_ASSIGN(context.hints, paths_of(value));
  } else if (key == "named") {
    TRY_ASSIGN(context.named, paths_of(value));
  } else if (key == "delete") {
    TRY_ASSIGN(context.sanctioned_deletions, paths_of(value));
  } else if (key == "compile-fix") {
    context.compile_fix = true;
  } else if (key == "layout") {
    context.layout = true;
  } else if (key == "mend") {
    context.to_mend.emplace_back(value);
  } else if (key == "reproduces") {
    context.reproduces = true;
  } else if (key == "reproduction") {
    context.reproduction.ids.emplace_back(value);
  } else if (key == "targets") {
    for (const std::string_view word : split_words(value)) context.targets.emplace_back(word);
  } else if (key == "lock") {
    TRY(read_lock(value, context));
  } else if (key == "obstacle") {
    const auto blank = value.find(' ');
    const std::string at(value.substr(0, blank));
    const std::string reason(trim(value.substr(std::min(blank, value.size()))));
    context.obstacle = [at, reason](const RepoPath& path) {
      return path.text() == at ? reason : std::string();
    };
  } else if (key == "own-parser") {
    const bool parses = value == "parses";
    context.own_parser = [parses](syntax::Language, const RepoPath&, const std::string&) {
      return std::optional<bool>(parses);
    };
  } else if (key == "fill") {
    TRY(read_fill(value, out.change));
  } else if (key == "set") {
    TRY(set_number(context.settings, value));
  }
  return Done{};  // anything else is prose
}

}  // namespace

Result<GoldenCase> parse_case(std::string name, std::string_view text) {
  GoldenCase out;
  out.name = std::move(name);
  out.context.fenced = false;
  const std::vector<Section> sections = sections_of(text);
  bool expects = false;
  for (const std::string_view line : split_lines(sections.front().text)) {
    const auto colon = line.find(": ");
    if (colon == std::string_view::npos) continue;
    expects = expects || line.substr(0, colon) == "expect";
    TRY(read_header_line(line.substr(0, colon), trim(line.substr(colon + 2)), out));
  }
  if (!expects) return fail(Errc::invalid, "the case has no `expect:` line");
  Sides base;
  Sides head;
  TRY(sort_sections(sections, base, head, out));
  TRY(make_change(base, head, out.change));
  out.base = view_of(base);
  out.head = view_of(head);
  out.context.base = out.base.get();
  out.context.head = out.head.get();
  out.index = index_of(base, out.change);
  out.context.index = out.index.get();
  out.context.evidence = out.evidence.get();
  return out;
}

std::vector<std::string> lines_of(const Verdict& verdict, Standing standing) {
  std::vector<std::string> lines;
  for (const Finding& finding : verdict.findings) {
    if (finding.standing != standing) continue;
    std::string line = finding.rule;
    if (!finding.path.empty()) line += " " + finding.path;
    if (finding.line > 0) line += ":" + std::to_string(finding.line);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace pawl::guards
