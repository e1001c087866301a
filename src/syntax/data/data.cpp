#include "syntax/data/data.hpp"

#include "syntax/data/ini_reader.hpp"
#include "syntax/data/json_check.hpp"
#include "syntax/data/toml_reader.hpp"
#include "syntax/data/yaml_reader.hpp"
#include "syntax/limits.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

Error not_valid(std::string_view format, const Diagnostic& fault) {
  return fail(Errc::invalid, "not " + std::string(format) + ": at line " +
                                 std::to_string(fault.line) + ", column " +
                                 std::to_string(fault.column) + ": " + fault.message);
}

Status check_size(std::string_view text) {
  if (text.size() <= kReadableBytesMax) return Done{};
  return fail(Errc::invalid, "larger than 4 MiB, which is not parsed");
}

}  // namespace

Result<Json> parse_jsonc(std::string_view text) {
  TRY(check_size(text));
  text = without_byte_order_mark(text);
  return Json::parse(without_comments(text));
}

Result<Json> parse_toml(std::string_view text) {
  TRY(check_size(text));
  auto read = read_toml(text);
  if (const auto* fault = std::get_if<Diagnostic>(&read)) return not_valid("TOML", *fault);
  return std::get<Json>(std::move(read));
}

Result<std::vector<Json>> parse_yaml(std::string_view text) {
  TRY(check_size(text));
  YamlStream stream = read_yaml(text, Aliases::expand);
  if (!stream.faults.empty()) return not_valid("YAML", stream.faults.front());
  return std::move(stream.documents);
}

Result<Json> parse_ini(std::string_view text) {
  TRY(check_size(text));
  IniFile file = read_ini(text);
  if (!file.faults.empty()) return not_valid("INI", file.faults.front());
  return std::move(file.sections);
}

}  // namespace pawl::syntax
