#include "base/json_schema.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "base/text.hpp"

namespace pawl {
namespace {

constexpr std::size_t kViolationsMax = 50;

nlohmann::json to_nlohmann(const Json& value) {
  if (value.is_bool()) return value.bool_or(false);
  if (value.is_int()) return value.int_or(0);
  if (value.is_number()) return value.number_or(0);
  if (value.is_string()) return std::string(value.text());
  if (value.is_array()) {
    nlohmann::json out = nlohmann::json::array();
    for (const Json& item : value.items()) out.push_back(to_nlohmann(item));
    return out;
  }
  if (value.is_object()) {
    nlohmann::json out = nlohmann::json::object();
    for (const auto& [key, member] : value.members()) out[key] = to_nlohmann(member);
    return out;
  }
  return nullptr;
}

// valijson gives `<root>`, `[tasks]`, `[0]`, …; people read `tasks[0]`.
std::string readable(const std::vector<std::string>& context) {
  std::string out;
  for (const std::string& part : context) {
    if (part == "<root>" || part.size() < 2) continue;
    const std::string inner = part.substr(1, part.size() - 2);
    if (parse_int(inner)) {
      out += "[" + inner + "]";
    } else {
      out += (out.empty() ? "" : ".") + inner;
    }
  }
  return out.empty() ? "<root>" : out;
}

}  // namespace

struct JsonSchema::State {
  valijson::Schema schema;
};

JsonSchema::JsonSchema(std::unique_ptr<State> state) : state_(std::move(state)) {}
JsonSchema::JsonSchema(JsonSchema&&) noexcept = default;
JsonSchema& JsonSchema::operator=(JsonSchema&&) noexcept = default;
JsonSchema::~JsonSchema() = default;

Result<JsonSchema> JsonSchema::compile(const Json& schema) {
  auto state = std::make_unique<State>();
  const nlohmann::json document = to_nlohmann(schema);
  try {
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(document), state->schema);
  } catch (const std::exception& error) {
    return fail(Errc::invalid, std::string("broken JSON Schema: ") + error.what());
  }
  return JsonSchema(std::move(state));
}

std::vector<SchemaViolation> JsonSchema::violations(const Json& value) const {
  const nlohmann::json document = to_nlohmann(value);
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  valijson::ValidationResults results;
  std::vector<SchemaViolation> out;
  if (validator.validate(state_->schema, valijson::adapters::NlohmannJsonAdapter(document),
                         &results)) {
    return out;
  }
  valijson::ValidationResults::Error error;
  while (results.popError(error) && out.size() < kViolationsMax) {
    out.push_back({readable(error.context), error.description});
  }
  return out;
}

}  // namespace pawl
