#include "planner/prompts/prompt_budget.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

// No note of what was left out weighs more.
constexpr std::int64_t kNoteWeight = 200;
constexpr int kEndLines = 6;  // of the same rank, at either end
constexpr std::size_t kNamedMax = 4;
constexpr std::size_t kPartNameBytes = 60;
// The priorities in their order, and which part of the context window each may have before all had
// a turn: a thousand lines of a stack trace are no use without the file they are about.
struct Share {
  Priority priority;
  double part;
};
constexpr auto kShares = std::to_array<Share>({{Priority::evidence, 0.4},
                                               {Priority::target, 0.4},
                                               {Priority::callers, 0.1},
                                               {Priority::facts, 0.1},
                                               {Priority::history, 0}});

std::size_t count_of(const Block& block, const Unit& unit) {
  return block.word == "line" ? line_count(unit.text) : 1;
}

// A block while units are added to it.
struct Filling {
  const Block* block = nullptr;
  std::vector<bool> kept;
  std::vector<std::int64_t> weights;
  std::int64_t overhead = 0;  // of its introduction and frame
  std::size_t kept_count = 0;

  bool cut() const { return kept_count < kept.size() || block->more > 0; }
  // More than what is never shown is left out.
  bool short_of_units() const {
    return kept_count + hidden_count() < kept.size() || block->more > 0;
  }
  std::size_t hidden_count() const {
    const auto& units = block->units;
    return static_cast<std::size_t>(
        std::count_if(units.begin(), units.end(), [](const Unit& unit) { return unit.hidden; }));
  }
  bool has(std::size_t unit) const { return unit < kept.size() && kept[unit]; }
  // What the block weighs more with this unit.
  std::int64_t price(std::size_t unit) const;
};

std::int64_t Filling::price(std::size_t unit) const {
  const bool first = unit == 0;
  const bool last = unit + 1 == kept.size();
  const bool gap_before = !first && !kept[unit - 1];
  const bool gap_behind = last ? block->more > 0 : !kept[unit + 1];
  const int gaps = (gap_before ? 1 : 0) + (gap_behind ? 1 : 0);
  if (kept_count == 0) return overhead + weights[unit] + gaps * kNoteWeight;
  return weights[unit] + (gaps - 1) * kNoteWeight;
}

std::string whole_text(const Block& block) {
  std::string text;
  for (const Unit& unit : block.units) text += unit.text;
  return text;
}

Filling filling_of(const Block& block) {
  Filling out{.block = &block, .kept = std::vector<bool>(block.units.size()), .weights = {}};
  out.weights.reserve(block.units.size());
  std::int64_t all = 0;
  for (const Unit& unit : block.units) {
    out.weights.push_back(llm::weight_of(unit.text));
    all += out.weights.back();
  }
  const std::string text = whole_text(block);
  out.overhead = llm::weight_of(block.wrap(text, false)) - all;
  return out;
}

std::string note_of(const Block& block, std::size_t begin, std::size_t end) {
  const bool at_end = end == block.units.size();
  if (block.lines > 0) {
    const int first = block.units[begin].line;
    const int last = at_end ? block.lines : block.units[end].line - 1;
    return "[… lines " + std::to_string(first) + " to " + std::to_string(last) + " of " +
           std::to_string(block.lines) + " left out …]\n";
  }
  std::size_t count = at_end ? block.more : 0;
  for (std::size_t i = begin; i < end; ++i) count += count_of(block, block.units[i]);
  return "[… " + counted(count, "more " + std::string(block.word)) + " left out …]\n";
}

std::string text_of(const Filling& filling) {
  const Block& block = *filling.block;
  if (filling.kept_count == 0) return {};
  std::string text;
  for (std::size_t i = 0; i < block.units.size();) {
    if (filling.kept[i]) {
      text += block.units[i++].text;
      continue;
    }
    const std::size_t begin = i;
    while (i < block.units.size() && !filling.kept[i]) ++i;
    text += note_of(block, begin, i);
  }
  const bool ends_kept = filling.kept.back();
  if (ends_kept && block.more > 0) text += note_of(block, block.units.size(), block.units.size());
  return block.wrap(text, !filling.cut());
}

std::vector<LineSpan> lines_of(const Filling& filling) {
  const Block& block = *filling.block;
  std::vector<LineSpan> spans;
  for (std::size_t i = 0; block.lines > 0 && i < block.units.size(); ++i) {
    if (!filling.kept[i]) continue;
    const bool last = i + 1 == block.units.size();
    spans.push_back({block.units[i].line, last ? block.lines : block.units[i + 1].line - 1});
  }
  return spans;
}

class Fitting {
 public:
  Fitting(const std::vector<Block>& blocks, std::int64_t fixed_weight, const llm::Room& window)
      : window_(window), fixed_(fixed_weight), used_(fixed_weight) {
    for (const Block& block : blocks) {
      if (!block.units.empty()) fillings_.push_back(filling_of(block));
    }
  }

