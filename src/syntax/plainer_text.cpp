#include "syntax/plainer_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/outline/macro_arguments.hpp"

namespace pawl::syntax {
namespace {

// A slice of an array is no longer.
constexpr std::size_t kSliceMax = 200;
constexpr std::size_t kModuleMax = 300;

void blank(std::string& out, std::size_t at, std::size_t size, char with = ' ') {
  std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(at), size, with);
}

bool stands_alone(std::string_view text, std::size_t at) {
  return at == 0 || !is_word(text[at - 1]);
}

// `&raw` of a variable, which the grammar takes for the beginning of `&raw const x`, and `str![…]`,
// the macro of snapshot tests, whose name is a type to it.
void rename_rust_words(std::string_view text, std::string& out) {
  for (const std::string_view words : {"&raw", "str!["}) {
    for (std::size_t at = text.find(words); at != std::string_view::npos;
         at = text.find(words, at + words.size())) {
      const std::string_view rest = text.substr(at + words.size());
      const bool address =
          words.starts_with('&') && (rest.starts_with(" const ") || rest.starts_with(" mut "));
      const bool longer =
          words.starts_with('&') ? !rest.empty() && is_word(rest.front()) : !stands_alone(text, at);
      if (address || longer) continue;
      if (out.empty()) out = text;
      out[at + 2] = '_';
    }
  }
}

// `unsafe extern "C" {`: the grammar knows `extern "C" {`, and no `safe` inside.
std::optional<std::string> plainer_rust(std::string_view text) {
  std::string out;
  for (const std::string_view words :
       {"unsafe extern \"", "unsafe extern {", "safe fn ", "safe static "}) {
    for (std::size_t at = text.find(words); at != std::string_view::npos;
         at = text.find(words, at + words.size())) {
      // `unsafe extern "C" fn` is a function, and known.
      const std::string_view line = text.substr(at, text.find('\n', at) - at);
      const bool outer = words.starts_with("unsafe");
      const bool block = !outer || (contains(line, "{") && !contains(line, " fn"));
      if (!stands_alone(text, at) || !block) continue;
      if (out.empty()) out = text;
      blank(out, at, words.find(' '));
    }
  }
  rename_rust_words(text, out);
  if (out.empty()) return std::nullopt;
  return out;
}

// Where the expansion or substitution that begins at a `$` ends.
std::size_t end_of_expansion(std::string_view text, std::size_t at, std::size_t limit) {
  std::size_t end = at + 1;
  if (end >= limit) return limit;
  if (text[end] != '{' && text[end] != '(') {
    while (end < limit && is_word(text[end])) ++end;
    return end;
  }
  int depth = 0;
  for (; end < limit; ++end) {
    if (text[end] == '{' || text[end] == '(') ++depth;
    if ((text[end] == '}' || text[end] == ')') && --depth == 0) return end + 1;
  }
  return limit;
}

// `for each do`: the grammar wants the semicolon that POSIX leaves out.
void end_bare_loop_heads(std::string_view text, std::string& out) {
  constexpr std::string_view kFor = "for ";
  for (std::size_t at = text.find(kFor); at != std::string_view::npos;
       at = text.find(kFor, at + kFor.size())) {
    std::size_t end = at + kFor.size();
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view rest = text.substr(end, 5);
    const bool bare = rest.starts_with(" do") && (rest.size() == 3 || is_space(rest[3]));
    if (!bare || end == at + kFor.size() || !stands_alone(text, at)) continue;
    if (out.empty()) out = text;
    out[end] = ';';
  }
}

// Where the quote that opens there closes; npos where an escape or the line's end comes first.
std::size_t end_of_quote(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_first_of("\"\\\n", at + 1);
  return end < text.size() && text[end] == '"' ? end : std::string_view::npos;
}

// `*"a b"*"c"*)`: the grammar knows one quote in a pattern of a case, and not several.
void join_quotes_of_pattern(std::string_view text, std::size_t begin, std::string& out) {
  std::vector<std::pair<std::size_t, std::size_t>> quotes;
  std::size_t at = begin;
  for (; at < text.size() && text[at] != ')' && text[at] != '|'; ++at) {
    if (text[at] == '"') {
      const std::size_t end = end_of_quote(text, at);
      if (end == std::string_view::npos) return;
      quotes.emplace_back(at, end + 1 - at);
      at = end;
    } else if (!is_word(text[at]) && !contains("*?.:/=,@%+-", text.substr(at, 1))) {
      return;
    }
  }
  if (at >= text.size() || quotes.size() < 2) return;
  if (out.empty()) out = text;
  for (const auto& [first, size] : quotes) blank(out, first, size, '_');
}

void join_quotes_of_patterns(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::size_t begin = text.find_first_not_of(" \t", at);
    if (begin == std::string_view::npos) return;
    if (text[begin] == '*' || text[begin] == '"') join_quotes_of_pattern(text, begin, out);
    if (text.find('\n', at) == std::string_view::npos) return;
  }
}

