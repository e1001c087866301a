#include "stages/publishing/contribution_rules.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "git/objects/object_reader.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kDocumentBytesMax = 256U << 10U;
constexpr std::size_t kDocumentsMax = 40;
constexpr std::size_t kSentenceShown = 300;

// Words in lower case with single blanks between them and around them; hyphens and apostrophes are
// part of a word, and other signs are not.
std::string spaced_words(std::string_view text) {
  std::string out = " ";
  for (const char c : lower(text)) {
    const bool part = is_letter(c) || is_digit(c) || c == '-' || c == '\'';
    if (part) {
      out += c;
    } else if (out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.back() != ' ') out += ' ';
  return out;
}

using Phrases = std::map<std::string, std::vector<std::string>, std::less<>>;

Phrases read_phrases() {
  Phrases phrases;
  const auto text = asset("words/ai-policy.txt");
  PAWL_CHECK(text.has_value(), "words/ai-policy.txt");
  for (const std::string_view line : split_lines(*text)) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    const std::vector<std::string_view> cells = split(line, '|');
    PAWL_CHECK(cells.size() == 3, line);
    phrases[std::string(trim(cells[0]))].push_back(spaced_words(trim(cells[1])));
  }
  return phrases;
}

bool has_one(const Phrases& phrases, std::string_view kind, std::string_view words) {
  const auto found = phrases.find(kind);
  if (found == phrases.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(),
                     [&](const std::string& phrase) { return contains(words, phrase); });
}

Programs said_by(const Phrases& phrases, const std::string& words) {
  const bool about = has_one(phrases, "subject", words) ||
                     (has_one(phrases, "topic", words) && has_one(phrases, "work", words));
  if (!about) return Programs::unmentioned;
  if (has_one(phrases, "disclose", words)) return Programs::disclosed;
  if (!has_one(phrases, "refuse", words) || has_one(phrases, "lift", words)) {
    return Programs::unmentioned;
  }
  return Programs::refused;
}

struct Sentence {
  std::size_t line = 0;
  std::string text;
};

bool begins_anew(std::string_view line) {
  const std::string_view text = trim(line);
  return text.empty() || text.starts_with('#') || text.starts_with("- ") ||
         text.starts_with("* ") || text.starts_with("```");
}

// A sentence ends with its sign before a blank, with its paragraph or with its list item.
std::vector<Sentence> sentences_of(std::string_view text) {
  std::vector<Sentence> out;
  Sentence now;
  const auto end = [&] {
    if (!trim(now.text).empty()) out.push_back({now.line, std::string(trim(now.text))});
    now = {};
  };
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    std::string_view words = trim(line);
    // A quoted paragraph goes on below its own mark.
    while (words.starts_with('>')) words = trim(words.substr(1));
    if (begins_anew(words)) end();
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (now.text.empty()) now.line = number;
      now.text += words[i];
      const bool sign = words[i] == '.' || words[i] == '!' || words[i] == '?';
      const bool last = i + 1 == words.size() || words[i + 1] == ' ';
      if (sign && last) end();
    }
    if (!now.text.empty()) now.text += ' ';
  }
  end();
  return out;
}

std::string_view name_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : lower(path.substr(0, slash));
}

bool is_in_usual_folder(std::string_view path) {
  const std::string folder = folder_of(path);
  return folder.empty() || folder == ".github" || folder == "docs";
}

bool is_policy(std::string_view path) {
  const std::string name = lower(name_of(path));
  const std::string_view stem = std::string_view(name).substr(0, name.find('.'));
  static constexpr auto kStems = fixed_words(
      "contributing", "ai_policy", "ai-policy", "aipolicy", "ai_usage_policy", "ai-usage-policy",
      "ai_contribution_policy", "llm_policy", "llm-policy", "pull_request_template");
  return is_in_usual_folder(path) && std::find(kStems.begin(), kStems.end(), stem) != kStems.end();
}

// One of several lies in a folder of templates, and is for who names it in the address.
bool is_template(std::string_view path) {
  const std::string name = lower(name_of(path));
  return is_in_usual_folder(path) &&
         (name == "pull_request_template.md" || name == "pull_request_template.txt" ||
          name == "pull_request_template");
}

// Applications and actions that check for it: https://github.com/dcoapp/app,
// https://github.com/tim-actions/dco.
bool is_sign_off_check(const RuleDocument& document) {
  const std::string path = lower(document.path);
  if (path == ".github/dco.yml") return true;
  return path.starts_with(".github/workflows/") &&
         (contains(document.text, "tim-actions/dco@") || contains(document.text, "dco-check") ||
          contains(document.text, "KineticCafe/actions-dco@"));
}

bool asks_for_sign_off(const RuleDocument& document) {
  if (is_sign_off_check(document)) return true;
  if (!is_policy(document.path)) return false;
  const std::string words = spaced_words(document.text);
  return contains(words, " developer certificate of origin ") || contains(words, " signed-off-by ");
}

}  // namespace

