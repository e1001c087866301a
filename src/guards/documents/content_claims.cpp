#include "guards/documents/content_claims.hpp"

#include <algorithm>
#include <optional>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "base/text/word_search.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using syntax::Block;
using syntax::BlockKind;
using Words = std::vector<std::string_view>;

// A sentence with one of these says something else than what the project is built with.
constexpr auto kSilencing = fixed_words(
    "not", "no", "never", "without", "unlike", "like", "similar", "inspired", "instead", "rather",
    "versus", "vs", "vs.", "than", "compared", "alternative", "alternatives", "alternatively",
    "such", "e.g.", "e.g", "if", "whether", "can", "could", "may", "might", "should", "would",
    "will", "plan", "planned", "support", "supports", "supported", "supporting", "compatible",
    "integrate", "integrates", "integration", "integrations", "example", "examples", "instance",
    "any", "either", "or", "migrate", "migrated", "migrating", "migration", "previously",
    "formerly", "once", "replaced", "replaces", "replace", "dropped", "removed", "deprecated",
    "optional", "optionally", "your", "you", "users", "user's", "works", "work", "future", "todo",
    "some", "many", "other", "others", "suppose", "imagine", "assuming", "tutorial", "learn",
    "cannot", "isn't", "doesn't", "don't", "aren't", "won't", "same", "equivalent", "ported",
    "port", "clone", "fork", "adapter", "bindings", "wrapper", "plugin", "plugins", "template",
    "templates", "starter");

// What a project calls itself and its parts.
constexpr auto kOwnNouns =
    fixed_words("project", "app", "application", "repo", "repository", "tool", "library", "package",
                "service", "site", "website", "cli", "server", "program", "frontend", "front-end",
                "end", "backend", "back-end", "ui", "interface", "api", "dashboard", "client",
                "system", "architecture", "stack", "platform", "codebase", "layer", "component",
                "components", "pages", "views", "software", "view", "spa", "gui", "management");
constexpr auto kAppNouns =
    fixed_words("app", "application", "project", "site", "website", "frontend", "front-end",
                "front", "backend", "back-end", "back", "server", "service", "spa", "api", "web",
                "ui", "interface", "client", "dashboard", "monolith", "single-page", "gui");
// After an ordinary word they make it a name.
constexpr auto kToolNouns =
    fixed_words("framework", "library", "web", "server", "app", "application", "backend", "router",
                "api", "middleware", "crate", "package", "cli", "orm");

constexpr auto kBuiltFrames = fixed_words(
    "built with", "built using", "built on", "built on top of", "powered by", "written with",
    "written using", "implemented with", "implemented using", "implemented in", "developed with",
    "developed using", "created with", "created using", "constructed with", "backed by",
    "driven by", "served by", "handled by", "managed by", "rendered by", "rendered with",
    "styled with", "bundled with", "exposed via", "exposed through", "exposed with", "built around",
    "built atop", "assembled with", "made with", "run on", "runs on top of");
constexpr auto kUseFrames = fixed_words(
    "uses", "use", "utilizes", "utilises", "utilize", "leverages", "leverage", "relies on",
    "is based on", "is built around", "requires", "depends on", "runs on", "builds on",
    "builds upon", "sits on top of", "sits on", "consists of", "combines", "employs", "adopts",
    "ships with", "makes use of", "made use of", "delegates to", "is", "are", "used", "relied on");
// What a name does that is the subject of its sentence.
constexpr auto kDrivingVerbs =
    fixed_words("powers", "drives", "handles", "serves", "renders", "runs", "manages", "underpins",
                "backs", "provides", "is", "forms", "implements", "exposes", "takes");
// A phrase that begins so says when, not what.
constexpr auto kConditions =
    fixed_words("when", "where", "while", "until", "unless", "because", "since", "that", "which",
                "how", "why", "what", "who", "case", "although", "though", "before", "after",
                "once", "let", "make", "ensure", "check", "every", "each", "another", "both");