// Where the line that ends a here document begins; npos where none does, as behind a shift.
std::size_t end_of_here(std::string_view text, std::size_t at, std::string_view word) {
  while (at < text.size()) {
    const std::size_t begin = std::min(text.find_first_not_of('\t', at), text.size());
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (begin <= end && trim_end(text.substr(begin, end - begin)) == word) return begin;
    at = end + 1;
  }
  return std::string_view::npos;
}

// `a=$(cat <<END`: quotes and brackets of such a here document are text, and the grammar of a
// substitution pairs them.
void mask_substituted_documents(std::string_view text, std::string& out) {
  constexpr std::size_t kOpeningMax = 120;
  for (std::size_t at = text.find("<<"); at != std::string_view::npos;
       at = text.find("<<", at + 2)) {
    const std::size_t from = at - std::min(at, kOpeningMax);
    const std::size_t opening = text.substr(from, at - from).rfind("$(");
    if (opening == std::string_view::npos ||
        contains(text.substr(from + opening, at - from - opening), ")")) {
      continue;
    }
    std::size_t begin = at + 2;
    if (begin < text.size() && text[begin] == '-') ++begin;
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string mark(text.substr(begin, end - begin));
    const std::size_t body = text.find('\n', end);
    if (mark.empty() || body == std::string_view::npos) continue;
    const std::size_t close = end_of_here(text, body + 1, mark);
    if (close == std::string_view::npos) continue;
    if (out.empty()) out = text;
    for (std::size_t i = body; i < close; ++i) {
      if (contains("'\"()`", text.substr(i, 1))) out[i] = '_';
    }
    at = close;
  }
}

// `<<SH`: the grammar takes a line that begins with the word, as `SHIM=1`, for the end.
void veil_false_ends(std::string_view text, std::string& out) {
  for (std::size_t at = text.find("<<"); at != std::string_view::npos; at = text.find("<<", at)) {
    const std::size_t first = std::min(text.find_first_not_of('<', at), text.size());
    const bool here = first - at == 2;
    at = std::min(text.find_first_not_of("-'\"\\ ", first), text.size());
    std::size_t begin = at;
    while (at < text.size() && is_word(text[at])) ++at;
    const std::string_view word = text.substr(begin, at - begin);
    const std::size_t next = text.find('\n', at);
    if (next == std::string_view::npos) return;
    const std::size_t end = end_of_here(text, next + 1, word);
    if (!here || word.empty() || is_digit(word.front()) || end == std::string_view::npos) continue;
    for (begin = next; begin < end; begin = text.find('\n', begin + 1)) {
      const std::size_t line = std::min(text.find_first_not_of('\t', begin + 1), end);
      if (line == end || !text.substr(line).starts_with(word)) continue;
      if (out.empty()) out = text;
      blank(out, line, 1, '_');
    }
    at = end;
  }
}

// `line` and `rows[1]` of `${line:` and `${rows[1]:`, which end at the colon.
bool is_sliced_name(std::string_view name) {
  std::size_t end = 0;
  while (end < name.size() && (is_word(name[end]) || contains("@*", name.substr(end, 1)))) ++end;
  const std::string_view place = name.substr(end);
  return end > 0 && (place.empty() || (place.front() == '[' && place.back() == ']'));
}

// `${line:$i:1}`: the grammar takes a name as the first place, and no expansion without brackets.
void bare_first_places(std::string_view text, std::string& out) {
  for (std::size_t at = text.find(":$"); at != std::string_view::npos;
       at = text.find(":$", at + 2)) {
    const std::string_view before = text.substr(0, at).substr(at - std::min(at, kSliceMax));
    const std::size_t open = before.rfind("${");
    const char next = at + 2 < text.size() ? text[at + 2] : '\n';
    if (open == std::string_view::npos || !(is_word(next) || next == '#')) continue;
    if (!is_sliced_name(before.substr(open + 2))) continue;
    if (out.empty()) out = text;
    out[at + 1] = ' ';
    if (next == '#') out[at + 2] = '0';
  }
}

// `exec 3<>/dev/tcp/127.0.0.1/80`: open for both.
void open_one_way(std::string_view text, std::string& out) {
  constexpr std::string_view kBoth = "<>";
  for (auto at = text.find(kBoth); at != std::string_view::npos; at = text.find(kBoth, at + 2)) {
    if (at == 0 || !(is_digit(text[at - 1]) || text[at - 1] == ' ' || text[at - 1] == '}'))
      continue;
    if (out.empty()) out = text;
    out[at + 1] = ' ';
  }
}

