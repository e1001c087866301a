#include "schema/json_schema.hpp"

#include <algorithm>

#include "schema/compiler.hpp"
#include "schema/evaluator.hpp"
#include "schema/library.hpp"

namespace pawl::schema {
namespace {

constexpr std::size_t kViolationsMax = 50;

}  // namespace

struct JsonSchema::State {
  State(const Json& root, Options given) : options(std::move(given)), library(root, options) {}

  Options options;
  Library library;
  Compiled compiled;
};

JsonSchema::JsonSchema(std::unique_ptr<State> state) : state_(std::move(state)) {}
JsonSchema::JsonSchema(JsonSchema&&) noexcept = default;
JsonSchema& JsonSchema::operator=(JsonSchema&&) noexcept = default;
JsonSchema::~JsonSchema() = default;

Result<JsonSchema> JsonSchema::compile(const Json& schema, const Options& options) {
  if (!schema.is_object() && !schema.is_bool()) {
    return fail(Errc::invalid, "broken JSON Schema: it must be an object or a boolean, not " +
                                   std::string(schema.type_name()));
  }
  auto state = std::make_unique<State>(schema, options);
  TRY_ASSIGN(state->compiled, schema::compile(state->library, options.lenient));
  // The caller's way to documents may end with this call.
  state->options.document = nullptr;
  return JsonSchema(std::move(state));
}

Result<std::vector<Violation>> JsonSchema::violations(const Json& value) const {
  TRY_ASSIGN(std::vector<Violation> found, evaluate(state_->compiled, value));
  std::vector<Violation> out;
  for (Violation& each : found) {
    if (out.size() >= kViolationsMax) break;
    if (std::find(out.begin(), out.end(), each) == out.end()) out.push_back(std::move(each));
  }
  return out;
}

}  // namespace pawl::schema
