// G15: two tools of one package that are told to want different things of the same files.
#include <algorithm>
#include <array>
#include <set>

#include "base/text/text.hpp"
#include "guards/config/helm_lock.hpp"
#include "guards/config/style_settings.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"

namespace pawl::guards {
namespace {

// What the values of two settings mean to each other.
enum class Relation : std::uint8_t {
  same_number,
  same_ending,  // of lines; `auto` goes with any
  tabs,         // `tab` is true, `space` false
  semicolons,   // `always` is true, `never` false
  quotes,       // `single` is true, `double` false
  at_least,     // the first allows what the second makes
};

struct Pair {
  std::string_view left;
  std::string_view right;
  Relation relation;
};
constexpr auto kPairs = std::to_array<Pair>({
    {"editorconfig.js/indent_size", "prettier/tabWidth", Relation::same_number},
    {"editorconfig.js/indent_style", "prettier/useTabs", Relation::tabs},
    {"editorconfig.js/end_of_line", "prettier/endOfLine", Relation::same_ending},
    {"editorconfig.js/max_line_length", "prettier/printWidth", Relation::same_number},
    {"eslint/semi", "prettier/semi", Relation::semicolons},
    {"eslint/quotes", "prettier/singleQuote", Relation::quotes},
    {"ruff/line-length", "black/line-length", Relation::at_least},
    {"isort/line_length", "black/line-length", Relation::same_number},
    {"ruff/line-length", "isort/line_length", Relation::at_least},
    {"flake8/max-line-length", "black/line-length", Relation::at_least},
    {"flake8/max_line_length", "black/line-length", Relation::at_least},
    {"flake8/max-line-length", "ruff/line-length", Relation::at_least},
    {"flake8/max_line_length", "ruff/line-length", Relation::at_least},
    {"editorconfig.rs/max_line_length", "rustfmt/max_width", Relation::same_number},
    {"editorconfig.rs/indent_style", "rustfmt/hard_tabs", Relation::tabs},
    {"editorconfig.rs/indent_size", "rustfmt/tab_spaces", Relation::same_number},
});

// One word stands for true, the other for false; any other says nothing.
bool disagree(std::string_view word, std::string_view truth, std::string_view untruth,
              std::string_view flag) {
  return (word == truth && flag == "false") || (word == untruth && flag == "true");
}

bool is_line_ending(std::string_view word) {
  return word == "lf" || word == "crlf" || word == "cr";
}

bool contradict(Relation relation, std::string_view left, std::string_view right) {
  switch (relation) {
    case Relation::same_number: {
      const auto a = parse_int(left);
      const auto b = parse_int(right);
      return a && b && *a != *b;
    }
    case Relation::at_least: {
      const auto a = parse_int(left);
      const auto b = parse_int(right);
      return a && b && *a < *b;
    }
    case Relation::same_ending:
      return is_line_ending(left) && is_line_ending(right) && left != right;
    case Relation::tabs: return disagree(left, "tab", "space", right);
    case Relation::semicolons: return disagree(left, "always", "never", right);
    case Relation::quotes: return disagree(left, "single", "double", right);
  }
  return false;
}

struct Conflict {
  const Pair* pair;
  StyleSetting left;
  StyleSetting right;
};

std::vector<Conflict> conflicts_of(const repo::RepoView& tree, std::string_view folder) {
  const StyleSettings settings = style_settings(tree, folder);
  std::vector<Conflict> out;
  for (const Pair& pair : kPairs) {
    const auto left = settings.find(std::string(pair.left));
    const auto right = settings.find(std::string(pair.right));
    if (left == settings.end() || right == settings.end()) continue;
    if (contradict(pair.relation, left->second.value, right->second.value)) {
      out.push_back({&pair, left->second, right->second});
    }
  }
  return out;
}

int line_with(std::string_view text, std::string_view key) {
  int row = 0;
  for (const std::string_view line : split_lines(text)) {
    ++row;
    if (contains(line, key)) return row;
  }
  return 0;
}

const git::FileChange* changed_file_of(const git::Change& change, const StyleSetting& setting) {
  const auto file = std::find_if(
      change.files.begin(), change.files.end(),
      [&](const git::FileChange& each) { return each.path.text() == setting.file && each.after; });
  return file == change.files.end() ? nullptr : &*file;
}

std::string shown_setting(const StyleSetting& setting) {
  return setting.key + " = " + printable(setting.value, 40) + " in " + setting.file;
}

// Each contradiction once, whichever of its two files changed, or both.
void report(const git::Change& change, const Conflict& conflict, std::set<std::string>& reported,
            Verdict& verdict) {
  const git::FileChange* file = changed_file_of(change, conflict.left);
  const bool is_left = file != nullptr;
  if (!is_left) file = changed_file_of(change, conflict.right);
  if (file == nullptr) return;
  const StyleSetting& mine = is_left ? conflict.left : conflict.right;
  const StyleSetting& other = is_left ? conflict.right : conflict.left;
  const std::string message = shown_setting(mine) + " contradicts " + shown_setting(other);
  if (!reported.insert(message).second) return;
  verdict.refuse({.rule = "sibling-config/contradiction",
                  .kind = RuleKind::defect,
                  .path = file->path.text(),
                  .line = line_with(*file->after, mine.key),
                  .message = message,
                  .feedback = "Let both say the same: change " + mine.key + " in " + mine.file +
                              ", or " + other.key + " in " + other.file + "."});
}

// Manifests change for many reasons; few of them say how code looks.
bool may_set_style(const RepoPath& path, std::string_view text) {
  if (!is_style_config(path) || is_specimen(path)) return false;
  if (path.name() == "package.json") {
    return contains(text, "\"prettier\"") || contains(text, "eslintConfig");
  }
  const bool python = path.name() == "pyproject.toml" || path.name() == "setup.cfg";
  return !python || contains(text, "line");
}

bool is_chart_file(std::string_view name) {
  return among({"Chart.yaml", "Chart.lock", "requirements.yaml", "requirements.lock"}, name);
}

void check_charts(const git::Change& change, const Context& context, Verdict& verdict) {
  std::set<std::string_view> folders;
  for (const git::FileChange& file : change.files) {
    if (!file.after || file.before == file.after || !is_chart_file(file.path.name())) continue;
    if (is_specimen(file.path) || !folders.insert(file.path.folder()).second) continue;
    verdict.applies();
    if (context.head == nullptr || context.base == nullptr) {
      verdict.cannot("the trees before and after the change are not at hand");
      return;
    }
    const std::string fault = helm_lock_fault(*context.head, file.path.folder());
    if (fault.empty() || !helm_lock_fault(*context.base, file.path.folder()).empty()) continue;
    verdict.refuse(
        {.rule = "sibling-config/stale-lock",
         .kind = RuleKind::defect,
         .path = file.path.text(),
         .line = 0,
         .message = "the chart and its lock do not say the same: " + fault,
         .feedback = "Let `helm dependency update` write the lock, in the same change."});
  }
}

}  // namespace

Verdict sibling_config(const git::Change& change, const Context& context) {
  Verdict verdict;
  check_charts(change, context, verdict);
  std::set<std::string_view> folders;
  for (const git::FileChange& file : change.files) {
    if (file.after && file.before != file.after && may_set_style(file.path, *file.after)) {
      folders.insert(file.path.folder());
    }
  }
  if (folders.empty()) return verdict;
  verdict.applies();
  if (context.head == nullptr || context.base == nullptr) {
    verdict.cannot("the trees before and after the change are not at hand");
    return verdict;
  }
  std::set<std::string> reported;
  for (const std::string_view folder : folders) {
    const std::vector<Conflict> now = conflicts_of(*context.head, folder);
    if (now.empty()) continue;
    const std::vector<Conflict> before = conflicts_of(*context.base, folder);
    for (const Conflict& conflict : now) {
      const bool old = std::any_of(before.begin(), before.end(), [&](const Conflict& each) {
        return each.pair == conflict.pair;
      });
      if (!old) report(change, conflict, reported, verdict);
    }
  }
  return verdict;
}

}  // namespace pawl::guards
