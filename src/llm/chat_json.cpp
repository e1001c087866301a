#include "llm/chat_json.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"

namespace pawl::llm {
namespace {

constexpr std::size_t kNumberDigits = 4;
constexpr std::string_view kSuffix = ".json";

Json request_json(const ChatRequest& request, const Redactor& redactor) {
  Json messages = Json::array();
  for (const Message& message : request.messages) {
    messages.push(
        Json::object({{"role", message.role}, {"content", redactor.apply(message.content)}}));
  }
  Json out = Json::object({{"role", request.role},
                           {"purpose", redactor.apply(request.purpose)},
                           {"messages", std::move(messages)}});
  if (request.max_tokens) out.set("max_tokens", *request.max_tokens);
  return out;
}

Json answer_json(const ChatAnswer& answer, const Redactor& redactor) {
  return Json::object({{"text", redactor.apply(answer.text)},
                       {"model", answer.model},
                       {"finish", answer.finish_reason},
                       {"tokens_in", answer.usage.tokens_in},
                       {"tokens_out", answer.usage.tokens_out},
                       {"ms", answer.duration.count()}});
}

ChatAnswer answer_from(const Json& json) {
  ChatAnswer answer;
  answer.text = json["text"].string_or("");
  answer.model = json["model"].string_or("");
  answer.finish_reason = json["finish"].string_or("");
  answer.usage = {json["tokens_in"].int_or(0), json["tokens_out"].int_or(0)};
  answer.duration = Milliseconds(json["ms"].int_or(0));
  return answer;
}

}  // namespace

Json record_of(const ChatRequest& request, const Result<ChatAnswer>& outcome,
               std::string_view model, const Redactor& redactor) {
  Json out = Json::object({{"version", kRecordVersion},
                           {"model", model},
                           {"request", request_json(request, redactor)}});
  if (outcome) {
    out.set("answer", answer_json(*outcome, redactor));
  } else {
    out.set("error", Json::object({{"code", to_string(outcome.error().code)},
                                   {"message", redactor.apply(outcome.error().to_line())}}));
  }
  return out;
}

Result<Record> record_from(const Json& json) {
  if (json["version"].int_or(0) != kRecordVersion) {
    return fail(Errc::invalid, "not a model record of version " + std::to_string(kRecordVersion));
  }
  Record record{.role = json["request"]["role"].string_or(""),
                .purpose = json["request"]["purpose"].string_or(""),
                .model = json["model"].string_or(""),
                .messages = {},
                .outcome = ChatAnswer{}};
  for (const Json& message : json["request"]["messages"].items()) {
    record.messages.push_back({message["role"].string_or(""), message["content"].string_or("")});
  }
  if (json.has("answer")) {
    record.outcome = answer_from(json["answer"]);
    return record;
  }
  const auto code = errc_from(json["error"]["code"].text());
  if (!code) return fail(Errc::invalid, "a model record without answer and error");
  record.outcome = fail(*code, json["error"]["message"].string_or(""));
  return record;
}

Result<std::vector<Record>> read_records(os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const auto stat, files.stat(folder));
  if (!stat) return std::vector<Record>();
  TRY_ASSIGN(const auto names, files.list(folder));
  std::map<int, std::string> numbered;
  for (const std::string& name : names) {
    if (const auto number = record_number(name); number) numbered[*number] = name;
  }
  std::vector<Record> records;
  for (const auto& [number, name] : numbered) {
    const std::string path = os::join_path(folder, name);
    TRY_ASSIGN(const std::string text, files.read(path));
    TRY_ASSIGN(const Json json, Json::parse(text).during("reading " + path));
    TRY_ASSIGN(Record record, record_from(json).during("reading " + path));
    records.push_back(std::move(record));
  }
  return records;
}

std::string record_name(int number) {
  std::string digits = std::to_string(number);
  if (digits.size() < kNumberDigits) digits.insert(0, kNumberDigits - digits.size(), '0');
  return digits + std::string(kSuffix);
}

std::optional<int> record_number(std::string_view file_name) {
  if (!file_name.ends_with(kSuffix)) return std::nullopt;
  const std::string_view digits = file_name.substr(0, file_name.size() - kSuffix.size());
  const bool plain =
      digits.size() >= kNumberDigits && digits.size() <= 9 &&
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!plain) return std::nullopt;
  const auto number = parse_int(digits);
  return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

std::optional<Errc> errc_from(std::string_view name) {
  for (const Errc code : {Errc::invalid, Errc::not_found, Errc::conflict, Errc::denied,
                          Errc::timeout, Errc::cancelled, Errc::io, Errc::upstream}) {
    if (to_string(code) == name) return code;
  }
  return std::nullopt;
}

}  // namespace pawl::llm