  Status add_needed();
  void add_rest();
  std::vector<Fitted> result();

 private:
  struct Added {
    std::size_t filling;
    std::size_t unit;
  };
  std::int64_t weight_max() const { return window_.weight(window_.question_limit()); }
  void add(std::size_t filling, std::size_t unit, std::int64_t price);
  bool add_if_fits(std::size_t filling, std::size_t unit);
  void add_ranked(Priority priority, bool dependent);
  void add_whole(std::size_t index);
  void fill_up_all();
  void add_all(Priority priority);
  bool is_wanted(const Filling& filling) const;
  Error too_small(std::int64_t needed, const std::vector<std::int64_t>& by_block) const;

  const llm::Room& window_;
  std::int64_t fixed_;
  std::int64_t used_;
  std::int64_t limit_ = 0;  // of what is being added
  std::vector<Filling> fillings_;
  std::vector<Added> optional_;  // in the order they were added
};

void Fitting::add(std::size_t filling, std::size_t unit, std::int64_t price) {
  Filling& into = fillings_[filling];
  into.kept[unit] = true;
  ++into.kept_count;
  used_ += price;
}

bool Fitting::add_if_fits(std::size_t filling, std::size_t unit) {
  if (fillings_[filling].kept[unit]) return true;
  const std::int64_t price = fillings_[filling].price(unit);
  if (used_ + price > limit_) return false;
  add(filling, unit, price);
  optional_.push_back({filling, unit});
  return true;
}

Status Fitting::add_needed() {
  std::vector<std::int64_t> by_block(fillings_.size());
  for (std::size_t i = 0; i < fillings_.size(); ++i) {
    for (std::size_t unit = 0; unit < fillings_[i].kept.size(); ++unit) {
      if (!fillings_[i].block->units[unit].needed) continue;
      const std::int64_t price = fillings_[i].price(unit);
      add(i, unit, price);
      by_block[i] += price;
    }
  }
  if (used_ > weight_max()) return too_small(used_, by_block);
  return Done{};
}

Error Fitting::too_small(std::int64_t needed, const std::vector<std::int64_t>& by_block) const {
  const bool by_setting = window_.context <= 0 || window_.limit() == window_.prompt_max;
  std::string message = "the question does not fit: " + window_.model;
  message += by_setting
                 ? " is asked no more than " + std::to_string(window_.prompt_max) +
                       " tokens at once (prompt.tokens_max)"
                 : " has a context of " + std::to_string(window_.context) + " tokens, of which " +
                       std::to_string(window_.answer_kept()) + " are kept for the answer";
  message += "; " + std::to_string(std::max<std::int64_t>(0, window_.question_limit())) +
             " are left for the question, and it needs " + std::to_string(window_.tokens(needed)) +
             " at least";
  const auto largest = std::max_element(by_block.begin(), by_block.end());
  if (largest != by_block.end() && *largest > 0) {
    const auto index = static_cast<std::size_t>(largest - by_block.begin());
    message += " (" + std::to_string(window_.tokens(*largest)) + " of them for " +
               printable(fillings_[index].block->name, 200) + ")";
  }
  message += by_setting ? ". Raise prompt.tokens_max, or take smaller steps"
                        : ". Load the model with a larger context, or lower model.max_tokens";
  if (!by_setting && !window_.hint.empty()) message += ". " + window_.hint;
  return fail(Errc::invalid, std::move(message));
}

bool Fitting::is_wanted(const Filling& filling) const {
  const std::string& other = filling.block->only_when_cut;
  if (other.empty()) return true;
  return std::any_of(fillings_.begin(), fillings_.end(), [&](const Filling& each) {
    return each.block->name == other && each.short_of_units();
  });
}

