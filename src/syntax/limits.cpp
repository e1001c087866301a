#include "syntax/limits.hpp"

#include "syntax/grammar.hpp"

namespace pawl::syntax {

std::optional<std::string> unreadable(const Kind& kind, std::string_view text) {
  if (kind.format == Format::other) return std::nullopt;
  if (kind.format == Format::markdown) return unreadable_markdown(text);
  if (text.size() > kReadableBytesMax) return "larger than 4 MiB, which is not parsed";
  if (!kind.language || parse_tree(*kind.language, text)) return std::nullopt;
  return "costs the parser more than any usual text of its size";
}

}  // namespace pawl::syntax
