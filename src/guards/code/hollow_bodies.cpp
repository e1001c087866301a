#include "guards/code/hollow_bodies.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/documents/doc_comment.hpp"
#include "syntax/body.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;

// Who empties a function and means it says so to those who still call it.
constexpr auto kMeant =
    fixed_words("deprecat", "no-op", "noop", "no op", "no longer", "not needed", "unneeded",
                "obsolete", "unsupported", "not supported", "compatib", "legacy", "stub", "unused");

constexpr int kLinesAbove = 8;

std::string_view head_line(const Side& side, const Definition& definition) {
  const std::string_view whole = side.text_of(definition);
  return trim(whole.substr(0, whole.find_first_of("{\n")));
}

// Of several of one name the one with the same head; where they share it, the one in its place.
const Definition* old_of(const FileSides& sides, const Definition& now) {
  const auto& were = sides.before.all(now.qualified);
  const auto& are = sides.after.all(now.qualified);
  if (were.size() == are.size()) {
    const auto place = std::find(are.begin(), are.end(), &now) - are.begin();
    return were[static_cast<std::size_t>(place)];
  }
  const Definition* found = nullptr;
  for (const Definition* each : were) {
    if (head_line(sides.before, *each) != head_line(sides.after, now)) continue;
    if (found != nullptr) return nullptr;
    found = each;
  }
  return found;
}

// What stands above it: its doc comment and decorators.
std::string_view words_above(const Side& side, const Definition& definition) {
  const std::string_view text = side.text();
  std::size_t begin = definition.begin;
  for (int lines = 0; begin > 0 && lines < kLinesAbove; ++lines) {
    const std::size_t above = begin < 2 ? std::string_view::npos : text.rfind('\n', begin - 2);
    begin = above == std::string_view::npos ? 0 : above + 1;
  }
  return text.substr(begin, definition.begin - begin);
}

bool is_meant(const Side& side, const Definition& definition) {
  const std::string words = lower(words_above(side, definition));
  return std::any_of(kMeant.begin(), kMeant.end(),
                     [&](std::string_view each) { return contains(words, each); });
}

// Its name is defined anew in the change: below a condition, in a class that is built on this one.
bool is_taken_over(const std::vector<FileSides>& all, const Definition& now) {
  return std::any_of(all.begin(), all.end(), [&](const FileSides& other) {
    const auto& called = other.after.called(now.name);
    return std::any_of(called.begin(), called.end(), [&](const Definition* each) {
      return other.before.all(each->qualified).size() < other.after.all(each->qualified).size();
    });
  });
}

bool is_still_said(const std::vector<FileSides>& all, std::string_view line) {
  std::size_t before = 0;
  std::size_t after = 0;
  for (const FileSides& file : all) {
    before += occurrences(file.before.text(), line);
    after += occurrences(file.after.text(), line);
  }
  return after >= before;
}

// Most lines of the old body stand somewhere as often as before.
bool stands_elsewhere(const std::vector<FileSides>& all, const syntax::Body& body) {
  std::size_t known = 0;
  std::size_t lines = 0;
  for (const std::string_view statement : body.statements) {
    for (const std::string_view each : split_lines(statement)) {
      const std::string_view line = trim(each);
      if (line.size() < 8 || std::count_if(line.begin(), line.end(), is_word) < 5) continue;
      ++lines;
      if (is_still_said(all, line)) ++known;
    }
  }
  return lines > 0 && known * 2 >= lines;
}

// It did nothing but refuse below a condition, and the change refuses elsewhere with the same
// words: who calls it asks now.
bool refuses_elsewhere(const std::vector<FileSides>& all, const syntax::Body& body) {
  if (body.statements.size() != 1) return false;
  const std::string_view only = body.statements.front();
  const bool refuses =
      contains(only, "throw") || contains(only, "THROW") || contains(only, "raise");
  if (!only.starts_with("if") || contains(only, "else") || !refuses) return false;
  const std::size_t open = only.find('"');
  const std::size_t close = only.find('"', open + 1);
  if (open == std::string_view::npos || close == std::string_view::npos) return false;
  const std::string_view words = only.substr(open, close + 1 - open);
  return split_words(words).size() >= 3 && is_still_said(all, words);
}

// The names that a body calls.
std::vector<std::string_view> calls_in(std::string_view body) {
  std::vector<std::string_view> out;
  for (std::size_t open = body.find('('); open != std::string_view::npos;
       open = body.find('(', open + 1)) {
    std::size_t begin = open;
    while (begin > 0 && is_word(body[begin - 1])) --begin;
    if (begin < open) out.push_back(body.substr(begin, open - begin));
  }
  return out;
}