constexpr auto kHaveFrames =
    fixed_words("has", "includes", "consists of", "features", "provides", "contains", "comprises",
                "is", "the", "our", "exposes", "offers");
constexpr auto kLanguageFrames =
    fixed_words("written in", "implemented in", "coded in", "developed in", "written entirely in",
                "written purely in");
constexpr auto kStackHeadings =
    fixed_words("tech stack", "technology stack", "technical stack", "built with", "technologies",
                "technologies used", "stack", "tech", "tools and technologies", "core technologies",
                "key technologies", "the stack", "our stack");
// Between the frame and the name, in lists like `React, Redux and the Express framework`.
constexpr auto kLinkWords =
    fixed_words("and", "the", "a", "an", "with", "plus", "both", "latest", "modern", "popular",
                "powerful", "on", "top", "of", "+", "&", "/", "fast", "lightweight", "framework",
                "library", "web", "single-page", "single", "page", "responsive", "robust");

std::string_view bare(std::string_view word) {
  const auto mark = [](char c) {
    return std::string_view(",.;:!?()[]\"'*_").find(c) != std::string_view::npos;
  };
  while (!word.empty() && mark(word.front())) word.remove_prefix(1);
  while (!word.empty() && mark(word.back())) word.remove_suffix(1);
  return word;
}

std::string text_without_html(const Block& block) {
  if (block.kind == BlockKind::table) return block.text;
  std::string text;
  for (const syntax::Piece& piece : block.pieces) {
    if (piece.kind != syntax::PieceKind::html) text += piece.text;
  }
  return text;
}

bool is_silenced(const Words& words) {
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return among(kSilencing, lower(bare(word))); });
}

// Where a name stands in a sentence, as words [from, to).
struct WordRange {
  std::size_t from = 0;
  std::size_t to = 0;
};

std::vector<WordRange> ranges_of(const Words& sentence, std::string_view spelled) {
  std::vector<WordRange> places;
  const Words name = split_words(spelled);
  for (std::size_t i = 0; i + name.size() <= sentence.size(); ++i) {
    std::size_t same = 0;
    while (same < name.size() && bare(sentence[i + same]) == name[same]) ++same;
    if (same == name.size()) places.push_back({i, i + same});
  }
  return places;
}

// The words that end before `at` with the frame, and nothing but a list of names between. Gives
// where the frame begins.
std::optional<std::size_t> frame_before(const Words& words, std::size_t at, const auto& frames) {
  for (std::size_t end = at;; --end) {
    for (const std::string_view frame : frames) {
      const Words parts = split_words(frame);
      if (parts.size() > end) continue;
      bool same = true;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        same = same && lower(bare(words[end - parts.size() + i])) == parts[i];
      }
      if (same) return end - parts.size();
    }
    if (end == 0) return {};
    const std::string_view word = words[end - 1];
    const char first = bare(word).empty() ? word.front() : bare(word).front();
    const bool name = (first >= 'A' && first <= 'Z') || (first >= '0' && first <= '9');
    if (!name && !among(kLinkWords, lower(bare(word))) && !among(kLinkWords, word)) {
      return {};
    }
  }
}

bool is_named(std::string_view word, std::string_view project) {
  return !project.empty() && equal_folded(bare(word), project);
}

bool is_own_noun(std::string_view word, std::string_view project) {
  return among(kOwnNouns, lower(bare(word))) || is_named(word, project);
}

// Whether [from, end) is the project or a part of it: `This project is`, `The web front end`, `We`.
bool is_subject(const Words& words, std::size_t from, std::size_t end, std::string_view project) {
  if (from >= end) return false;
  const std::string first = lower(bare(words[from]));
  const bool near = from == 0 || end - from <= 3;
  if (first == "we" || first == "it") return near;
  if (is_named(words[from], project)) return near;
  const bool determined = first == "this" || first == "the" || first == "our" || first == "its";
  if (!determined || (from > 0 && end - from > 6)) return false;
  for (std::size_t i = from + 1; i < std::min<std::size_t>(end, from + 5); ++i) {
    if (is_own_noun(words[i], project)) return true;
  }
  return first == "this" && end >= from + 2 && lower(bare(words[from + 1])) == "is";
}

