#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "llm/chat_json.hpp"
#include "llm/models.hpp"

namespace pawl::llm {
namespace {

struct Entry {
  std::string text;
  std::string role;  // empty: any
  std::string finish = "stop";
  std::optional<Errc> error;
  bool used = false;
};

Result<Entry> entry_from(const Json& json) {
  Entry entry;
  if (json.is_string()) {
    entry.text = std::string(json.text());
    return entry;
  }
  if (!json.is_object()) return fail(Errc::invalid, "neither a string nor an object");
  for (const auto& [key, value] : json.members()) {
    static constexpr auto kKeys = fixed_words("text", "role", "finish", "error");
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      return fail(Errc::invalid, "unknown member " + key + "; known: text, role, finish, error");
    }
    if (!value.is_string()) return fail(Errc::invalid, key + " is no string");
  }
  if (!json.has("text") && !json.has("error")) {
    return fail(Errc::invalid, "neither text nor error");
  }
  entry.text = std::string(json["text"].text());
  entry.role = std::string(json["role"].text());
  if (json.has("finish")) entry.finish = std::string(json["finish"].text());
  if (json.has("error")) {
    entry.error = errc_from(json["error"].text());
    if (!entry.error) {
      return fail(Errc::invalid, "no error " + std::string(json["error"].text()) +
                                     "; for example timeout, upstream, invalid");
    }
  }
  return entry;
}

// `[` opens an array; else each line that is not blank is an entry.
Result<std::vector<Entry>> entries_from(std::string_view text) {
  std::vector<Entry> entries;
  if (trim(text).starts_with('[')) {
    TRY_ASSIGN(const Json list, Json::parse(text));
    for (const Json& json : list.items()) {
      TRY_ASSIGN(Entry entry,
                 entry_from(json).during("entry " + std::to_string(entries.size() + 1)));
      entries.push_back(std::move(entry));
    }
    return entries;
  }
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    const std::string place = "line " + std::to_string(++number);
    if (trim(line).empty()) continue;
    TRY_ASSIGN(const Json json, Json::parse(line).during(place));
    TRY_ASSIGN(Entry entry, entry_from(json).during(place));
    entries.push_back(std::move(entry));
  }
  return entries;
}

class Scripted final : public ChatModel {
 public:
  Scripted(std::string path, std::vector<Entry> entries)
      : path_(std::move(path)), entries_(std::move(entries)) {}

  std::string name() const override { return "scripted:" + path_; }
  Result<ModelHealth> check() override { return ModelHealth{}; }

  Result<ChatAnswer> ask(const ChatRequest& request) override {
    if (request.cancel != nullptr && request.cancel->requested()) {
      return fail(Errc::cancelled, name() + " was cancelled");
    }
    const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) {
      return !each.used && (each.role.empty() || each.role == request.role);
    });
    if (entry == entries_.end()) {
      return fail(Errc::not_found, "the script " + path_ + " has no answer left for " +
                                       request.role + " (" + request.purpose + ")");
    }
    entry->used = true;
    if (entry->error) {
      return fail(*entry->error, entry->text.empty()
                                     ? "the script says " + std::string(to_string(*entry->error))
                                     : entry->text);
    }
    ChatAnswer answer;
    answer.text = entry->text;
    answer.model = "scripted";
    answer.finish_reason = entry->finish;
    return answer;
  }

 private:
  std::string path_;
  std::vector<Entry> entries_;
};

}  // namespace

Result<std::unique_ptr<ChatModel>> scripted_model(os::Files& files, const std::string& path) {
  TRY_ASSIGN(const std::string text, files.read(path).during("reading the script " + path));
  TRY_ASSIGN(auto entries, entries_from(text).during("reading the script " + path));
  return std::unique_ptr<ChatModel>(std::make_unique<Scripted>(path, std::move(entries)));
}

}  // namespace pawl::llm
