#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "llm/answers/json_answer.hpp"
#include "llm/answers/json_quotes.hpp"
#include "llm/answers/json_reader.hpp"
#include "llm/thinking.hpp"

namespace pawl::llm {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kFence = "```";
// Only the last so many values of a text are weighed: an answer comes at the end.
constexpr std::size_t kCandidatesMax = 256;
// So many strict readings may run across a thinking mark in vain; it keeps the time linear.
constexpr int kCrossingsMax = 2;

struct Candidate {
  Json value;
  Mends mends;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool fenced = false;
  bool strict() const { return mends.empty(); }
};

enum class Fence : std::uint8_t { none, plain, json };

bool is_fence(std::string_view text, std::size_t at) {
  return text.substr(at, 3) == kFence || text.substr(at, 3) == "~~~";
}

// The code fence right before `at`, by the word that stands behind it.
Fence fence_before(std::string_view text, std::size_t at) {
  while (at > 0 && is_json_blank(text[at - 1])) --at;
  std::size_t start = at;
  while (start > 0 && at - start < 16 && is_letter_or_digit(text[start - 1])) --start;
  if (start < 3 || !is_fence(text, start - 3)) return Fence::none;
  const std::string_view tag = text.substr(start, at - start);
  if (tag.empty()) return Fence::plain;
  static constexpr auto kTags = fixed_words("json", "jsonc", "json5");
  const bool json = std::any_of(kTags.begin(), kTags.end(),
                                [&](std::string_view known) { return equal_folded(tag, known); });
  return json ? Fence::json : Fence::none;
}

// One pass over a text: every top-level object or array outside of thinking.
class Scan {
 public:
  Scan(std::string_view text, bool truncated)
      : text_(text),
        truncated_(truncated),
        marks_(thinking_marks(text)),
        last_fence_(text.rfind(kFence)) {}

  void run() {
    while (at_ < text_.size()) {
      while (next_mark_ < marks_.size() && marks_[next_mark_].begin < at_) ++next_mark_;
      const std::size_t start = next_bracket();
      if (start < mark_begin()) {
        read_at(start);
      } else if (next_mark_ < marks_.size()) {
        pass_mark();
      } else {
        return;
      }
    }
  }

  std::deque<Candidate>& candidates() { return candidates_; }
  bool thinking() const { return thinking_; }
  bool unclosed_thinking() const { return unclosed_; }
  bool too_deep() const { return too_deep_; }
  // The last value that was begun is not there whole.
  bool cut_off() const { return cut_off_; }

 private:
  std::size_t mark_begin() const {
    return next_mark_ < marks_.size() ? marks_[next_mark_].begin : text_.size();
  }

  // The next bracket before the next mark, keeping count of the fences on the way.
  std::size_t next_bracket() {
    const std::size_t limit = mark_begin();
    std::size_t at = at_;
    while (at < limit && text_[at] != '{' && text_[at] != '[') {
      const bool fence = (text_[at] == '`' || text_[at] == '~') && is_fence(text_, at);
      if (fence) inside_fence_ = !inside_fence_;
      at += fence ? 3 : 1;
    }
    return std::min(at, limit);
  }

  // A plain fence may also be the end of a block; one marked as JSON never is.
  bool fenced(std::size_t start) const {
    const Fence fence = fence_before(text_, start);
    return fence == Fence::json || (fence == Fence::plain && inside_fence_);
  }

  void pass_mark() {
    const ThinkingMark mark = marks_[next_mark_++];
    at_ = mark.end;
    if (mark.kind == ThinkingMark::Kind::closes_gently) return;
    thinking_ = true;
    if (mark.kind == ThinkingMark::Kind::closes) {
      candidates_.clear();  // all of it was thinking aloud
      inside_fence_ = false;
      cut_off_ = false;
      return;
    }
    while (next_mark_ < marks_.size()) {
      const ThinkingMark next = marks_[next_mark_++];
      if (next.family == mark.family && next.kind != ThinkingMark::Kind::opens) {
        at_ = next.end;
        return;
      }
    }
    unclosed_ = true;
    at_ = text_.size();
  }

  void read_at(std::size_t start) {
    const std::size_t mark = mark_begin();
    const bool crossing = crossings_ < kCrossingsMax;
    Reading strict = read_json(crossing ? text_ : text_.substr(0, mark), start, {});
    if (strict.found) return take(start, std::move(strict));
    if (strict.end > mark) ++crossings_;
    // Mending never reaches across a thinking mark: a damaged draft must not swallow its end.
    Reading mended = mend(start, mark);
    if (mended.found) return take(start, std::move(mended));
    cut_off_ = mended.cut_off;
    if (strict.too_deep || mended.too_deep) {
      too_deep_ = true;
      at_ = text_.size();
      return;
    }
    at_ = std::min(std::max({strict.end, mended.end, start + 1}), std::max(mark, start + 1));
  }

  Reading mend(std::size_t start, std::size_t mark) const {
    const bool to_the_end = mark == text_.size();
    Reading whole = read_json(text_.substr(0, mark), start,
                              {.mend = true, .close_at_end = to_the_end && !truncated_});
    const bool fence_behind = last_fence_ != std::string_view::npos && last_fence_ > start &&
                              last_fence_ < mark && fenced(start);
    if (whole.found || whole.too_deep || !fence_behind) return whole;
    Reading fenced =
        read_json(text_.substr(0, last_fence_), start, {.mend = true, .close_at_end = !truncated_});
    return fenced.found ? std::move(fenced) : std::move(whole);
  }

