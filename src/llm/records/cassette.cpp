#include <algorithm>
#include <map>
#include <utility>

#include "llm/chat_json.hpp"
#include "llm/models.hpp"

namespace pawl::llm {
namespace {

// What distinguishes one request from another.
std::string key_of(std::string_view role, const std::vector<Message>& messages) {
  Json key = Json::array();
  key.push(role);
  for (const Message& message : messages) key.push(message.role).push(message.content);
  return key.dump();
}

class Cassette final : public ChatModel {
 public:
  explicit Cassette(std::string folder) : folder_(std::move(folder)) {}

  void add(Record record) {
    tracks_[key_of(record.role, record.messages)].outcomes.push_back(std::move(record.outcome));
  }

  std::string name() const override { return "cassette:" + folder_; }
  Result<ModelHealth> check() override { return ModelHealth{}; }

  Result<ChatAnswer> ask(const ChatRequest& request) override {
    if (request.cancel != nullptr && request.cancel->requested()) {
      return fail(Errc::cancelled, name() + " was cancelled");
    }
    const auto found = tracks_.find(key_of(request.role, request.messages));
    if (found == tracks_.end()) {
      return fail(Errc::not_found, folder_ + " holds no answer to this request of " + request.role +
                                       " (" + request.purpose +
                                       "): the run differs from the recorded one");
    }
    Track& track = found->second;
    const std::size_t at = std::min(track.next++, track.outcomes.size() - 1);
    return track.outcomes[at];
  }

 private:
  struct Track {
    std::vector<Result<ChatAnswer>> outcomes;  // of equal requests, in the order recorded
    std::size_t next = 0;                      // the last one answers all further requests
  };
  std::string folder_;
  std::map<std::string, Track> tracks_;
};

}  // namespace

Result<std::unique_ptr<ChatModel>> cassette_model(os::Files& files, const std::string& folder) {
  TRY_ASSIGN(std::vector<Record> records,
             read_records(files, folder).during("opening the cassette " + folder));
  if (records.empty()) {
    return fail(Errc::not_found,
                "no recorded model calls in " + folder + "; name the model folder of a run");
  }
  auto cassette = std::make_unique<Cassette>(folder);
  for (Record& record : records) cassette->add(std::move(record));
  return std::unique_ptr<ChatModel>(std::move(cassette));
}

}  // namespace pawl::llm
