#include "guards/code/spellings.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// `parse`, `line` of `parseLine` and of `parse_line`, in small letters.
std::vector<std::string> humps_of(std::string_view name) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '_') {
      if (!out.empty() && !out.back().empty()) out.emplace_back();
      continue;
    }
    const bool hump = is_upper(c) && i > 0 && !is_upper(name[i - 1]) && name[i - 1] != '_';
    if (out.empty() || hump) out.emplace_back();
    out.back() += lower(std::string_view(&c, 1));
  }
  if (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

}  // namespace

std::vector<std::string> other_spellings(std::string_view name) {
  const std::vector<std::string> humps = humps_of(name);
  if (humps.empty()) return {};
  std::string snake;
  std::string camel;
  std::string pascal;
  for (const std::string& hump : humps) {
    if (!snake.empty()) snake += '_';
    snake += hump;
    std::string capital = hump;
    capital.front() = to_upper(capital.front());
    pascal += capital;
    camel += camel.empty() ? hump : capital;
  }
  std::vector<std::string> out = {snake, camel, pascal, lower(pascal), upper(snake)};
  std::string flipped(name);
  flipped.front() =
      is_upper(name.front()) ? lower(name.substr(0, 1)).front() : to_upper(name.front());
  out.push_back(std::move(flipped));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::erase(out, name);
  return out;
}

}  // namespace pawl::guards