// `${a[@]:$i:$n}`: the grammar takes names there, and no expansions.
std::optional<std::string> plainer_bash(std::string_view text) {
  std::string out;
  end_bare_loop_heads(text, out);
  mask_substituted_documents(text, out);
  join_quotes_of_patterns(text, out);
  veil_false_ends(text, out);
  bare_first_places(text, out);
  open_one_way(text, out);
  for (const std::string_view mark : {"[@]:", "[*]:", "{@:", "{*:"}) {
    for (std::size_t at = text.find(mark); at != std::string_view::npos;
         at = text.find(mark, at + mark.size())) {
      const std::size_t limit = std::min(text.size(), at + kSliceMax);
      for (std::size_t i = at + mark.size(); i < limit && text[i] != '}' && text[i] != '\n';) {
        if (text[i] != '$') {
          ++i;
          continue;
        }
        const std::size_t end = end_of_expansion(text, i, limit);
        if (out.empty()) out = text;
        blank(out, i, end - i, '_');
        i = end;
      }
    }
  }
  if (out.empty()) return std::nullopt;
  return out;
}

// `export type * from "./types"`, which is newer than the grammar.
void widen_type_exports(std::string_view text, std::string& out) {
  constexpr std::string_view kStar = "export type *";
  for (std::size_t at = text.find(kStar); at != std::string_view::npos;
       at = text.find(kStar, at + kStar.size())) {
    if (!stands_alone(text, at)) continue;
    if (out.empty()) out = text;
    blank(out, at + 7, 4);
  }
}

// A signature of a type that begins with `<`, below one that ends without a sign: to the grammar it
// would go on with the one above.
void part_call_signatures(std::string_view text, std::string& out) {
  for (std::size_t row = text.find('\n'); row != std::string_view::npos;
       row = text.find('\n', row + 1)) {
    const std::size_t sign = text.find_first_not_of(" \t", row + 1);
    if (sign == std::string_view::npos) return;
    const std::string_view above = trim_end(text.substr(0, row));
    if (text[sign] != '<' || sign == row + 1 || above.empty()) continue;
    const char end = above.back();
    const char next = sign + 1 < text.size() ? text[sign + 1] : ' ';
    const bool ends_type = is_word(end) || end == '>' || end == ']' || end == '}' || end == ')';
    if (!ends_type || !(is_upper(next) || next == '\n')) continue;
    if (out.empty()) out = text;
    out[sign - 1] = ';';
  }
}

// `f<typeof import("x")>(y,)`: the grammar takes it for a comparison, which has no such comma.
void name_module_types(std::string_view text, std::string& out) {
  constexpr std::string_view kType = "<typeof import(";
  for (std::size_t at = text.find(kType); at != std::string_view::npos;
       at = text.find(kType, at + kType.size())) {
    const std::size_t close = text.find_first_of(")\n", at + kType.size());
    if (close == std::string_view::npos || !text.substr(close).starts_with(")>")) continue;
    if (out.empty()) out = text;
    blank(out, at + 1, close - at, '_');
  }
}

// `import("vue").DefineComponent<…>` in a type: the name alone says the same to the grammar.
std::optional<std::string> plainer_typescript(Language language, std::string_view text) {
  std::string out;
  widen_type_exports(text, out);
  name_module_types(text, out);
  // Elements of JSX begin so, too.
  if (language == Language::typescript) part_call_signatures(text, out);
  constexpr std::string_view kImport = "import(";
  for (std::size_t at = text.find(kImport); at != std::string_view::npos;
       at = text.find(kImport, at + kImport.size())) {
    const std::string_view rest = text.substr(at, kModuleMax);
    const std::size_t close = rest.find(").");
    if (!stands_alone(text, at) || close == std::string_view::npos ||
        contains(rest.substr(0, close), "\n")) {
      continue;
    }
    std::size_t end = close + 2;
    if (end >= rest.size() || !is_upper(rest[end])) continue;
    while (end < rest.size() && is_word(rest[end])) ++end;
    if (end >= rest.size() || rest[end] != '<') continue;
    if (out.empty()) out = text;
    blank(out, at, close + 2);
  }
  if (out.empty()) return std::nullopt;
  return out;
}