  void take(std::size_t start, Reading reading) {
    at_ = reading.end;
    cut_off_ = false;
    if (candidates_.size() == kCandidatesMax) candidates_.pop_front();
    candidates_.push_back({.value = std::move(reading.value),
                           .mends = reading.mends,
                           .begin = start,
                           .end = reading.end,
                           .fenced = fenced(start)});
  }

  std::string_view text_;
  bool truncated_;
  std::vector<ThinkingMark> marks_;
  std::size_t last_fence_;
  std::size_t at_ = 0;
  std::size_t next_mark_ = 0;
  bool inside_fence_ = false;
  int crossings_ = 0;
  std::deque<Candidate> candidates_;
  bool thinking_ = false;
  bool unclosed_ = false;
  bool too_deep_ = false;
  bool cut_off_ = false;
};

// The last strict value that satisfies the schema, then the last mended one.
std::optional<std::size_t> satisfying(const std::deque<Candidate>& all,
                                      const schema::JsonSchema& schema) {
  std::optional<std::size_t> mended;
  for (std::size_t i = all.size(); i-- > 0;) {
    if (!all[i].strict() && mended) continue;
    const auto violations = schema.violations(all[i].value);
    if (!violations || !violations->empty()) continue;
    if (all[i].strict()) return i;
    mended = i;
  }
  return mended;
}

// The first strict value that satisfies the schema, then the first mended one, and whether there
// are more of them.
std::optional<std::size_t> first_satisfying(const std::deque<Candidate>& all,
                                            const schema::JsonSchema& schema, bool& more) {
  std::optional<std::size_t> strict;
  std::optional<std::size_t> mended;
  int found = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto violations = schema.violations(all[i].value);
    if (!violations || !violations->empty()) continue;
    ++found;
    std::optional<std::size_t>& first = all[i].strict() ? strict : mended;
    if (!first) first = i;
  }
  more = found > 1;
  return strict ? strict : mended;
}

std::size_t best(const std::deque<Candidate>& all, const schema::JsonSchema* schema) {
  if (schema != nullptr && all.size() > 1) {
    if (const auto index = satisfying(all, *schema); index) return *index;
  }
  const auto rank = [&](std::size_t i) { return std::make_pair(all[i].fenced, all[i].strict()); };
  std::size_t chosen = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (rank(i) >= rank(chosen)) chosen = i;
  }
  return chosen;
}

Error nothing_found(std::string_view text, const Scan& scan, bool truncated) {
  if (trim(text).empty()) return fail(Errc::invalid, "the answer is empty");
  std::string why = "the answer holds no JSON object";
  if (scan.too_deep()) {
    why = "the JSON of the answer is nested deeper than 512 levels";
  } else if (scan.cut_off()) {
    why =
        truncated ? "the answer was cut off inside its JSON" : "the JSON of the answer has no end";
  } else if (scan.unclosed_thinking()) {
    why = "the answer is all thinking and no JSON";
  }
  return fail(Errc::invalid, why + "; it begins: " + printable(trim(text), 120));
}

void add_surroundings(std::string_view text, const Candidate& chosen, bool thinking,
                      std::vector<std::string>& steps) {
  if (thinking) steps.emplace_back("thinking");
  if (chosen.fenced) {
    steps.emplace_back("fence");
  } else if (!thinking && (!trim(text.substr(0, chosen.begin)).empty() ||
                           !trim(text.substr(chosen.end)).empty())) {
    steps.emplace_back("prose");
  }
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

Result<Extracted> extract(std::string_view text, bool truncated, const schema::JsonSchema* schema,
                          Which which) {
  Extracted out;
  const std::size_t start = past_blanks(text, 0);
  if (Reading whole = read_json(text, start, {});
      whole.found && past_blanks(text, whole.end) == text.size()) {
    out.value = std::move(whole.value);
    return out;
  }
  Scan scan(text, truncated);
  scan.run();
  std::deque<Candidate>& all = scan.candidates();
  std::optional<std::size_t> first;
  if (which == Which::first && schema != nullptr) {
    first = first_satisfying(all, *schema, out.more);
  }
  // The value that was cut off would have been the answer; an earlier one is a draft.
  if (all.empty() || (!first && truncated && scan.cut_off())) {
    return nothing_found(text, scan, truncated);
  }
  Candidate& chosen = all[first ? *first : best(all, schema)];
  add_surroundings(text, chosen, scan.thinking(), out.steps);
  for (std::string& name : chosen.mends.names()) out.steps.push_back(std::move(name));
  out.value = std::move(chosen.value);
  return out;
}

}  // namespace

Result<Extracted> extract_json(std::string_view text, bool truncated,
                               const schema::JsonSchema* schema, Which which) {
  std::vector<std::string> steps;
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
    steps.emplace_back("byte_order_mark");
  }
  std::string clean;
  if (!is_ascii(text) && !is_utf8(text)) {
    clean = to_utf8(text);
    text = clean;
    steps.emplace_back("not_utf8");
  }
  TRY_ASSIGN(Extracted out, extract(text, truncated, schema, which));
  out.steps.insert(out.steps.begin(), steps.begin(), steps.end());
  return out;
}

}  // namespace pawl::llm