bool is_rule_document(std::string_view path) {
  const std::string name = lower(path);
  return is_policy(path) || is_template(path) || name == ".github/dco.yml" ||
         (name.starts_with(".github/workflows/") && contains(name, "dco"));
}

ContributionRules contribution_rules(std::span<const RuleDocument> documents) {
  static const Phrases phrases = read_phrases();
  ContributionRules rules;
  for (const RuleDocument& document : documents) {
    rules.sign_off = rules.sign_off || asks_for_sign_off(document);
    if (is_template(document.path) && rules.pull_template.empty()) {
      rules.pull_template = document.text;
    }
    if (!is_policy(document.path)) continue;
    for (const Sentence& sentence : sentences_of(document.text)) {
      const Programs said = said_by(phrases, spaced_words(sentence.text));
      if (said <= rules.programs) continue;
      rules.programs = said;
      rules.where = document.path + ":" + std::to_string(sentence.line);
      rules.sentence = printable(sentence.text, kSentenceShown);
    }
  }
  return rules;
}

Result<ContributionRules> read_contribution_rules(const Checkout& checkout,
                                                  const std::string& commit) {
  const std::string& folder = checkout.worktree->folder();
  TRY_ASSIGN(const std::vector<git::TreeEntry> entries, checkout.git.list_tree(folder, commit));
  std::vector<RuleDocument> documents;
  std::vector<std::string> objects;
  for (const git::TreeEntry& entry : entries) {
    if (!is_rule_document(entry.path) || documents.size() >= kDocumentsMax) continue;
    documents.push_back({.path = entry.path, .text = {}});
    objects.push_back(entry.object);
  }
  // GitHub takes the one of its own folder first, then that of the root.
  git::ObjectReader reader(checkout.git, folder);
  TRY_ASSIGN(const auto found, reader.read_all(objects, {.each = kDocumentBytesMax}));
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (found[i] && found[i]->whole && found[i]->type == "blob") {
      documents[i].text = replace_all(found[i]->content, "\r\n", "\n");
    }
  }
  std::stable_sort(documents.begin(), documents.end(),
                   [](const RuleDocument& a, const RuleDocument& b) {
                     const auto rank = [](const RuleDocument& one) {
                       const std::string place = folder_of(one.path);
                       return place == ".github" ? 0 : place.empty() ? 1 : 2;
                     };
                     return rank(a) < rank(b);
                   });
  return contribution_rules(documents);
}

namespace {

std::string without_html_comments(std::string_view text) {
  std::string out;
  for (;;) {
    const auto begin = text.find("<!--");
    out += text.substr(0, begin);
    if (begin == std::string_view::npos) return out;
    const auto end = text.find("-->", begin);
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 3);
  }
}

enum class Asks : std::uint8_t { summary, tests, issue, other };

Asks asked_by(std::string_view heading) {
  const std::string words = spaced_words(heading);
  const auto has = [&](std::initializer_list<std::string_view> any) {
    return std::any_of(any.begin(), any.end(), [&](std::string_view word) {
      return contains(words, " " + std::string(word));
    });
  };
  if (has({"test", "verif"})) return Asks::tests;
  if (has({"issue", "ticket", "fixes", "closes"})) return Asks::issue;
  if (has({"description", "summary", "what", "change", "overview", "motivation", "proposed",
           "purpose"}) &&
      !has({"type", "breaking", "checklist"})) {
    return Asks::summary;
  }
  return Asks::other;
}

// Boxes are left to people.
std::string unticked(std::string_view line) {
  return replace_all(replace_all(line, "[x]", "[ ]"), "[X]", "[ ]");
}

}  // namespace

bool has_tests_heading(std::string_view text) {
  const std::string plain = without_html_comments(text);
  const auto lines = split_lines(plain);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return line.starts_with('#') && asked_by(line) == Asks::tests;
  });
}

std::string filled_template(std::string_view text, const TemplateFacts& facts) {
  std::string out;
  bool summed_up = false;
  const auto below = [&](std::string_view heading) -> std::string {
    switch (asked_by(heading)) {
      case Asks::summary: {
        const bool again = std::exchange(summed_up, true);
        return again ? "See above.\n" : facts.summary;
      }
      case Asks::tests: return facts.tests;
      case Asks::issue: return facts.issue.empty() ? "None.\n" : facts.issue + "\n";
      case Asks::other: break;
    }
    return {};
  };
  bool fenced = false;
  const std::string plain = without_html_comments(text);
  for (const std::string_view line : split_lines(plain)) {
    if (trim(line).starts_with("```")) fenced = !fenced;
    out += unticked(line) + "\n";
    if (fenced || !line.starts_with('#')) continue;
    const std::string filling = below(line);
    if (!filling.empty()) out += "\n" + filling;
  }
  std::string kept = std::string(trim(out)) + "\n";
  if (!summed_up) kept = facts.summary + "\n" + kept;
  // What the comments leave are blank lines.
  while (contains(kept, "\n\n\n")) kept = replace_all(kept, "\n\n\n", "\n\n");
  return kept;
}

}  // namespace pawl::stages
