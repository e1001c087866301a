#include "syntax/macro_reach.hpp"

#include <string>

#include "base/text/text.hpp"
#include "syntax/outline/idle_assertions.hpp"
#include "syntax/outline/test_reach.hpp"

namespace pawl::syntax {
namespace {

struct MacroBlock {
  std::size_t begin;
  std::string_view header;  // what stands before its brace: `if (x)`, `try`, `catch (...)`
  std::size_t left = 0;     // where what comes behind a return begins
  bool certain = false;     // it is entered whatever happens
  bool empty = true;
};

std::string_view condition_of(std::string_view header) {
  const std::size_t open = header.find('(');
  const std::size_t close = header.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return trim(header.substr(open + 1, close - open - 1));
}

bool is_branch(std::string_view header) {
  return header.starts_with("if ") || header.starts_with("if(") || header.starts_with("while");
}

// Leaves the test without failing it.
bool leaves(std::string_view statement) {
  statement = trim(statement);
  return statement == "return" || statement.starts_with("return ") || statement == "exit(0)" ||
         statement == "std::exit(0)" || statement == "exit(EXIT_SUCCESS)" ||
         statement == "GTEST_SUCCEED()";
}

class BodyReader {
 public:
  BodyReader(std::string_view plain, std::string_view text, std::size_t begin, std::size_t end)
      : plain_(plain), text_(text), end_(end) {
    blocks_.push_back({.begin = begin, .header = {}, .certain = true});
    from_ = begin + 1;
  }

  std::vector<MacroRange> run() {
    for (std::size_t i = from_; i + 1 < end_; ++i) {
      switch (plain_[i]) {
        case '#': i = directive(i); break;
        case '(': ++brackets_; break;
        case ')': --brackets_; break;
        case ';':
          if (brackets_ <= 0) statement(i);
          break;
        case '{': open(i); break;
        case '}': close(i); break;
        default: break;
      }
    }
    while (!blocks_.empty()) finish(end_);
    if (off_ > 0) add(MacroReach::dead, off_, end_);
    return std::move(found_);
  }

 private:
  void add(MacroReach what, std::size_t begin, std::size_t end) {
    if (begin < end) found_.push_back({what, begin, end});
  }

  // `#if 0` up to its end.
  std::size_t directive(std::size_t at) {
    const std::size_t line_end = std::min(plain_.find('\n', at), end_ - 1);
    const std::string_view line = trim(plain_.substr(at, line_end - at));
    if (line == "#if 0" || line == "# if 0") {
      off_ = at;
    } else if (off_ > 0 && (line.starts_with("#endif") || line.starts_with("#else"))) {
      add(MacroReach::dead, off_, at);
      off_ = 0;
    }
    from_ = line_end;
    return line_end - 1;
  }

  void statement(std::size_t at) {
    const std::string_view said = trim(plain_.substr(from_, at - from_));
    from_ = at + 1;
    if (said.empty()) return;
    MacroBlock& block = blocks_.back();
    if (!said.starts_with("std::cerr") && !said.starts_with("printf") &&
        !said.starts_with("std::cout") && !said.starts_with("fprintf")) {
      block.empty = false;
    }
    if (leaves(said)) {
      if (block.left == 0) block.left = at + 1;
      return;
    }
    if (!is_branch(said) || said.starts_with("while")) return;
    // `if (…) return;`
    const std::size_t behind = said.rfind(')');
    const std::string_view way = trim(said.substr(behind + 1));
    if (leaves(way)) way_out(said.substr(0, behind + 1), at + 1);
  }

  void way_out(std::string_view header, std::size_t at) {
    const std::string_view condition = condition_of(header);
    if (is_idle_condition(condition)) {
      if (blocks_.back().left == 0) blocks_.back().left = at;
    } else if (asks_environment(condition)) {
      add(MacroReach::passed_over, at, end_);
    }
  }

  void open(std::size_t at) {
    const std::string_view header = trim(plain_.substr(from_, at - from_));
    blocks_.push_back({.begin = at, .header = header});
    blocks_.back().certain = header.empty();
    from_ = at + 1;
  }

  void close(std::size_t at) {
    if (blocks_.size() < 2) return;
    finish(at);
    from_ = at + 1;
  }

  void finish(std::size_t at) {
    const MacroBlock block = blocks_.back();
    blocks_.pop_back();
    if (block.left > 0) add(MacroReach::dead, block.left, at);
    if (blocks_.empty()) return;
    const std::string_view condition = condition_of(block.header);
    if (is_branch(block.header)) {
      if (is_void_condition(condition)) add(MacroReach::dead, block.begin, at);
      if (asks_environment(condition)) add(MacroReach::passed_over, block.begin, at);
      if (asks_subject(condition, text_.substr(block.begin, at - block.begin))) {
        add(MacroReach::passed_over, block.begin, at);
      }
      if (block.left > 0) way_out(block.header, at + 1);
    } else if (block.header == "try") {
      tried_ = {block.begin, at};
    } else if (block.header.starts_with("catch") && block.empty) {
      const bool all = contains(block.header, "...") || contains(block.header, "exception");
      if (all) add(MacroReach::sheltered, tried_.begin, tried_.end);
    } else if (block.certain && block.left > 0 && blocks_.back().left == 0) {
      blocks_.back().left = at + 1;
    }
    blocks_.back().empty = false;
  }

  struct Tried {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::string_view plain_;
  std::string_view text_;
  std::size_t end_;
  std::size_t from_ = 0;
  std::size_t off_ = 0;
  int brackets_ = 0;
  Tried tried_;
  std::vector<MacroBlock> blocks_;
  std::vector<MacroRange> found_;
};

}  // namespace

std::vector<MacroRange> reach_of_body(std::string_view plain, std::string_view text,
                                      std::size_t begin, std::size_t end) {
  if (begin >= end || end > plain.size()) return {};
  return BodyReader(plain, text, begin, end).run();
}

}  // namespace pawl::syntax
