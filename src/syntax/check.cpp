#include "syntax/check.hpp"

#include "syntax/code_check.hpp"
#include "syntax/data/ini_reader.hpp"
#include "syntax/data/json_check.hpp"
#include "syntax/data/toml_reader.hpp"
#include "syntax/data/yaml_reader.hpp"
#include "syntax/limits.hpp"

namespace pawl::syntax {
namespace {

std::vector<Diagnostic> check_toml(std::string_view text) {
  const auto read = read_toml(text);
  if (const auto* fault = std::get_if<Diagnostic>(&read)) return {*fault};
  return {};
}

}  // namespace

std::vector<Diagnostic> check(const Kind& kind, std::string_view text) {
  if (kind.format == Format::markdown) return {};
  if (auto why = unreadable(kind, text)) return {{1, 1, *std::move(why)}};
  switch (kind.format) {
    case Format::code:
      return kind.language ? check_code(*kind.language, text) : std::vector<Diagnostic>();
    case Format::json: return check_json(text);
    case Format::jsonc: return check_jsonc(text);
    case Format::yaml: return read_yaml(text, Aliases::ignore).faults;
    case Format::toml: return check_toml(text);
    case Format::ini: return read_ini(text).faults;
    case Format::markdown:
    case Format::other: return {};
  }
  return {};
}

}  // namespace pawl::syntax
