// What goes into a prompt, and what is left out when it is too much. Every question to a model is
// made here: a fixed text, and blocks of units that are kept or left out whole, so that nothing
// ends in the middle of a line. Where something was left out, the prompt says so.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "llm/context_window.hpp"

namespace pawl::planner {

// What is kept first.
enum class Priority : std::uint8_t { evidence, target, callers, facts, history };

// Ranks order the units of one priority, low ones first. Spare ones come in only when with them the
// whole block fits.
inline constexpr int kSpare = 100;

struct Unit {
  std::string text;  // whole lines
  int rank = 0;
  bool needed = false;  // without it the question makes no sense
  int line = 0;         // of a file: its first line, from 1
  bool hidden = false;  // never comes in: it says nothing about what is asked
};

struct Block {
  std::string name;   // for the journal: `failing tests`, `target src/a.py`
  std::string place;  // the variable of the template it is put in
  Priority priority = Priority::facts;
  std::vector<Unit> units;
  // Introduces and frames the text; not called when there is none.
  std::function<std::string(const std::string& text, bool whole)> wrap;
  std::string_view word = "line";  // what is counted when it is left out; else one for each unit
  int lines = 0;                   // of a file: how many it has in all
  std::size_t more = 0;            // left out before, behind the last unit
  bool fill_up = false;  // before history, spare units come in from the top as far as they go
  std::string only_when_cut = {};  // the block of that name; empty: always
};

// One unit a line. Empty lines at the end are left out.
std::vector<Unit> line_units(std::string_view text, int rank = 0);
// The same, ranked so that the first and last lines are kept rather than those between.
std::vector<Unit> end_units(std::string_view text, int first_rank);

// Lines of a file, from 1, both ends included.
struct LineSpan {
  int first = 0;
  int last = 0;
  bool holds(int line) const { return first <= line && line <= last; }
};

// A block as it came out.
struct Fitted {
  std::string name;
  std::string place;
  std::string text;                  // wrapped; empty when nothing of it is in
  std::int64_t tokens = 0;           // of the text
  std::size_t cut = 0;               // lines, or what else the block counts, that were left out
  std::vector<LineSpan> lines = {};  // of a file: those that are in
  bool whole() const { return cut == 0; }
};

// Errc::invalid when what is needed does not fit: names the model, its context and the way out.
// `fixed_weight` is that of the text around the blocks (llm::weight_of).
Result<std::vector<Fitted>> fit(const std::vector<Block>& blocks, std::int64_t fixed_weight,
                                const llm::Room& window);

// The texts of the blocks at a place, one after the other.
std::string text_at(const std::vector<Fitted>& blocks, std::string_view place);

// Names the blocks of which nothing is in; empty when there are none. It weighs no more than
// left_out_weight().
std::string left_out_note(const std::vector<Fitted>& blocks);
std::int64_t left_out_weight();

}  // namespace pawl::planner
