#include "repo/checks/tool_output.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

// Takes digits and what follows them off the front: `12:` gives 12.
int take_number(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && n < 9 && is_digit(text[n])) ++n;
  const int value = n == 0 ? 0 : static_cast<int>(parse_int(text.substr(0, n)).value_or(0));
  text.remove_prefix(n);
  return value;
}

bool is_path(std::string_view text) {
  const bool odd = text.find_first_of(" \t\"'<>|*?()[]") != std::string_view::npos;
  const bool whole = text.find_first_of("./") != std::string_view::npos;
  return !text.empty() && text.size() < 512 && !odd && whole && !contains(text, "://");
}

std::optional<Diagnostic> colon_error(std::string_view line) {
  // The colon before the line number: the first one with a digit behind.
  auto colon = line.find(':');
  while (colon != std::string_view::npos &&
         (colon + 1 >= line.size() || !is_digit(line[colon + 1]))) {
    colon = line.find(':', colon + 1);
  }
  if (colon == std::string_view::npos || !is_path(line.substr(0, colon))) return {};
  Diagnostic found;
  found.path = line.substr(0, colon);
  std::string_view rest = line.substr(colon + 1);
  found.line = take_number(rest);
  if (rest.starts_with(':') && rest.size() > 1 && is_digit(rest[1])) {
    rest.remove_prefix(1);
    found.column = take_number(rest);
  }
  if (!rest.starts_with(": ")) return {};
  found.message = trim(rest.substr(2));
  return found.message.empty() ? std::nullopt : std::optional(found);
}

bool is_duration(std::string_view text) {
  text = trim(text);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view unit = trim(text.substr(digits));
  static constexpr auto kUnits = fixed_words("s", "ms", "us", "µs", "ns", "sec", "seconds", "m");
  return digits > 0 && std::find(std::begin(kUnits), std::end(kUnits), unit) != std::end(kUnits);
}

std::string without_addresses(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t end = i;
    if (text.substr(i).starts_with("0x")) {
      end = i + 2;
      while (end < text.size() && is_hex_digit(text[end])) ++end;
    }
    if (end >= i + 6) {
      out += "0x…";
      i = end - 1;
    } else {
      out += text[i];
    }
  }
  return out;
}

// `/tmp/pytest-of-me/pytest-3/x` becomes `/tmp/…`.
std::string without_temporary_paths(std::string_view text) {
  std::string out;
  std::size_t start = 0;
  for (auto at = text.find("/tmp/"); at != std::string_view::npos; at = text.find("/tmp/", start)) {
    out += text.substr(start, at - start);
    out += "/tmp/…";
    start = std::min(text.find_first_of(" \t\"'):,]", at), text.size());
  }
  out += text.substr(start);
  return out;
}

// `goroutine 18`, `thread 12`, `pid 77` lose their numbers.
std::string without_ids(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (i + 1 == text.size() || !is_digit(text[i + 1])) continue;
    const std::string_view before = text.substr(0, i + 1);
    bool id = false;
    for (const std::string_view word : {"goroutine ", "thread ", "pid ", "pid="}) {
      id = id || before.ends_with(word);
    }
    if (!id) continue;
    out += 'N';
    while (i + 1 < text.size() && is_digit(text[i + 1])) ++i;
  }
  return out;
}

}  // namespace

std::vector<Diagnostic> parse_colon_errors(std::string_view text, std::string_view tool) {
  std::vector<Diagnostic> found;
  for (const std::string_view line : split_lines(text)) {
    auto error = colon_error(line);
    if (!error) continue;
    for (const std::string_view word : {"warning:", "note:", "remark:"}) {
      if (error->message.starts_with(word)) error->message.clear();
    }
    for (const std::string_view word : {"fatal error: ", "error: "}) {
      if (error->message.starts_with(word)) error->message.erase(0, word.size());
    }
    if (error->message.empty()) continue;
    error->tool = tool;
    add_once(found, *std::move(error));
  }
  return found;
}

std::vector<Diagnostic> parse_cmake_errors(std::string_view text) {
  std::vector<Diagnostic> found;
  const auto lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    constexpr std::string_view kStart = "CMake Error at ";
    if (!lines[i].starts_with(kStart)) continue;
    std::string_view rest = lines[i].substr(kStart.size());
    const auto colon = rest.find(':');
    if (colon == std::string_view::npos) continue;
    Diagnostic error;
    error.path = rest.substr(0, colon);
    rest.remove_prefix(colon + 1);
    error.line = take_number(rest);
    error.tool = "cmake";
    const auto open = rest.find('(');
    const auto close = rest.find(')');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
      error.code = rest.substr(open + 1, close - open - 1);
    }
    for (std::size_t j = i + 1; j < lines.size() && j < i + 8; ++j) {
      if (trim(lines[j]).empty()) break;
      if (!error.message.empty()) error.message += ' ';
      error.message += trim(lines[j]);
    }
    found.push_back(std::move(error));
  }
  return found;
}

std::vector<Diagnostic> parse_tsc_errors(std::string_view text) {
  std::vector<Diagnostic> found;
  for (const std::string_view line : split_lines(text)) {
    constexpr std::string_view kMark = "error TS";
    const auto mark = line.find(kMark);
    if (mark == std::string_view::npos || (mark > 0 && !line.substr(0, mark).ends_with("): "))) {
      continue;
    }
    Diagnostic error;
    error.tool = "tsc";
    std::string_view rest = line.substr(mark + kMark.size());
    error.code = "TS" + std::to_string(take_number(rest));
    error.message = rest.starts_with(": ") ? rest.substr(2) : rest;
    if (mark > 0) {
      const std::string_view place = line.substr(0, mark - 3);
      const auto bracket = place.rfind('(');
      if (bracket == std::string_view::npos) continue;
      error.path = place.substr(0, bracket);
      std::string_view numbers = place.substr(bracket + 1);
      error.line = take_number(numbers);
      if (numbers.starts_with(',')) numbers.remove_prefix(1);
      error.column = take_number(numbers);
    }
    found.push_back(std::move(error));
  }
  return found;
}

std::string stable_name(std::string_view text) {
  std::string_view name = trim(text);
  if (name.ends_with(')')) {
    const auto open = name.rfind('(');
    if (open != std::string_view::npos &&
        is_duration(name.substr(open + 1, name.size() - open - 2))) {
      name = trim(name.substr(0, open));
    }
  }
  return bounded_name(without_ids(without_temporary_paths(without_addresses(name))));
}

std::string bounded_name(std::string name) {
  constexpr std::size_t kNameBytesMax = 1'024;
  if (name.size() <= kNameBytesMax) return name;
  std::size_t cut = kNameBytesMax;
  while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0U) == 0x80U) --cut;
  return name.substr(0, cut) + "… " + hash_hex(name);
}

void add_once(std::vector<Diagnostic>& list, Diagnostic one) {
  if (list.size() > kDiagnosticsMax) return;
  if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(std::move(one));
}

std::string without_colours(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\x1b' || i + 1 >= text.size() || text[i + 1] != '[') {
      out += text[i];
      continue;
    }
    i += 2;
    while (i < text.size() && !(text[i] >= '@' && text[i] <= '~')) ++i;
  }
  return out;
}

}  // namespace pawl::repo
