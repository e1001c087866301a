// Getting a JSON object out of a model's answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "base/json.hpp"
#include "llm/chat.hpp"
#include "schema/json_schema.hpp"

namespace pawl::llm {

struct Extracted {
  Json value;
  std::vector<std::string> steps;  // what it took: `thinking`, `fence`, `trailing_comma` …
  bool more = false;               // of Which::first: others behind it satisfy the schema, too
};

// Which value of an answer counts: an answer comes at its end; of things to be done one after the
// other the first is the one that was thought through.
enum class Which : std::uint8_t { last, first };

// The whole text when it is JSON. Else, outside of thinking (<think>, <thinking>, [THINK],
// <|channel|>analysis … also without an end, or with nothing but an end), every top-level object
// or array; fences and thinking marks inside of strings do not count. Each is read as it stands or
// else mended: trailing commas, bare quotes and newlines in strings, control characters, comments,
// single quotes, unquoted keys, Python literals, missing closers unless the text was truncated; a
// string without an end is never completed. The last one that satisfies `schema` wins, or the
// first, unmended before mended; when none does, or there is no schema, one in a fence before one
// in prose, then unmended before mended, then the last. A truncated text whose last value is cut
// off has no answer, but for Which::first. Valid JSON comes out as it went in. Linear time. invalid
// when nothing is found.
Result<Extracted> extract_json(std::string_view text, bool truncated,
                               const schema::JsonSchema* schema = nullptr,
                               Which which = Which::last);

struct JsonAnswer {
  Json value;
  ChatAnswer answer;  // the one that was accepted
  int attempts = 1;
  bool more = false;  // as Extracted has it
};

// Asks, extracts, validates. A bad answer gets a correction turn that quotes the violations (only
// the newest bad answer is kept in the conversation); a truncated one is asked again with twice
// the budget; both only as far as the request's context window holds it; at most `attempts_max`
// answers. Errc::invalid at the end, with the last reason: the model is there, but what it says
// cannot be used. Errors of the exchange itself pass through. Writes json_repaired events to
// `events`.
Result<JsonAnswer> ask_json(ChatModel& model, ChatRequest request, const schema::JsonSchema& schema,
                            EventSink& events, int attempts_max = 3, Which which = Which::last);

}  // namespace pawl::llm