// Whether [0, end) names the project, at its front or behind a phrase that leads in: `Under the
// hood, the project`.
bool is_own_subject(const Words& words, std::size_t end, std::string_view project) {
  if (end == 0 || end > 16) return false;
  if (end <= 14 && is_subject(words, 0, end, project)) return true;
  for (std::size_t from = 0; from < end; ++from) {
    if (among(kConditions, lower(bare(words[from])))) return false;
    if (from == 0 || from > 10) continue;
    // `a rewrite of Project written in …` is about the rewrite.
    const bool owned = lower(bare(words[from - 1])) == "of" && is_named(words[from], project);
    if (!owned && is_subject(words, from, end, project)) return true;
  }
  return false;
}

// `FastAPI powers the API`, `React is used for the front end`.
bool drives_the_project(const Words& words, const WordRange& place, std::string_view project) {
  if (place.from > 4 || place.to >= words.size()) return false;
  for (std::size_t i = 0; i < place.from; ++i) {
    if (among(kConditions, lower(bare(words[i])))) return false;
  }
  if (!among(kDrivingVerbs, lower(bare(words[place.to])))) return false;
  if (words[place.to - 1].ends_with(',')) return false;
  const std::size_t last = std::min(words.size(), place.to + 8);
  for (std::size_t at = place.to + 1; at < last; ++at) {
    const std::string word = lower(bare(words[at]));
    if (word != "this" && word != "our" && word != "the") continue;
    for (std::size_t i = at + 1; i < std::min(words.size(), at + 4); ++i) {
      if (is_own_noun(words[i], project)) return true;
    }
  }
  return false;
}

bool is_made_a_name(const Words& words, const WordRange& place, std::string_view spelled) {
  if (contains(spelled, "JS") || contains(spelled, ".js") || contains(spelled, " ")) return true;
  return place.to < words.size() && among(kToolNouns, lower(bare(words[place.to])));
}

bool is_claimed(const Words& words, const WordRange& place, std::string_view project) {
  if (const auto built = frame_before(words, place.from, kBuiltFrames)) {
    const bool bullet = *built == 0;
    const bool passive = *built > 0 && (lower(bare(words[*built - 1])) == "is" ||
                                        lower(bare(words[*built - 1])) == "are" ||
                                        lower(bare(words[*built - 1])) == "was");
    if (bullet || (is_own_subject(words, *built, project) && (passive || *built < 5))) return true;
  }
  if (const auto uses = frame_before(words, place.from, kUseFrames)) {
    if (is_own_subject(words, *uses, project)) return true;
  }
  if (drives_the_project(words, place, project)) return true;
  // `The React front end`, `It is a Django app`.
  const bool app = place.to < words.size() && among(kAppNouns, lower(bare(words[place.to])));
  if (!app) return false;
  const auto have = frame_before(words, place.from, kHaveFrames);
  if (!have) return false;
  const std::string verb = lower(bare(words[*have]));
  if (verb == "the" || verb == "our") return *have == 0;
  return is_own_subject(words, *have, project) || (*have == 1 && lower(words[0]) == "this");
}

bool is_stack_heading(std::string_view heading) {
  std::string text = lower(single_spaced(heading));
  while (!text.empty() && (static_cast<unsigned char>(text[0]) >= 0x80 || text[0] == ' ')) {
    text.erase(0, 1);
  }
  return among(kStackHeadings, trim(text));
}

constexpr std::span<const KnownName> kNoNames;

// Most sentences name nothing, and there are many names.
bool holds_known_name(std::string_view sentence) {
  static const WordSearch kSpelled = [] {
    std::vector<std::string_view> words;
    for (const KnownName& name : known_names()) {
      for (const std::string_view spelled : split(name.spelled, '|')) words.push_back(spelled);
    }
    return WordSearch(words);
  }();
  return kSpelled.any_in(sentence);
}

class ClaimFinder {
 public:
  explicit ClaimFinder(std::string_view project) : project_(project) {}

