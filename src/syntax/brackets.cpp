#include "syntax/brackets.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/blank_literals.hpp"

namespace pawl::syntax {
namespace {

// The standard allows no longer name of a raw string.
constexpr std::size_t kRawNameMax = 16;

// Where the `(` of a raw string stands that begins the text.
std::size_t raw_opening(std::string_view text) {
  if (!text.starts_with("R\"")) return std::string_view::npos;
  return text.substr(0, 2 + kRawNameMax + 1).find('(');
}

// Asked of each byte of a text: most begin neither a comment nor a literal.
bool may_begin_literal(char c) { return c == '/' || c == 'R' || c == '"' || c == '\''; }

}  // namespace

std::string blank_literals(std::string_view text, int* unclosed) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size();) {
    if (!may_begin_literal(text[i])) {
      ++i;
      continue;
    }
    const std::string_view rest = text.substr(i);
    std::size_t end = i + 1;
    if (rest.starts_with("//")) {
      end = std::min(text.find('\n', i), text.size());
      std::fill(out.begin() + static_cast<std::ptrdiff_t>(i),
                out.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    } else if (rest.starts_with("/*")) {
      const std::size_t close = text.find("*/", i + 2);
      end = close == std::string_view::npos ? text.size() : close + 2;
      for (std::size_t j = i; j < end; ++j) out[j] = out[j] == '\n' ? '\n' : ' ';
    } else if (const std::size_t open = raw_opening(rest); open != std::string_view::npos) {
      const std::string close = ")" + std::string(rest.substr(2, open - 2)) + "\"";
      const std::size_t found = text.find(close, i);
      end = found == std::string_view::npos ? text.size() : found + close.size();
      for (std::size_t j = i; j < end; ++j) out[j] = out[j] == '\n' ? '\n' : ' ';
    } else if (rest.front() == '"' || (rest.front() == '\'' && (i == 0 || !is_word(text[i - 1])))) {
      while (end < text.size() && text[end] != rest.front() && text[end] != '\n') {
        end += text[end] == '\\' ? 2U : 1U;
      }
      const bool closed = end < text.size() && text[end] == rest.front();
      if (!closed && unclosed != nullptr) ++*unclosed;
      end = std::min(end + 1, text.size());
      for (std::size_t j = i; j < end; ++j) out[j] = out[j] == '\n' ? '\n' : ' ';
    }
    i = end;
  }
  return out;
}

namespace {

void count(Brackets& found, std::string_view line) {
  for (const char c : line) {
    switch (c) {
      case '(': ++found.round; break;
      case ')': --found.round; break;
      case '[': ++found.square; break;
      case ']': --found.square; break;
      case '{': ++found.curly; break;
      case '}': --found.curly; break;
      default: break;
    }
  }
}

// `if` of `#if`, `# ifdef X`; empty when the line is no directive.
std::string_view directive_of(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('#')) return {};
  line = trim(line.substr(1));
  std::size_t end = 0;
  while (end < line.size() && is_word(line[end])) ++end;
  return line.substr(0, end);
}

}  // namespace

Brackets brackets_in(std::string_view text, Branch branch) {
  Brackets found;
  const std::string plain = blank_literals(text, &found.unclosed);
  std::vector<Brackets> at_if;
  std::size_t skipped = 0;  // conditions inside of a branch that is left out, its own included
  for (const std::string_view line : split_lines(plain)) {
    const std::string_view word = directive_of(line);
    if (word.starts_with("if")) {
      if (skipped > 0) {
        ++skipped;
      } else {
        at_if.push_back(found);
      }
    } else if (word == "endif") {
      if (skipped > 0) --skipped;
      if (skipped == 0 && !at_if.empty()) at_if.pop_back();
    } else if (word.starts_with("el") && skipped == 0 && !at_if.empty()) {
      if (branch == Branch::first) {
        skipped = 1;
      } else {
        found = at_if.back();
      }
    }
    if (skipped == 0) count(found, line);
  }
  return found;
}

}  // namespace pawl::syntax
