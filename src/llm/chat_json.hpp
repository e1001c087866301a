// Requests, answers and errors as JSON: the records recorded_model writes and cassette_model reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/secrets/secret.hpp"
#include "llm/chat.hpp"
#include "os/files/files.hpp"

namespace pawl::llm {

inline constexpr int kRecordVersion = 1;

// {"version", "model", "request": {role, purpose, messages, max_tokens}, "answer" or "error"}.
// Every text is redacted before it becomes JSON, where escapes could hide a secret.
Json record_of(const ChatRequest& request, const Result<ChatAnswer>& outcome,
               std::string_view model, const Redactor& redactor);

struct Record {
  std::string role;
  std::string purpose;
  std::string model;  // who was asked, `provider:model`
  std::vector<Message> messages;
  Result<ChatAnswer> outcome;
};
Result<Record> record_from(const Json& json);
// All records in a folder, in order; none when there is no such folder.
Result<std::vector<Record>> read_records(os::Files& files, const std::string& folder);

// `0001.json`, and back; nothing for any other file name.
std::string record_name(int number);
std::optional<int> record_number(std::string_view file_name);

std::optional<Errc> errc_from(std::string_view name);

}  // namespace pawl::llm
