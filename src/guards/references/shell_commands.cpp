#include "guards/references/shell_commands.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {
namespace {

// Before a command, and no part of it.
bool is_shell_keyword(std::string_view word) {
  return among({"if", "then", "else", "elif", "do", "while", "until", "!", "{", "time"}, word);
}

// What stands behind `||` only ends the script.
bool gives_up(std::string_view behind) {
  behind = trim(behind.substr(0, behind.find('\n')));
  return among({"exit", "return", "die", "false", "fatal", "abort"},
               behind.substr(0, behind.find_first_of(" ;\t")));
}

class ShellReader {
 public:
  explicit ShellReader(std::string_view text) : text_(text) {}

  std::vector<ShellCommand> read() {
    while (at_ < text_.size()) step();
    end_command(false);
    return std::move(out_);
  }

 private:
  char next(std::size_t by = 1) const { return at_ + by < text_.size() ? text_[at_ + by] : '\0'; }

  void step() {
    const char c = text_[at_];
    if (c == '\\') return escape();
    if (c == '\'' || c == '"') return quoted(c);
    if (c == '$' || c == '`') return computed(c);
    if (c == '#' && !in_word_) return skip_to(text_.find('\n', at_));
    if (c == '<' || c == '>') return redirection();
    if (c == '\n') {
      end_command(false);
      ++line_;
      ++at_;
      return skip_here_document();
    }
    if (c == ' ' || c == '\t' || c == '\r') {
      end_word();
    } else if (c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
      return separator(c);
    } else {
      begin_word();
      word_ += c;
    }
    ++at_;
  }

  void begin_word() { in_word_ = true; }

  void escape() {
    if (next() == '\n') {
      ++line_;
    } else if (next() != '\0') {
      begin_word();
      word_ += next();
    }
    at_ += 2;
  }

  void quoted(char mark) {
    begin_word();
    for (++at_; at_ < text_.size() && text_[at_] != mark;) {
      if (text_[at_] == '\n') ++line_;
      if (mark == '"' && text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      if (mark == '"' && (text_[at_] == '$' || text_[at_] == '`')) {
        computed(text_[at_]);
      } else {
        word_ += text_[at_++];
      }
    }
    ++at_;
  }

  // `$x`, `${x}`, `$(x)`, `${{ x }}`, `` `x` ``
  void computed(char mark) {
    begin_word();
    word_ += '$';
    const char open = mark == '`' ? '`' : next();
    if (open != '(' && open != '{' && open != '`') {
      ++at_;
      return;
    }
    const char close = open == '(' ? ')' : open == '{' ? '}' : '`';
    int depth = 0;
    for (at_ += mark == '`' ? 0 : 1; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c == close && (open != '`' || depth > 0)) {
        if (open == '`' || --depth == 0) break;
      } else if (c == open) {
        ++depth;
      }
    }
    ++at_;
  }

  void redirection() {
    const bool number = word_.size() == 1 && word_[0] >= '0' && word_[0] <= '9';
    if (number) {
      word_.clear();
      in_word_ = false;
    }
    end_word();
    const bool here = text_[at_] == '<' && next() == '<' && next(2) != '<';
    while (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '>' || text_[at_] == '&')) {
      ++at_;
    }
    if (here) {
      if (at_ < text_.size() && text_[at_] == '-') ++at_;
      here_ = true;
    }
    drop_ = true;
  }

  void separator(char c) {
    const bool doubled = next() == c;
    const bool alternative = c == '|' && doubled && !gives_up(text_.substr(at_ + 2));
    end_command(alternative);
    if (c == '(') folders_.push_back(folder_);
    if (c == ')' && !folders_.empty()) {
      folder_ = folders_.back();
      folders_.pop_back();
    }
    at_ += doubled && c != '(' && c != ')' ? 2 : 1;
    fallback_ = alternative;
  }

  void end_word() {
    if (!in_word_) return;
    in_word_ = false;
    if (here_) {
      here_mark_ = word_;
      here_ = false;
    }
    if (!drop_) words_.push_back(word_);
    drop_ = false;
    word_.clear();
  }

  void end_command(bool alternative) {
    end_word();
    drop_ = false;
    while (!words_.empty() && is_shell_keyword(words_.front())) words_.erase(words_.begin());
    if (!words_.empty()) {
      ShellCommand command{std::move(words_), line_, folder_, alternative || fallback_};
      change_folder(command);
      out_.push_back(std::move(command));
    }
    words_.clear();
    fallback_ = false;
  }

  void change_folder(const ShellCommand& command) {
    const std::string& name = command.words.front();
    if (name == "pushd" || name == "popd") folder_.reset();
    if (name != "cd") return;
    const std::string to = command.words.size() == 2 ? command.words[1] : "$";
    const bool plain =
        to.find_first_of("$~*") == std::string::npos && !to.starts_with('/') && to != "-";
    if (!plain || !folder_) {
      folder_.reset();
      return;
    }
    folder_ = joined_path(*folder_, to);
  }

  void skip_to(std::size_t end) { at_ = std::min(end, text_.size()); }

  void skip_here_document() {
    if (here_mark_.empty()) return;
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      const bool last = trim(text_.substr(at_, end - at_)) == here_mark_;
      at_ = std::min(end + 1, text_.size());
      ++line_;
      if (last) break;
    }
    here_mark_.clear();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::string word_;
  bool in_word_ = false;
  bool drop_ = false;  // the next word is the place of a redirection
  bool here_ = false;  // the next word ends a here-document
  bool fallback_ = false;
  std::string here_mark_;
  std::vector<std::string> words_;
  std::optional<std::string> folder_ = std::string();
  std::vector<std::optional<std::string>> folders_;
  std::vector<ShellCommand> out_;
};

}  // namespace

std::vector<ShellCommand> shell_commands(std::string_view text) { return ShellReader(text).read(); }

}  // namespace pawl::guards
