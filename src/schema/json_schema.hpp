// JSON Schema validation: drafts 4, 6, 7, 2019-09 and 2020-12, by the schema's own `$schema`
// (docs/adr/0011-json-schema.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"

namespace pawl::schema {

struct Violation {
  std::string where;    // `tasks[0].subtasks[2].action`, or `<root>`
  std::string message;  // what the schema asks there
  // What is at fault, as a JSON Pointer (`/tasks/0/id`): the value, or the key that is unknown.
  std::string pointer = {};
  std::string keyword = {};  // `type`, `required` …: the word of the schema that says so
  bool operator==(const Violation&) const = default;
};

struct Options {
  // The schema's own address: `$ref`s to other documents are resolved against it.
  std::string uri = {};
  // Finds the document of an address (without its fragment); nothing when there is none.
  std::function<std::optional<Json>(const std::string& uri)> document = nullptr;
  // Of a lenient schema, what is broken (a word of a wrong shape, a `$ref` to nowhere, a pattern
  // that cannot run) judges nothing; otherwise it is an error.
  bool lenient = false;
};

class JsonSchema {
 public:
  // Fails with Errc::invalid when the schema itself is broken. `format` is not asserted. A schema
  // without `$schema` is one of draft 7.
  static Result<JsonSchema> compile(const Json& schema, const Options& options = {});

  // All violations, outermost first, at most 50; empty means valid. Where a value must fit one of
  // several schemas and fits none, those of the one that it comes nearest to. Errc::timeout when it
  // could not be judged within the limits: then it is neither valid nor invalid.
  Result<std::vector<Violation>> violations(const Json& value) const;

  JsonSchema(JsonSchema&&) noexcept;
  JsonSchema& operator=(JsonSchema&&) noexcept;
  ~JsonSchema();

 private:
  struct State;
  explicit JsonSchema(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pawl::schema
