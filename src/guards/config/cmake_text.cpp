#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"

namespace pawl::guards {
namespace {

struct CMakeBlock {
  std::string_view opens;
  std::string_view closes;
};
constexpr auto kCMakeBlocks = std::to_array<CMakeBlock>({{"if", "endif"},
                                                         {"foreach", "endforeach"},
                                                         {"while", "endwhile"},
                                                         {"function", "endfunction"},
                                                         {"macro", "endmacro"},
                                                         {"block", "endblock"}});

// By the grammar of cmake-language(7). Stops at the first fault: what follows is read wrongly.
class CMakeTextReader {
 public:
  explicit CMakeTextReader(std::string_view text) : text_(text) {}

  BuildFaults read() {
    while (faults_.empty()) {
      skip_space(true);
      if (at_ >= text_.size()) break;
      command();
    }
    if (faults_.empty() && !open_.empty()) {
      row_ = open_.back().row;
      add(std::string(open_.back().block->opens) + "() without " +
          std::string(open_.back().block->closes) + "()");
    }
    return std::move(faults_);
  }
  std::vector<CMakeCommand> commands() { return std::move(commands_); }

 private:
  struct Open {
    const CMakeBlock* block = nullptr;
    int row = 0;
  };

  void add(std::string message) { faults_.push_back({kBuildParseError, row_, std::move(message)}); }

  // Blanks and comments; line ends as well where `lines`.
  void skip_space(bool lines) {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        comment();
      } else if (c == ' ' || c == '\t' || c == '\r' || (lines && c == '\n')) {
        step();
      } else {
        return;
      }
    }
  }

  void step() {
    if (text_[at_] == '\n') ++row_;
    ++at_;
  }
  void go_to(std::size_t end) {
    end = std::min(end, text_.size());
    row_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                        text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  void comment() {
    const std::size_t end = end_of_brackets(at_ + 1);
    go_to(end == std::string_view::npos ? text_.find('\n', at_) : end);
  }

  // Behind `[==[ … ]==]`; npos where none begins, or none ends.
  std::size_t end_of_brackets(std::size_t begin) const {
    if (begin >= text_.size() || text_[begin] != '[') return std::string_view::npos;
    std::size_t second = begin + 1;
    while (second < text_.size() && text_[second] == '=') ++second;
    if (second >= text_.size() || text_[second] != '[') return std::string_view::npos;
    std::string closing(text_.substr(begin, second + 1 - begin));
    std::replace(closing.begin(), closing.end(), '[', ']');
    const std::size_t end = text_.find(closing, second + 1);
    return end == std::string_view::npos ? end : end + closing.size();
  }

  void command() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string name = lower(text_.substr(begin, at_ - begin));
    if (name.empty() || is_digit(name.front())) {
      const std::string_view rest = text_.substr(begin, text_.find('\n', begin) - begin);
      return add("no command of CMake: " + printable(trim(rest), 60));
    }
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (at_ >= text_.size() || text_[at_] != '(') {
      return add("no ( behind " + printable(name, 60));
    }
    const int row = row_;
    ++at_;
    if (!arguments()) {
      if (!faults_.empty()) return;
      row_ = row;
      return add("the bracket of " + printable(name, 60) + "( is never closed");
    }
    commands_.push_back({name, row});
    follow_block(name, row);
    skip_space(false);
    if (faults_.empty() && at_ < text_.size() && text_[at_] != '\n') {
      const std::string_view rest = text_.substr(at_, text_.find('\n', at_) - at_);
      add("behind a command on its line: " + printable(trim(rest), 60));
    }
  }

  // Up to the bracket that closes them.
  bool arguments() {
    for (int depth = 1; depth > 0;) {
      skip_space(true);
      if (at_ >= text_.size()) return false;
      const char c = text_[at_];
      if (c == '(' || c == ')') {
        depth += c == '(' ? 1 : -1;
        ++at_;
      } else if (c == '"') {
        if (!quoted()) return false;
      } else if (const std::size_t end = end_of_brackets(at_); end != std::string_view::npos) {
        go_to(end);
      } else if (!unquoted()) {
        return false;
      }
    }
    return true;
  }

  bool quoted() {
    const int row = row_;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; step()) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) step();
    }
    if (at_ < text_.size()) {
      ++at_;
      return true;
    }
    row_ = row;
    add("a quote is never closed");
    return false;
  }

  // `-Da="b c"` and `$(NAME)` belong to it, too.
  bool unquoted() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_space(c) || c == '(' || c == ')' || c == '#') return true;
      if (c == '"') {
        if (!quoted()) return false;
      } else if (c == '$' && at_ + 1 < text_.size() && text_[at_ + 1] == '(') {
        std::size_t end = at_ + 2;
        while (end < text_.size() && is_word(text_[end])) ++end;
        at_ = end < text_.size() && text_[end] == ')' ? end + 1 : at_ + 1;
      } else {
        if (c == '\\' && at_ + 1 < text_.size()) step();
        step();
      }
    }
    return true;
  }

  void follow_block(const std::string& name, int row) {
    for (const CMakeBlock& block : kCMakeBlocks) {
      if (name == block.opens) open_.push_back({&block, row});
      if (name != block.closes) continue;
      const bool fits = !open_.empty() && open_.back().block == &block;
      if (fits) {
        open_.pop_back();
        continue;
      }
      row_ = row;
      return add(name + "() without " + std::string(block.opens) + "()");
    }
    if (name != "else" && name != "elseif") return;
    if (!open_.empty() && open_.back().block->opens == "if") return;
    row_ = row;
    add(name + "() without if()");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int row_ = 1;
  std::vector<Open> open_;
  std::vector<CMakeCommand> commands_;
  BuildFaults faults_;
};

}  // namespace

BuildFaults faults_in_cmake(std::string_view text) { return CMakeTextReader(text).read(); }

std::vector<CMakeCommand> cmake_commands(std::string_view text) {
  CMakeTextReader reader(text);
  reader.read();
  return reader.commands();
}

}  // namespace pawl::guards