// `<label class="a" for={b}>`: words of the language are names of attributes, too. Nowhere else
// does a sign of equality with a value stand behind one of these.
void name_attributes(std::string_view text, std::string& out) {
  static constexpr auto kReserved =
      fixed_words("case", "class", "const", "delete", "do", "enum", "for", "if", "in", "new",
                  "switch", "var", "void", "with");
  if (!contains(text, "</") && !contains(text, "/>")) return;
  for (auto at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    if (at + 1 == text.size() || !contains("{\"'", text.substr(at + 1, 1))) continue;
    std::size_t begin = at;
    while (begin > 0 && is_lower(text[begin - 1])) --begin;
    if (begin == 0 || !is_space(text[begin - 1])) continue;
    if (!among(kReserved, text.substr(begin, at - begin))) continue;
    if (out.empty()) out = text;
    out[begin] = '_';
  }
}

// `import a from "./a.json" assert {type: "json"}`: what came before `with`.
std::optional<std::string> plainer_script(std::string_view text) {
  constexpr std::string_view kAssert = " assert {";
  constexpr std::string_view kOther = " with   {";
  std::string out;
  name_attributes(text, out);
  for (std::size_t at = text.find(kAssert); at != std::string_view::npos;
       at = text.find(kAssert, at + kAssert.size())) {
    const std::size_t begin = text.rfind('\n', at) + 1;
    const std::string_view line = text.substr(begin, at - begin);
    const bool module = line.starts_with("import ") || line.starts_with("export ");
    if (!module || !contains("\"'", trim_end(line).substr(trim_end(line).size() - 1))) continue;
    if (out.empty()) out = text;
    std::copy(kOther.begin(), kOther.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
  }
  if (out.empty()) return std::nullopt;
  return out;
}

// A remark further to the left, between a decorator and what it decorates: the language does not
// look at its column, the grammar does.
std::optional<std::string> plainer_python(std::string_view text) {
  std::string out;
  std::size_t decorator = std::string_view::npos;  // its column
  for (std::size_t row = 0; row < text.size();) {
    const std::size_t end = std::min(text.find('\n', row), text.size());
    const std::size_t first = std::min(text.find_first_not_of(" \t", row), end);
    const char sign = first < end ? text[first] : '\n';
    if (sign == '@') {
      decorator = first - row;
    } else if (sign == '#' && decorator != std::string_view::npos && first - row < decorator) {
      if (out.empty()) out = text;
      blank(out, first, end - first);
    } else if (sign != '\n' && sign != '#') {
      decorator = std::string_view::npos;
    }
    row = end + 1;
  }
  if (out.empty()) return std::nullopt;
  return out;
}

std::string_view text_of_directive(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('#')) return {};
  return trim(line.substr(1));
}

// Whether it opens a part that no compiler reads: `#if 0`.
bool opens_left_out(std::string_view directive) {
  if (!directive.starts_with("if ")) return false;
  const std::string_view asked = trim(directive.substr(3));
  return asked == "0" || asked.starts_with("0 /") || asked.starts_with("0//");
}

// What is below `#if 0` is no code, up to the `#else` or `#endif` of it.
void blank_left_out(std::string_view text, std::string& out) {
  if (!contains(text, "if 0")) return;
  std::size_t depth = 0;  // of conditions below the `#if 0`, itself included; 0: outside
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view directive = text_of_directive(text.substr(at, end - at));
    if (depth == 0) {
      depth = opens_left_out(directive) ? 1 : 0;
    } else {
      if (directive.starts_with("if")) ++depth;
      if (directive.starts_with("endif")) --depth;
      if (depth == 1 && directive.starts_with("el")) depth = 0;
      if (depth > 0) {
        if (out.empty()) out = text;
        blank(out, at, end - at);
      }
    }
    at = end + 1;
  }
}

std::optional<std::string> plainer_c(std::string_view text) {
  std::string out;
  blank_left_out(text, out);
  if (auto plainer = without_declared_arguments(out.empty() ? text : out)) return plainer;
  if (out.empty()) return std::nullopt;
  return out;
}

// `f(a,\n  &\n)`: the block that is handed on stands before the bracket.
std::optional<std::string> plainer_ruby(std::string_view text) {
  std::string out;
  for (auto at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
    if (next == std::string_view::npos || text[next] != ')' || next == at + 1) continue;
    if (!contains(text.substr(at, next - at), "\n") || !is_space(text[next - 1])) continue;
    if (text[next - 1] == '\n') continue;
    if (out.empty()) out = text;
    out[at] = ' ';
    out[next - 1] = '&';
  }
  if (out.empty()) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::string> plainer_text(Language language, std::string_view text) {
  switch (language) {
    case Language::c:
    case Language::cpp: return plainer_c(text);
    case Language::rust: return plainer_rust(text);
    case Language::bash: return plainer_bash(text);
    case Language::python: return plainer_python(text);
    case Language::ruby: return plainer_ruby(text);
    case Language::javascript: return plainer_script(text);
    case Language::typescript:
    case Language::tsx: return plainer_typescript(language, text);
    default: return std::nullopt;
  }
}

}  // namespace pawl::syntax
