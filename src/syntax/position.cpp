#include "syntax/position.hpp"

#include <algorithm>

namespace pawl::syntax {
namespace {

bool is_lead_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

Diagnostic diagnostic_at(std::string_view text, std::size_t offset, std::size_t row,
                         std::string message) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const auto column = std::count_if(line.begin(), line.end(), is_lead_byte);
  return {static_cast<int>(row) + 1, static_cast<int>(column) + 1, std::move(message)};
}

Diagnostic diagnostic_at(std::string_view text, std::size_t offset, std::string message) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto row = std::count(before.begin(), before.end(), '\n');
  return diagnostic_at(text, offset, static_cast<std::size_t>(row), std::move(message));
}

}  // namespace pawl::syntax
