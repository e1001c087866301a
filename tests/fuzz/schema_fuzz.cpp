// `{"schema": …, "value": …}`: a schema that compiles judges, twice alike; what is strict enough to
// compile does so leniently, too, and judges no less.
#include <cstdint>
#include <string_view>

#include "base/check.hpp"
#include "base/json.hpp"
#include "schema/json_schema.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto json = pawl::Json::parse({reinterpret_cast<const char*>(data), size});
  if (!json) return 0;
  const pawl::Json& schema = (*json)["schema"];
  const pawl::Json& value = (*json)["value"];
  const auto strict = pawl::schema::JsonSchema::compile(schema);
  const auto lenient = pawl::schema::JsonSchema::compile(schema, {.lenient = true});
  if (!strict) return 0;
  PAWL_CHECK(lenient.ok(), "a schema without a fault does not compile leniently");
  const auto found = strict->violations(value);
  const auto again = strict->violations(value);
  const auto kindly = lenient->violations(value);
  PAWL_CHECK(found.ok() == again.ok() && found.ok() == kindly.ok(), "judged only now and then");
  if (!found) return 0;
  PAWL_CHECK(*found == *again, "the same value is judged in two ways");
  PAWL_CHECK(*found == *kindly, "a schema without a fault judges otherwise leniently");
  return 0;
}
