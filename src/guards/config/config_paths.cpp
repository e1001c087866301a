// Entries of navigations, manifests, builds and workflows that point at what is not there, what the
// change takes away from those that still name it, and lines of ignore files that hide source code.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"
#include "guards/config/helm_charts.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/paths/ignore_rules.hpp"
#include "guards/paths/relative_path.hpp"
#include "guards/references/broken_names.hpp"
#include "repo/manifests/manifests.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

// No file, but something inside of one.
bool is_inner_name(NamedAs as) {
  return as == NamedAs::object || as == NamedAs::python || as == NamedAs::shared ||
         as == NamedAs::property;
}

Finding named_finding(const BrokenName& broken) {
  const std::string what = "\"" + printable(broken.named.written, 120) + "\"";
  const std::string key = printable(broken.named.key, 80);
  Finding finding{.rule = {},
                  .kind = RuleKind::defect,
                  .path = broken.path.text(),
                  .line = broken.line,
                  .message = {},
                  .feedback = {}};
  const std::string hint =
      broken.nearest.empty() ? std::string() : " There is " + printable(broken.nearest, 120) + ".";
  const std::string kind = shown_kind(broken.named);
  if (broken.lost) {
    finding.rule = "config-paths/still-named";
    finding.message =
        key + " still names " + what + ", " + "a " + kind + " that the change takes away";
    finding.feedback = "Change " + key + " in " + broken.path.text() +
                       " along with what it names, or leave " + what + " where it was." + hint;
    return finding;
  }
  const bool command = broken.named.as == NamedAs::script || broken.named.as == NamedAs::target;
  finding.rule = command ? "config-paths/missing-command" : "config-paths/missing-file";
  finding.message = key + " names " + what + ", and there is no " +
                    (command ? kind + " of that name" : printable(broken.named.path, 160));
  if (is_inner_name(broken.named.as)) {
    finding.message = key + " names " + what + ", and there is no such " + kind;
  }
  finding.feedback =
      "Name what exists in " + key + ", or add " + what + " in the same change." + hint;
  return finding;
}

Finding unknown_finding(const RepoPath& path, const UnknownName& name, int line) {
  const std::string what = name.what + " \"" + printable(name.name, 80) + "\"";
  const std::string hint = name.nearest.empty()
                               ? std::string()
                               : "; did you mean \"" + printable(name.nearest, 80) + "\"?";
  return {.rule = "config-paths/missing-name",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = line,
          .message = printable(name.where, 120) + " names the " + what +
                     ", which nothing in the file defines" + hint,
          .feedback = "Define the " + what + ", or name one that is there" + hint +
                      (hint.empty() ? "." : "")};
}

// A page was translated, split or moved, or a file made after one beside it: that one said the same
// before, of what is as little there.
bool is_said_by_others(const BrokenName& broken, const repo::RepoView* base) {
  const bool path = broken.named.written.find_first_of("./") != std::string::npos;
  const bool command = broken.named.as == NamedAs::script || broken.named.as == NamedAs::target;
  if (broken.lost || base == nullptr || !path || command) return false;
  const bool document = is_document(broken.path);
  const auto files = base->files();
  return std::any_of(files.begin(), files.end(), [&](const repo::Entry& entry) {
    const bool sibling = entry.path.folder() == broken.path.folder() &&
                         entry.path.extension() == broken.path.extension();
    if (entry.path == broken.path || !(document ? is_document(entry.path) : sibling)) return false;
    const auto text = base->text(entry.path.text());
    return text && contains(*text, broken.named.written);
  });
}

// Data of tests may be hidden; the tests themselves may not.
bool is_test_data(const RepoPath& path) {
  static constexpr auto kFolders = fixed_words(
      "fixtures", "fixture", "__fixtures__", "testdata", "test-data", "test_data", "snapshots",
      "__snapshots__", "golden", "corpus", "samples", "templates", "template");
  const auto parts = path.components();
  return std::any_of(parts.begin(), parts.end() - 1, [&](const std::string& part) {
    return among(kFolders, lower(part)) || contains(part, "{{");
  });
}

// Code, manifests, and documents that people wrote.
bool is_own_source(const repo::Entry& entry) {
  if (entry.symlink || is_made_later(entry.path.text()) || is_test_data(entry.path) ||
      repo::is_vendored(entry.path) || repo::is_generated(entry.path)) {
    return false;
  }
  return syntax::kind_of(entry.path, {}).language.has_value() ||
         repo::manifest_kind(entry.path).has_value() || is_document(entry.path);
}

struct Hidden {
  const IgnoreRule* rule;
  std::string first;
  std::size_t count = 0;
};

Finding hidden_finding(const RepoPath& path, const Hidden& hidden) {
  const std::string pattern = "\"" + printable(hidden.rule->written, 80) + "\"";
  return {.rule = "config-paths/hides-source",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = hidden.rule->line,
          .message = "the line " + pattern + " hides " + counted(hidden.count, "tracked file") +
                     ", " + hidden.first + " among them",
          .feedback = "Take the line " + pattern + " out, or make it match only what is not kept."};
}