// Unit by unit in the order of their ranks, those of the first block first.
void Fitting::add_ranked(Priority priority, bool dependent) {
  struct Candidate {
    int rank;
    std::size_t filling;
    std::size_t unit;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < fillings_.size(); ++i) {
    const Filling& filling = fillings_[i];
    const Block& block = *filling.block;
    const bool depends = !block.only_when_cut.empty();
    if (block.priority != priority || depends != dependent || !is_wanted(filling)) continue;
    for (std::size_t unit = 0; unit < block.units.size(); ++unit) {
      const int rank = block.units[unit].rank;
      if (rank < kSpare && !filling.kept[unit] && !block.units[unit].hidden)
        candidates.push_back({rank, i, unit});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
  for (const Candidate& each : candidates) add_if_fits(each.filling, each.unit);
}

// All that is left of a block, or nothing.
void Fitting::add_whole(std::size_t index) {
  Filling& filling = fillings_[index];
  const Filling before = filling;
  const std::int64_t used = used_;
  const std::size_t added = optional_.size();
  for (std::size_t unit = 0; unit < filling.kept.size(); ++unit) {
    if (filling.kept[unit] || filling.block->units[unit].hidden) continue;
    // The notes that later units make unnecessary are on the account until then.
    add(index, unit, filling.price(unit));
    optional_.push_back({index, unit});
  }
  if (used_ <= limit_) return;
  filling = before;
  used_ = used;
  optional_.resize(added);
}

// From the top, as far as it goes.
void Fitting::fill_up_all() {
  for (std::size_t i = 0; i < fillings_.size(); ++i) {
    if (!fillings_[i].block->fill_up) continue;
    for (std::size_t unit = 0; unit < fillings_[i].kept.size(); ++unit) {
      if (fillings_[i].block->units[unit].hidden) continue;
      if (!add_if_fits(i, unit)) break;
    }
  }
}

void Fitting::add_all(Priority priority) {
  add_ranked(priority, false);
  for (std::size_t i = 0; i < fillings_.size(); ++i) {
    const Block& block = *fillings_[i].block;
    if (block.priority == priority && block.only_when_cut.empty()) add_whole(i);
  }
  add_ranked(priority, true);
}

void Fitting::add_rest() {
  const auto window = static_cast<double>(std::max<std::int64_t>(0, weight_max() - used_));
  for (const Share& share : kShares) {
    limit_ = std::min(weight_max(), used_ + static_cast<std::int64_t>(window * share.part));
    add_all(share.priority);
  }
  limit_ = weight_max();
  for (const Share& share : kShares) {
    if (share.priority == Priority::history) fill_up_all();
    add_all(share.priority);
  }
}

std::vector<Fitted> Fitting::result() {
  std::vector<Fitted> out;
  for (;;) {
    out.clear();
    std::int64_t weight = fixed_;
    for (const Filling& filling : fillings_) {
      if (!is_wanted(filling)) continue;
      std::string text = text_of(filling);
      const std::int64_t own = llm::weight_of(text);
      weight += own;
      const Block& block = *filling.block;
      std::size_t cut = block.more;
      for (std::size_t unit = 0; unit < block.units.size(); ++unit) {
        if (!filling.kept[unit]) cut += count_of(block, block.units[unit]);
      }
      out.push_back(
          {block.name, block.place, std::move(text), window_.tokens(own), cut, lines_of(filling)});
    }
    if (weight <= weight_max() || optional_.empty()) return out;
    // A frame may come out longer around a part than around the whole: what came last goes.
    const Added last = optional_.back();
    optional_.pop_back();
    fillings_[last.filling].kept[last.unit] = false;
    --fillings_[last.filling].kept_count;
  }
}

}  // namespace

std::vector<Unit> line_units(std::string_view text, int rank) {
  std::vector<Unit> units;
  for (const std::string_view line : split_lines(text)) {
    units.push_back({.text = std::string(line) + "\n", .rank = rank});
  }
  while (!units.empty() && trim(units.back().text).empty()) units.pop_back();
  return units;
}

std::vector<Unit> end_units(std::string_view text, int first_rank) {
  std::vector<Unit> units = line_units(text);
  const int total = static_cast<int>(units.size());
  for (int i = 0; i < total; ++i) {
    const int from_end = std::min(i, total - 1 - i);
    units[static_cast<std::size_t>(i)].rank =
        std::min(first_rank + from_end / kEndLines, kSpare - 1);
  }
  return units;
}

Result<std::vector<Fitted>> fit(const std::vector<Block>& blocks, std::int64_t fixed_weight,
                                const llm::Room& window) {
  Fitting fitting(blocks, fixed_weight, window);
  TRY(fitting.add_needed());
  fitting.add_rest();
  return fitting.result();
}

std::string text_at(const std::vector<Fitted>& blocks, std::string_view place) {
  std::string text;
  for (const Fitted& block : blocks) {
    if (block.place == place) text += block.text;
  }
  return text;
}

std::string left_out_note(const std::vector<Fitted>& blocks) {
  std::vector<std::string> names;
  std::size_t more = 0;
  for (const Fitted& block : blocks) {
    if (!block.text.empty()) continue;
    if (names.size() < kNamedMax) {
      names.push_back(printable(block.name, kPartNameBytes));
    } else {
      ++more;
    }
  }
  if (names.empty()) return {};
  if (more > 0) names.push_back(std::to_string(more) + " more");
  return "Left out of this question for want of room: " + join(names, ", ") + ".\n";
}

std::int64_t left_out_weight() {
  return llm::weight_of(left_out_note(std::vector<Fitted>(
      kNamedMax + 9, {.name = std::string(kPartNameBytes, '0'), .place = {}, .text = {}})));
}

}  // namespace pawl::planner
