// extract_json on arbitrary bytes. The first byte chooses: bit 0 truncated, bit 1 with a schema.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "base/json.hpp"
#include "llm/answers/json_answer.hpp"
#include "llm/answers/json_quotes.hpp"
#include "llm/answers/json_reader.hpp"
#include "schema/json_schema.hpp"

namespace {

using pawl::Json;

const pawl::schema::JsonSchema& schema() {
  static const auto kSchema = pawl::schema::JsonSchema::compile(*Json::parse(
      R"({"type":"object","required":["a"],"properties":{"a":{"type":["string","integer"]}}})"));
  return *kSchema;
}

void check_same(const pawl::Result<pawl::llm::Extracted>& got, const Json& want) {
  PAWL_CHECK(got.ok(), "valid JSON was refused");
  PAWL_CHECK(got->value.dump() == want.dump(), "valid JSON came out changed");
}

// Valid JSON comes out as it went in, bare and wrapped.
void check_valid(std::string_view text, bool truncated, const Json& want) {
  const auto bare = pawl::llm::extract_json(text, truncated);
  check_same(bare, want);
  PAWL_CHECK(bare->steps.empty(), "valid JSON was mended");
  if (!want.is_object() && !want.is_array()) return;
  const std::string inside(text);
  check_same(pawl::llm::extract_json("```json\n" + inside + "\n```\n", truncated), want);
  check_same(pawl::llm::extract_json("It's this: " + inside + "\nDone.", truncated), want);
  check_same(pawl::llm::extract_json("<think>{\"a\": [</think>" + inside, truncated), want);
}

void check_strict_reading(std::string_view text, bool valid) {
  const auto reading = pawl::llm::read_json(text, 0, {});
  const bool whole = reading.found && pawl::llm::past_blanks(text, reading.end) == text.size();
  // Json::parse also refuses what is not UTF-8, which extract_json has dealt with before.
  PAWL_CHECK(!valid || whole, "strict reading refuses valid JSON");
  PAWL_CHECK(reading.mends.empty(), "strict reading mends");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool truncated = (data[0] & 1U) != 0;
  const bool with_schema = (data[0] & 2U) != 0;
  std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  // Json::parse passes over a byte order mark; here it would only count as a step.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());

  const auto valid = Json::parse(text);
  check_strict_reading(text, valid.ok());
  if (valid) check_valid(text, truncated, *valid);

  const auto got = pawl::llm::extract_json(text, truncated, with_schema ? &schema() : nullptr);
  if (!got) return 0;
  const auto again = Json::parse(got->value.dump());
  PAWL_CHECK(again.ok(), "what was extracted cannot be written as JSON");
  PAWL_CHECK(again->dump() == got->value.dump(), "what was extracted does not read back the same");
  return 0;
}