// The change takes one of its steps out of several other functions, too: nobody does it any more.
bool is_done_away_with(const std::vector<FileSides>& all, const syntax::Body& body) {
  constexpr std::size_t kLettersMin = 5;  // shorter names are called for anything
  constexpr std::size_t kOthersMin = 2;
  for (const std::string_view name : calls_in(body.whole)) {
    if (name.size() < kLettersMin) continue;
    const std::string call = std::string(name) + "(";
    std::size_t before = 0;
    std::size_t after = occurrences(body.whole, call) + kOthersMin;
    for (const FileSides& file : all) {
      before += occurrences(file.before.text(), call);
      after += occurrences(file.after.text(), call);
    }
    if (before >= after) return true;
  }
  return false;
}

bool is_named_in_any(const std::vector<FileSides>& all, std::string_view name) {
  return std::any_of(all.begin(), all.end(), [&](const FileSides& file) {
    return contains_word_folded(file.after.text(), name);
  });
}

// All it did was to ask for something (`process.env.BENCH`) that other places of the change asked
// for, too, and that none of its files says any more; what it does now was one of its answers.
bool asked_for_what_is_gone(const std::vector<FileSides>& all, const syntax::Body& was,
                            std::string_view now) {
  constexpr std::size_t kLettersMin = 5;
  constexpr std::size_t kOthersMin = 2;
  const std::string_view answer = trim(now);
  if (answer.empty() || was.statements.size() != 1 || !contains(was.whole, answer)) return false;
  for (std::size_t at = 0; at < was.whole.size();) {
    std::size_t end = at;
    while (end < was.whole.size() && is_word(was.whole[end])) ++end;
    const std::string_view name = was.whole.substr(at, end - at);
    at = std::max(end, at + 1);
    if (name.size() < kLettersMin || is_digit(name.front())) continue;
    std::size_t before = 0;
    for (const FileSides& file : all) before += occurrences(file.before.text(), name);
    if (before < occurrences(was.whole, name) + kOthersMin) continue;
    if (!is_named_in_any(all, name)) return true;
  }
  return false;
}

// What `old` was, and nobody says or does it now.
Hollow compared(const std::vector<FileSides>& all, const FileSides& sides, const Definition& old,
                const Definition& now) {
  if (now.end - now.begin >= old.end - old.begin) return Hollow::none;
  const Hollow found =
      hollow_of(sides.language, {sides.before.text(), old}, {sides.after.text(), now});
  if (found == Hollow::none || is_taken_over(all, now)) return Hollow::none;
  const bool says_so = is_meant(sides.after, now) && !is_meant(sides.before, old);
  const auto body = syntax::body_of(sides.language, sides.before.text(), old);
  const auto left = syntax::body_of(sides.language, sides.after.text(), now);
  const std::string_view answer =
      left && left->statements.size() == 1 ? left->statements.front() : std::string_view();
  const bool moved = !body || stands_elsewhere(all, *body) || refuses_elsewhere(all, *body);
  const bool given_up =
      moved || is_done_away_with(all, *body) || asked_for_what_is_gone(all, *body, answer);
  return says_so || given_up ? Hollow::none : found;
}

// Without the blanks around what changed.
ChangedSpan::Range core_of(std::string_view text, ChangedSpan::Range range) {
  while (range.begin < range.end && is_space(text[range.begin])) ++range.begin;
  while (range.end > range.begin && is_space(text[range.end - 1])) --range.end;
  return range;
}

}  // namespace

Hollow hollow_body(const std::vector<FileSides>& all, const FileSides& sides,
                   const Definition& now) {
  const Definition* old = old_of(sides, now);
  if (old == nullptr || old->kind != now.kind) return Hollow::none;
  return compared(all, sides, *old, now);
}

std::optional<HollowFunction> hollow_inner(const std::vector<FileSides>& all,
                                           const FileSides& sides) {
  const std::string_view before = sides.before.text();
  const std::string_view after = sides.after.text();
  if (after.empty() || before.size() <= after.size()) return std::nullopt;
  const ChangedSpan span = changed_span(before, after);
  const auto was = core_of(before, span.before);
  const auto is = core_of(after, span.after);
  const auto old = syntax::function_around(sides.language, before, was.begin, was.end);
  if (!old || !sides.before.all(old->qualified).empty()) return std::nullopt;
  auto now = syntax::function_around(sides.language, after, is.begin, is.end);
  if (!now || now->name != old->name || now->begin != old->begin) return std::nullopt;
  const Hollow found = compared(all, sides, *old, *now);
  if (found == Hollow::none) return std::nullopt;
  return HollowFunction{.now = *std::move(now), .is = found};
}

}  // namespace pawl::guards
