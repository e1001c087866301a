#include "config/file.hpp"

#include <optional>

#include "syntax/data/data.hpp"

namespace pawl::config {
namespace {

void flatten(const Json& value, const std::string& prefix, FileValues& out) {
  for (const auto& [name, member] : value.members()) {
    const std::string key = prefix.empty() ? name : prefix + "." + name;
    if (member.is_object() && member.size() > 0) {
      flatten(member, key, out);
    } else if (!member.is_object()) {
      out.emplace(key, member);
    }
  }
}

}  // namespace

Result<FileValues> parse_file(const std::string& path, std::string_view text) {
  TRY_ASSIGN(const Json table, syntax::parse_toml(text).during(path));
  FileValues values;
  flatten(table, "", values);
  return values;
}

std::optional<std::string> scalar_text(const Json& value) {
  if (value.is_string()) return std::string(value.text());
  if (value.is_bool() || value.is_number()) return value.dump();
  return std::nullopt;
}

}  // namespace pawl::config
