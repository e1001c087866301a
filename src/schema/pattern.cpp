#include "schema/pattern.hpp"

#include <string>
#include <vector>

#include "schema/pattern_tree.hpp"

namespace pawl {
namespace {

using pattern::CharSet;
using pattern::Tree;

constexpr std::size_t kProgramMax = 20'000;
constexpr std::size_t kMatchStepsMax = 200'000;
constexpr std::size_t kNowhere = SIZE_MAX;

}  // namespace

namespace pattern {

enum class Op : std::uint8_t {
  one,       // the code point `a`
  set,       // one of the set `a`
  fork,      // go on at `a`; if that fails, at `b`
  jump,      // go on at `a`
  save,      // remember the place in slot `a`
  progress,  // fails where the place is still that of slot `a`
  begin,
  end,
  boundary,    // negated: `a`
  same_again,  // group `a`
  look,        // ahead (`a` 0 or 1 negated) or behind (2, 3 negated); the body ends at `b`
  accept,
};

struct Instruction {
  Op op = Op::accept;
  std::size_t a = 0;
  std::size_t b = 0;
};

}  // namespace pattern

using pattern::Instruction;
using pattern::Op;

struct Pattern::Program {
  std::vector<Instruction> code;
  std::vector<CharSet> sets;
  std::size_t slots = 0;
  bool anchored = false;  // a match can only begin where the text does
};

namespace {

// Turns the tree into instructions.
template <class Program>
class Emitter {
 public:
  Emitter(Program& program, std::size_t groups) : program_(program) {
    program.slots = groups * 2 + 2;
  }

  void emit(const Tree& tree) {
    if (program_.code.size() > kProgramMax) return;
    switch (tree.kind) {
      case Tree::Kind::empty: return;
      case Tree::Kind::set: return emit_set(tree.set);
      case Tree::Kind::sequence:
        for (const Tree& child : tree.children) emit(child);
        return;
      case Tree::Kind::alternatives: return emit_alternatives(tree);
      case Tree::Kind::repeat: return emit_repeat(tree);
      case Tree::Kind::group:
        add({Op::save, tree.number * 2});
        emit(tree.children.front());
        add({Op::save, tree.number * 2 + 1});
        return;
      case Tree::Kind::look_ahead: return emit_look(tree, tree.negated ? 1 : 0);
      case Tree::Kind::look_behind: return emit_look(tree, tree.negated ? 3 : 2);
      case Tree::Kind::begin: add({Op::begin}); return;
      case Tree::Kind::end: add({Op::end}); return;
      case Tree::Kind::word_boundary: add({Op::boundary, tree.negated ? 1U : 0U}); return;
      case Tree::Kind::same_again: add({Op::same_again, tree.number}); return;
    }
  }
  std::size_t add(Instruction instruction) {
    program_.code.push_back(instruction);
    return program_.code.size() - 1;
  }

 private:
  std::size_t here() const { return program_.code.size(); }

  void emit_set(const CharSet& set) {
    const bool is_one = !set.negated && set.ranges.size() == 1 &&
                        set.ranges.front().first == set.ranges.front().second;
    if (is_one) {
      add({Op::one, set.ranges.front().first});
      return;
    }
    add({Op::set, program_.sets.size()});
    program_.sets.push_back(set);
  }

  void emit_alternatives(const Tree& tree) {
    std::vector<std::size_t> exits;
    for (std::size_t i = 0; i + 1 < tree.children.size(); ++i) {
      const std::size_t fork = add({Op::fork});
      program_.code[fork].a = here();
      emit(tree.children[i]);
      exits.push_back(add({Op::jump}));
      program_.code[fork].b = here();
    }
    emit(tree.children.back());
    for (const std::size_t exit : exits) program_.code[exit].a = here();
  }

  void fork_to(std::size_t fork, std::size_t body, std::size_t rest, bool lazy) {
    program_.code[fork].a = lazy ? rest : body;
    program_.code[fork].b = lazy ? body : rest;
  }

  void emit_repeat(const Tree& tree) {
    const Tree& child = tree.children.front();
    for (std::size_t i = 0; i < tree.min && here() <= kProgramMax; ++i) emit(child);
    if (tree.max == Tree::kNoMax) {
      const std::size_t slot = program_.slots++;
      const std::size_t fork = add({Op::fork});
      add({Op::save, slot});
      emit(child);
      add({Op::progress, slot});
      add({Op::jump, fork});
      return fork_to(fork, fork + 1, here(), tree.lazy);
    }
    std::vector<std::size_t> forks;
    for (std::size_t i = tree.min; i < tree.max && here() <= kProgramMax; ++i) {
      forks.push_back(add({Op::fork}));
      emit(child);
    }
    for (const std::size_t fork : forks) fork_to(fork, fork + 1, here(), tree.lazy);
  }

  void emit_look(const Tree& tree, std::size_t kind) {
    const std::size_t look = add({Op::look, kind});
    emit(tree.children.front());
    add({Op::accept});
    program_.code[look].b = here();
  }

  Program& program_;
};

// Runs the instructions with a stack of its own, so that no text can exhaust the program's.
template <class Program>
class PatternMatcher {
 public:
  PatternMatcher(const Program& program, std::string_view text)
      : program_(program), text_(text), slots_(program.slots, kNowhere) {}

  bool spent() const { return steps_ > kMatchStepsMax; }

