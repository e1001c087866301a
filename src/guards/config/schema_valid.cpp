// G10: configuration that parses is also what its tool accepts. What the base had wrong already is
// no reason to refuse.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/config/config_schemas.hpp"
#include "guards/config/public_schemas.hpp"
#include "guards/guards.hpp"
#include "schema/uri.hpp"
#include "syntax/data/data.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kViolationsPerFileMax = 6;

// The value of the file; nothing when it does not parse, which is another guard's matter, or when
// it holds nothing.
std::optional<Json> value_of(const ConfigSchema& schema, std::string_view text) {
  auto read = [&]() -> Result<Json> {
    if (schema.format == syntax::DataFormat::json) return syntax::parse_jsonc(text);
    if (schema.format == syntax::DataFormat::toml) return syntax::parse_toml(text);
    TRY_ASSIGN(std::vector<Json> documents, syntax::parse_yaml(text));
    return documents.size() == 1 ? std::move(documents.front()) : Json();
  }();
  if (!read || read->is_null()) return std::nullopt;
  return *std::move(read);
}

// A file named like a Compose file that has no services is something else's.
bool is_of_tool(const ConfigSchema& schema, const RepoPath& path, const Json& value) {
  if (schema.file != "compose.json" || contains(path.name(), "compose.y")) return true;
  return value.has("services");
}

bool counts(const ConfigSchema& schema, const schema::Violation& violation) {
  const bool is_unknown_key = violation.keyword == "additionalProperties";
  if (schema.closed || !is_unknown_key || contains(violation.message, "did you mean")) return true;
  const auto parts = schema::pointer_parts(violation.pointer);
  return !schema.closed_below.empty() && !parts.empty() && parts.front() == schema.closed_below;
}

Result<std::vector<schema::Violation>> violations(const ConfigSchema& schema,
                                                  const schema::JsonSchema& compiled,
                                                  const RepoPath& path, std::string_view text) {
  const auto value = value_of(schema, text);
  if (!value || !is_of_tool(schema, path, *value)) return std::vector<schema::Violation>();
  TRY_ASSIGN(std::vector<schema::Violation> out, compiled.violations(*value));
  std::erase_if(out, [&](const schema::Violation& each) { return !counts(schema, each); });
  return out;
}

// The same for the same fault, also when items were added before it.
std::string identity(const schema::Violation& violation) {
  std::string out;
  bool in_index = false;
  for (const char c : violation.where) {
    if (c == '[') in_index = true;
    if (!in_index) out += c;
    if (c == ']') in_index = false;
  }
  return out + '\n' + violation.message;
}

std::string_view violation_rule(const schema::Violation& violation) {
  if (violation.keyword == "additionalProperties" || violation.keyword == "propertyNames") {
    return "schema/unknown-key";
  }
  return violation.keyword == "required" ? "schema/missing-key" : "schema/wrong-value";
}

int line_of_violation(const ConfigSchema& config, std::string_view text, std::string_view pointer) {
  return syntax::line_of(config.format, text, schema::pointer_parts(pointer));
}

Finding violation_finding(const ConfigSchema& schema, const RepoPath& path, std::string_view text,
                          const schema::Violation& violation) {
  const std::string place = violation.where == "<root>" ? "" : violation.where + ": ";
  return {.rule = std::string(violation_rule(violation)),
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = line_of_violation(schema, text, violation.pointer),
          .message = place + violation.message,
          .feedback = path.text() + " parses, but " + std::string(schema.tool) +
                      " does not accept it: " + place + violation.message +
                      ". Use only keys and values that " + std::string(schema.tool) +
                      " documents."};
}

void check_schema(const git::FileChange& file, const ConfigSchema& schema,
                  const schema::JsonSchema& compiled, Verdict& verdict) {
  const auto now = violations(schema, compiled, file.path, *file.after);
  if (!now) {
    verdict.cannot(file.path.text() + ": " + now.error().message);
    return;
  }
  if (now->empty()) return;
  std::set<std::string> before;
  if (file.before) {
    const auto old = violations(schema, compiled, file.path, *file.before);
    if (!old) {
      verdict.cannot(file.path.text() + " as it was: " + old.error().message);
      return;
    }
    for (const schema::Violation& each : *old) before.insert(identity(each));
  }
  std::size_t noted = 0;
  std::size_t refused = 0;
  for (const schema::Violation& each : *now) {
    const bool is_old = before.count(identity(each)) != 0;
    if (++(is_old ? noted : refused) > kViolationsPerFileMax) continue;
    Finding finding = violation_finding(schema, file.path, *file.after, each);
    if (is_old) {
      verdict.note(std::move(finding));
    } else {
      verdict.refuse(std::move(finding));
    }
  }
}

// A public schema that was fetched stands in for the small one. One that cannot be read is told,
// and the small one does.
Result<schema::JsonSchema> schema_for(const ConfigSchema& config, const Context& context,
                                      Verdict& verdict) {
  const PublicSchema* known = find_public_schema(config.file);
  const auto text = known != nullptr && context.fetched_schema ? context.fetched_schema(config.file)
                                                               : std::nullopt;
  if (!text) return bundled_schema(config.file);
  Result<schema::JsonSchema> schema = compile_public_schema(*known, *text, context.fetched_schema);
  if (schema) return schema;
  verdict.cannot("the public schema " + std::string(config.file) + " is broken (" +
                 schema.error().message + "): `pawl schemas update`, or `pawl schemas clear`");
  return bundled_schema(config.file);
}

}  // namespace

Verdict schema_valid(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.after || looks_binary(*file.after)) continue;
    const auto schema = schema_of(file.path, *file.after);
    if (!schema) continue;
    verdict.applies();
    if (file.before == file.after) continue;
    const auto compiled = schema_for(*schema, context, verdict);
    if (!compiled) {
      verdict.cannot(compiled.error().message);
      continue;
    }
    check_schema(file, *schema, *compiled, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