void check_ignore(const git::FileChange& file, const repo::RepoView& tree, Verdict& verdict) {
  const std::vector<IgnoreRule> now = parse_ignore(*file.after);
  const std::vector<IgnoreRule> before = parse_ignore(file.before.value_or(""));
  std::vector<IgnoreRule> added;
  std::copy_if(now.begin(), now.end(), std::back_inserter(added), [&](const IgnoreRule& rule) {
    return !rule.negated && std::none_of(before.begin(), before.end(), [&](const IgnoreRule& old) {
      return old.written == rule.written;
    });
  });
  if (added.empty()) return;
  const std::string folder(file.path.folder());
  const std::string prefix = folder.empty() ? folder : folder + "/";
  std::vector<Hidden> hidden;
  for (const repo::Entry& entry : tree.files()) {
    const std::string_view path = entry.path.text();
    if (!path.starts_with(prefix)) continue;
    const std::string_view relative = path.substr(prefix.size());
    // Few files match what is new; only for those all lines are asked.
    if (hiding_rule(added, relative) == nullptr || !is_own_source(entry)) continue;
    const IgnoreRule* rule = hiding_rule(now, relative);
    if (rule == nullptr || hiding_rule(before, relative) != nullptr) continue;
    auto same = std::find_if(hidden.begin(), hidden.end(),
                             [&](const Hidden& each) { return each.rule == rule; });
    if (same == hidden.end()) {
      hidden.push_back({rule, std::string(path), 1});
    } else {
      ++same->count;
    }
  }
  for (std::size_t i = 0; i < hidden.size() && i < kConfigNamesPerFileMax; ++i) {
    verdict.refuse(hidden_finding(file.path, hidden[i]));
  }
}

// What the Dockerfile beside it copies by name must not be hidden from it.
void check_dockerignore(const git::FileChange& file, const repo::RepoView& tree, Verdict& verdict) {
  const std::string folder(file.path.folder());
  const auto dockerfile = tree.text(folder.empty() ? "Dockerfile" : folder + "/Dockerfile");
  if (!dockerfile) return;
  const std::vector<IgnoreRule> now = parse_ignore(*file.after);
  const std::vector<IgnoreRule> before = parse_ignore(file.before.value_or(""));
  std::set<const IgnoreRule*> reported;
  for (const std::string_view line : split_lines(*dockerfile)) {
    auto words = split_words(line);
    if (words.size() < 3 || (!equal_folded(words[0], "COPY") && !equal_folded(words[0], "ADD")) ||
        contains(line, "--from") || contains(line, "[") || line.ends_with('\\')) {
      continue;
    }
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      const auto path = words[i].starts_with("--") ? std::nullopt : joined_path("", words[i]);
      if (!path || path->empty() || path->find_first_of("*?$") != std::string::npos) continue;
      const std::string whole = folder.empty() ? *path : folder + "/" + *path;
      if (!tree.has(whole) && !tree.has_folder(whole)) continue;
      const IgnoreRule* rule = hiding_rule(now, *path);
      if (rule == nullptr) rule = hiding_rule(now, *path + "/x.no-such-ending");
      // A later line may bring parts of a hidden folder back.
      const bool brought_back =
          std::any_of(now.begin(), now.end(), [&](const IgnoreRule& each) { return each.negated; });
      if (rule == nullptr || brought_back || hiding_rule(before, *path) != nullptr) continue;
      if (reported.insert(rule).second) verdict.refuse(hidden_finding(file.path, {rule, whole, 1}));
    }
  }
}

Finding template_finding(const LostTemplate& each) {
  const std::string what = "template \"" + printable(each.called.name, 80) + "\"";
  return {.rule = each.lost ? "config-paths/still-named" : "config-paths/missing-name",
          .kind = RuleKind::defect,
          .path = each.path.text(),
          .line = each.called.line,
          .message = each.lost ? "still calls the " + what + ", which the change takes away"
                               : "calls the " + what + ", which no chart defines",
          .feedback = "Define the " + what + " in the chart, or call one that is there."};
}

}  // namespace

Verdict config_paths(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.after || file.before == file.after) continue;
    if (is_build_text(file.path) ? is_sample(file.path) : is_specimen(file.path)) continue;
    const std::string_view name = file.path.name();
    const bool ignore = name == ".gitignore";
    const bool docker = name == ".dockerignore";
    if (!ignore && !docker && !names_files(file.path)) continue;
    verdict.applies();
    if (context.head == nullptr) {
      verdict.cannot("the tree after the change is not at hand");
    } else if (ignore) {
      check_ignore(file, *context.head, verdict);
    } else if (docker) {
      check_dockerignore(file, *context.head, verdict);
    }
  }
  if (context.head == nullptr) return verdict;
  std::map<std::string, std::size_t> reported;
  const BrokenNames broken = broken_names(change, context.base, *context.head);
  for (const BrokenName& each : broken.names) {
    std::size_t& count = reported[each.path.text()];
    if (count >= kConfigNamesPerFileMax || is_said_by_others(each, context.base)) continue;
    ++count;
    verdict.refuse(named_finding(each));
  }
  for (const git::FileChange& file : change.files) {
    if (chart_of_template(file.path, *context.head)) verdict.applies();
  }
  for (const LostTemplate& each : lost_templates(change, *context.head)) {
    if (++reported[each.path.text()] <= kConfigNamesPerFileMax) {
      verdict.refuse(template_finding(each));
    }
  }
  for (const UnknownInFile& each : broken.unknown) {
    if (++reported[each.path.text()] <= kConfigNamesPerFileMax) {
      verdict.refuse(unknown_finding(each.path, each.name, each.line));
    }
  }
  return verdict;
}

}  // namespace pawl::guards
