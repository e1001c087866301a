#include "guards/code/body_likeness.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "syntax/comments.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

std::map<std::string_view, int> word_counts(std::string_view text, std::string_view name) {
  std::map<std::string_view, int> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > i) {
      const std::string_view word = text.substr(i, end - i);
      if (word != name) ++words[word];
    } else {
      end = i + 1;
      const bool blank = text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r';
      if (!blank) ++words[text.substr(i, 1)];
    }
    i = end;
  }
  return words;
}

std::string without_comments(Language language, std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (const syntax::Comment& comment : syntax::comments(language, text)) {
    out += text.substr(at, comment.begin - at);
    at = comment.end;
  }
  return out.append(text.substr(at));
}

// Where the body of a Python function begins: behind the colon that ends its head.
std::size_t python_body(std::string_view text) {
  int depth = 0;
  std::size_t at = text.find("def ");
  for (at = at == std::string_view::npos ? 0 : at; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ':' && depth == 0) return at + 1;
  }
  return text.size();
}

std::string_view without_docstring(std::string_view body) {
  body = trim(body);
  for (const std::string_view quotes : {"\"\"\"", "'''"}) {
    if (!body.starts_with(quotes)) continue;
    const std::size_t end = body.find(quotes, 3);
    return end == std::string_view::npos ? std::string_view() : trim(body.substr(end + 3));
  }
  return body;
}

bool python_stub(const std::string& text) {
  const std::string_view body = without_docstring(std::string_view(text).substr(python_body(text)));
  return body.empty() || body == "pass" || body == "..." || body == "return" ||
         body == "return None" ||
         (body.starts_with("raise NotImplementedError") && !contains(body, "\n"));
}

bool says_not_implemented(std::string_view body) {
  if (line_count(body) > 1) return false;
  for (const std::string_view mark : {"todo!(", "unimplemented!(", "NotImplemented",
                                      "UnsupportedOperationException", "ot implemented"}) {
    if (contains(body, mark)) return true;
  }
  return false;
}

bool ruby_stub(std::string_view text) {
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return false;
  std::string_view body = trim(text.substr(line));
  if (body.ends_with("end")) body = trim(body.substr(0, body.size() - 3));
  return body.empty() || body == "nil" || says_not_implemented(body);
}

}  // namespace

double likeness(std::string_view a, std::string_view a_name, std::string_view b,
                std::string_view b_name) {
  const auto left = word_counts(a, a_name);
  const auto right = word_counts(b, b_name);
  int common = 0;
  int all = 0;
  for (const auto& [word, count] : left) {
    all += count;
    const auto same = right.find(word);
    if (same != right.end()) common += std::min(count, same->second);
  }
  for (const auto& [word, count] : right) all += count;
  return all == 0 ? 1 : 2.0 * common / all;
}

bool is_stub(Language language, std::string_view function) {
  const std::string text = without_comments(language, function);
  if (language == Language::python) return python_stub(text);
  if (language == Language::ruby) return ruby_stub(text);
  const std::size_t close = text.rfind('}');
  if (close == std::string::npos) return false;
  int depth = 0;
  std::size_t open = close;
  while (true) {
    if (text[open] == '}') ++depth;
    if (text[open] == '{' && --depth == 0) break;
    if (open-- == 0) return false;
  }
  const std::string_view body = trim(std::string_view(text).substr(open + 1, close - open - 1));
  return body.empty() || body == ":" || body == "return;" || says_not_implemented(body);
}

}  // namespace pawl::guards
