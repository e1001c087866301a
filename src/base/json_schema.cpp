#include "base/json_schema.hpp"

#include <algorithm>
#include <cmath>

// Without this word valijson ends the program where it could throw.
#define VALIJSON_USE_EXCEPTIONS 1
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "base/schema_circles.hpp"
#include "base/text.hpp"

namespace pawl {
namespace {

constexpr std::size_t kViolationsMax = 50;
constexpr std::size_t kFoundMax = 2'000;

struct Found {
  std::size_t depth = 0;
  SchemaViolation violation;
};

// valijson says of every value around a bad one that it holds a bad one.
bool is_echo(const SchemaViolation& violation) {
  const std::string_view message = violation.message;
  return message.starts_with("Failed to validate item #") ||
         message.starts_with("Failed to validate against schema associated with property");
}

// 1.0 is an integer for JSON Schema.
nlohmann::json whole_or_real(double value) {
  constexpr double kExactMax = 9007199254740992.0;
  const bool whole = std::abs(value) <= kExactMax && std::trunc(value) == value;
  if (whole) return static_cast<std::int64_t>(value);
  return value;
}

nlohmann::json to_nlohmann(const Json& value) {
  if (value.is_bool()) return value.bool_or(false);
  if (value.is_int()) return value.int_or(0);
  if (value.is_number()) return whole_or_real(value.number_or(0));
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
  if (has_circle(schema)) {
    return fail(Errc::invalid, "broken JSON Schema: a $ref leads back to itself");
  }
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
  try {
    if (validator.validate(state_->schema, valijson::adapters::NlohmannJsonAdapter(document),
                           &results)) {
      return out;
    }
  } catch (const std::exception& error) {
    // A pattern is compiled at its first use; one that std::regex cannot run judges nothing.
    out.push_back({"<root>", std::string("the schema cannot be applied: ") + error.what()});
    return out;
  }
  std::vector<Found> found;
  valijson::ValidationResults::Error error;
  while (results.popError(error) && found.size() < kFoundMax) {
    found.push_back({error.context.size(), {readable(error.context), error.description}});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.depth < b.depth; });
  for (Found& each : found) {
    if (!is_echo(each.violation) && out.size() < kViolationsMax) {
      out.push_back(std::move(each.violation));
    }
  }
  // Of some rules (`false`, `if`) valijson only says that they were broken, or not even that.
  if (out.empty() && found.empty()) out.push_back({"<root>", "does not match the schema"});
  if (out.empty()) out.push_back(std::move(found.back().violation));
  return out;
}

}  // namespace pawl
