#include "syntax/check.hpp"

#include "syntax/code_check.hpp"

namespace pawl::syntax {

std::vector<Diagnostic> check(const Kind& kind, std::string_view text) {
  switch (kind.format) {
    case Format::code:
      return kind.language ? check_code(*kind.language, text) : std::vector<Diagnostic>();
    case Format::json:
    case Format::jsonc:
    case Format::yaml:
    case Format::toml:
    case Format::ini:
    case Format::markdown:
    case Format::other: return {};
  }
  return {};
}

}  // namespace pawl::syntax