  std::vector<Claim> find(const syntax::MarkdownDocument& document) {
    for (const Block& block : document.blocks) {
      if (block.kind == BlockKind::heading) {
        if (!in_stack_ || block.level <= stack_level_) in_stack_ = is_stack_heading(block.text);
        if (in_stack_ && is_stack_heading(block.text)) stack_level_ = block.level;
        continue;
      }
      const bool prose = block.kind == BlockKind::paragraph || block.kind == BlockKind::table;
      if (!prose || block.quoted) continue;
      for (const std::string& sentence : split_sentences(text_without_html(block))) {
        look_at(sentence, block.line);
      }
    }
    return std::move(claims_);
  }

 private:
  void look_at(const std::string& sentence, int line) {
    const Words words = split_words(sentence);
    if (words.empty() || words.size() > 60 || is_silenced(words)) return;
    std::vector<Claim> found;
    for (const KnownName& name : holds_known_name(sentence) ? known_names() : kNoNames) {
      const auto spelled = name_in(sentence, words, name);
      if (spelled.empty()) continue;
      found.push_back({&name, nullptr, std::string(spelled), sentence, line});
    }
    for (Claim& claim : found) claims_.push_back(std::move(claim));
    for (const KnownLanguage& language : known_languages()) {
      if (!contains(sentence, language.shown)) continue;
      for (const WordRange& place : ranges_of(words, language.shown)) {
        const auto frame = frame_before(words, place.from, kLanguageFrames);
        if (!frame || !is_own_subject(words, *frame, project_)) continue;
        claims_.push_back({nullptr, &language, std::string(language.shown), sentence, line});
        break;
      }
    }
  }

  // How the sentence writes a name it claims; empty when it does not.
  std::string_view name_in(const std::string& sentence, const Words& words,
                           const KnownName& name) const {
    for (const std::string_view spelled : split(name.spelled, '|')) {
      if (!contains(sentence, spelled)) continue;
      for (const WordRange& place : ranges_of(words, spelled)) {
        if (name.ordinary && !is_made_a_name(words, place, spelled) && !among_names(words, name)) {
          continue;
        }
        const bool listed = in_stack_ && words.size() <= 25;
        if (listed || is_claimed(words, place, project_)) return spelled;
      }
    }
    return {};
  }

  // An ordinary word beside names nobody mistakes: `React, Redux and Express`.
  static bool among_names(const Words& words, const KnownName& name) {
    for (const KnownName& other : known_names()) {
      if (other.ordinary || other.shown == name.shown) continue;
      for (const std::string_view spelled : split(other.spelled, '|')) {
        if (!ranges_of(words, spelled).empty()) return true;
      }
    }
    return false;
  }

  std::string_view project_;
  bool in_stack_ = false;
  int stack_level_ = 0;
  std::vector<Claim> claims_;
};

}  // namespace

std::vector<std::string> split_sentences(std::string_view text) {
  std::vector<std::string> out;
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool stop = text[i] == '.' || text[i] == '!' || text[i] == '?' || text[i] == ';';
    const bool ends = text[i] == '\n' || (stop && (i + 1 == text.size() || text[i + 1] == ' '));
    if (!ends) continue;
    if (text[i] == '.' && contains(text.substr(i < 4 ? 0 : i - 4, 4), ".g")) continue;  // e.g.
    out.push_back(single_spaced(text.substr(from, i - from)));
    from = i + 1;
  }
  if (from < text.size()) out.push_back(single_spaced(text.substr(from)));
  return out;
}

std::vector<Claim> claims_of(const syntax::MarkdownDocument& document, std::string_view project) {
  return ClaimFinder(project).find(document);
}

std::set<std::string> sentences_of(const syntax::MarkdownDocument& document) {
  std::set<std::string> sentences;
  for (const Block& block : document.blocks) {
    for (std::string& sentence : split_sentences(text_without_html(block))) {
      sentences.insert(std::move(sentence));
    }
  }
  return sentences;
}

}  // namespace pawl::guards
