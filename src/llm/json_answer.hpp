// Getting a JSON object out of what a model says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "base/json.hpp"
#include "base/json_schema.hpp"
#include "llm/chat.hpp"

namespace pawl::llm {

struct Extracted {
  Json value;
  std::vector<std::string> steps;  // what it took: `thinking`, `fence`, `trailing_comma` …
};

// Order: thinking blocks (<think>, <thinking>, <|channel|>analysis …) removed → the whole text as
// JSON → the last complete top-level object or array outside of strings that parses (after a fence
// if there is one; fences inside strings do not count), one that satisfies `schema` wins over one
// that does not → the same with mending (trailing commas, bare quotes and newlines in strings,
// control characters, comments, single quotes, unquoted keys, Python literals, missing closers
// unless the text was truncated). Valid JSON comes out as it went in. Linear time. invalid when
// nothing is found.
Result<Extracted> extract_json(std::string_view text, bool truncated,
                               const JsonSchema* schema = nullptr);

struct JsonAnswer {
  Json value;
  ChatAnswer answer;  // the one that was accepted
  int attempts = 1;
};

// Asks, extracts, validates. A bad answer gets a correction turn that quotes the violations (only
// the newest bad answer is kept in the conversation); a truncated one is asked again with twice
// the budget; at most `attempts_max` answers. Errc::upstream at the end, with the last reason.
// Writes json_repaired events to `events`.
Result<JsonAnswer> ask_json(ChatModel& model, ChatRequest request, const JsonSchema& schema,
                            EventSink& events, int attempts_max = 3);

}  // namespace pawl::llm