  // Does the code at `at` match from there? With an `exact_end`, only when it ends there.
  bool run(std::size_t at, std::size_t place, std::size_t exact_end = kNowhere) {
    const std::size_t floor = undo_.size();
    while (true) {
      if (++steps_ > kMatchStepsMax) return false;
      const Instruction& now = program_.code[at];
      if (now.op == Op::accept && (exact_end == kNowhere || place == exact_end)) {
        forget_forks(floor);
        return true;
      }
      if (step(now, at, place)) continue;
      if (!back(floor, at, place)) return false;
    }
  }

 private:
  // A fork to go back to, or the old value of a slot.
  struct Undo {
    std::size_t at = kNowhere;
    std::size_t place = 0;
    std::size_t slot = 0;
  };

  bool step(const Instruction& now, std::size_t& at, std::size_t& place) {
    switch (now.op) {
      case Op::one:
      case Op::set:
        if (!takes(now, place)) return false;
        break;
      case Op::fork:
        undo_.push_back({now.b, place, 0});
        at = now.a;
        return true;
      case Op::jump: at = now.a; return true;
      case Op::save:
        undo_.push_back({kNowhere, slots_[now.a], now.a});
        slots_[now.a] = place;
        break;
      case Op::progress:
        if (slots_[now.a] == place) return false;
        break;
      case Op::begin:
        if (place != 0) return false;
        break;
      case Op::end:
        if (place != text_.size()) return false;
        break;
      case Op::boundary:
        if (at_boundary(place) == (now.a == 1)) return false;
        break;
      case Op::same_again:
        if (!repeats(now.a, place)) return false;
        break;
      case Op::look:
        if (!look(now, at, place)) return false;
        at = now.b;
        return true;
      case Op::accept: return false;
    }
    ++at;
    return true;
  }

  bool takes(const Instruction& now, std::size_t& place) const {
    if (place >= text_.size()) return false;
    const std::uint32_t point = pattern::next_point(text_, place);
    return now.op == Op::one ? point == now.a : program_.sets[now.a].has(point);
  }

  bool at_boundary(std::size_t place) const {
    const auto word_at = [&](std::size_t i) {
      return i < text_.size() && pattern::is_word(static_cast<unsigned char>(text_[i]));
    };
    return (place > 0 && word_at(place - 1)) != word_at(place);
  }

  bool repeats(std::size_t group, std::size_t& place) const {
    const std::size_t from = slots_[group * 2];
    const std::size_t to = slots_[group * 2 + 1];
    if (from == kNowhere || to == kNowhere || to < from) return true;
    const std::string_view what = text_.substr(from, to - from);
    if (!text_.substr(place).starts_with(what)) return false;
    place += what.size();
    return true;
  }

  bool look(const Instruction& now, std::size_t at, std::size_t place) {
    const std::size_t floor = undo_.size();
    const bool negated = now.a % 2 == 1;
    bool found = false;
    if (now.a < 2) {
      found = run(at + 1, place);
    } else {
      for (std::size_t from = place + 1; from-- > 0 && !found && !spent();) {
        found = run(at + 1, from, place);
      }
    }
    if (found && negated) restore(floor);
    return found != negated;
  }

  bool back(std::size_t floor, std::size_t& at, std::size_t& place) {
    while (undo_.size() > floor) {
      const Undo last = undo_.back();
      undo_.pop_back();
      if (last.at != kNowhere) {
        at = last.at;
        place = last.place;
        return true;
      }
      slots_[last.slot] = last.place;
    }
    return false;
  }

  void restore(std::size_t floor) {
    for (; undo_.size() > floor; undo_.pop_back()) {
      if (undo_.back().at == kNowhere) slots_[undo_.back().slot] = undo_.back().place;
    }
  }

  // What matched is not tried in another way; what it saved can still be taken back.
  void forget_forks(std::size_t floor) {
    std::size_t kept = floor;
    for (std::size_t i = floor; i < undo_.size(); ++i) {
      if (undo_[i].at == kNowhere) undo_[kept++] = undo_[i];
    }
    undo_.resize(kept);
  }

  const Program& program_;
  std::string_view text_;
  std::vector<std::size_t> slots_;
  std::vector<Undo> undo_;
  std::size_t steps_ = 0;
};

bool begins_with_anchor(const Tree& tree) {
  if (tree.kind == Tree::Kind::begin) return true;
  return tree.kind == Tree::Kind::sequence && !tree.children.empty() &&
         begins_with_anchor(tree.children.front());
}

}  // namespace

Result<Pattern> Pattern::compile(std::string_view expression) {
  TRY_ASSIGN(const pattern::Parsed parsed, pattern::parse(expression));
  auto program = std::make_shared<Program>();
  Emitter emitter(*program, parsed.groups);
  emitter.emit(parsed.tree);
  emitter.add({Op::accept});
  if (program->code.size() > kProgramMax) {
    return fail(Errc::invalid,
                "the pattern \"" + std::string(expression.substr(0, 100)) + "\" repeats too much");
  }
  program->anchored = begins_with_anchor(parsed.tree);
  return Pattern(std::move(program));
}

Pattern::Match Pattern::search(std::string_view text) const {
  PatternMatcher matcher(*program_, text);
  for (std::size_t from = 0; from <= text.size();) {
    if (matcher.run(0, from)) return Match::yes;
    if (matcher.spent()) return Match::unknown;
    if (program_->anchored || from == text.size()) return Match::no;
    pattern::next_point(text, from);
  }
  return Match::no;
}

}  // namespace pawl
