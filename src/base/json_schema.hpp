// JSON Schema validation (draft 7 and what it shares with drafts 4 and 6), on valijson.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"

namespace pawl {

struct SchemaViolation {
  std::string where;    // `tasks[0].subtasks[2].action`, or `<root>`
  std::string message;  // what the schema asks there
  bool operator==(const SchemaViolation&) const = default;
};

class JsonSchema {
 public:
  // Fails with Errc::invalid when the schema itself is broken. `$ref` outside the document is
  // refused; `format` is not asserted.
  static Result<JsonSchema> compile(const Json& schema);

  // All violations, outermost first, at most 50; empty means valid.
  std::vector<SchemaViolation> violations(const Json& value) const;

  JsonSchema(JsonSchema&&) noexcept;
  JsonSchema& operator=(JsonSchema&&) noexcept;
  ~JsonSchema();

 private:
  struct State;
  explicit JsonSchema(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pawl
