#include "llm/records/replay.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "llm/chat_json.hpp"

namespace pawl::llm {
namespace {

std::string text_of(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages) text += message.role + ":\n" + message.content + "\n";
  return text;
}

}  // namespace

class Replay::Tape {
  struct Recorded {
    Record record;
    bool played = false;
  };

 public:
  void add(Record record) { calls_.push_back({.record = std::move(record)}); }
  void stands_for(std::string here, std::string then) {
    places_.emplace_back(std::move(here), std::move(then));
  }

  std::string name_of(const std::string& role, const std::string& spec) const {
    for (const Recorded& call : calls_) {
      if (call.record.role == role && !call.record.model.empty()) return call.record.model;
    }
    return spec;
  }

  bool asked_by(const std::string& role) const {
    return std::any_of(calls_.begin(), calls_.end(),
                       [&](const Recorded& call) { return call.record.role == role; });
  }

  Result<ChatAnswer> answer(const ChatRequest& request) {
    std::vector<Message> asked = request.messages;
    for (Message& message : asked) {
      for (const auto& [here, then] : places_) {
        message.content = replace_all(message.content, here, then);
      }
    }
    Recorded* call = next_of(request, &asked);
    if (call == nullptr) {
      call = next_of(request, nullptr);
      if (call != nullptr) {
        auto parted =
            first_difference(text_of(call->record.messages), text_of(asked))
                .value_or(LineDifference{.line = 0, .before = "(the end)", .after = "(the end)"});
        divergences_.push_back(
            {request.role, request.purpose, std::move(parted.before), std::move(parted.after)});
      }
    }
    if (call == nullptr) {
      divergences_.push_back({request.role, request.purpose, {}, {}});
      return fail(Errc::not_found, "the recorded run has no answer for the " + request.role + " (" +
                                       request.purpose + ")");
    }
    call->played = true;
    return call->record.outcome;
  }

  const std::vector<Divergence>& divergences() const { return divergences_; }
  std::vector<std::string> unasked() const {
    std::vector<std::string> out;
    for (const Recorded& call : calls_) {
      if (!call.played) out.push_back(call.record.role + ": " + call.record.purpose);
    }
    return out;
  }

 private:
  // The next call of that role and purpose; of those words, when they are given.
  Recorded* next_of(const ChatRequest& request, const std::vector<Message>* words) {
    const auto found = std::find_if(calls_.begin(), calls_.end(), [&](const Recorded& call) {
      return !call.played && call.record.role == request.role &&
             call.record.purpose == request.purpose &&
             (words == nullptr || call.record.messages == *words);
    });
    return found == calls_.end() ? nullptr : &*found;
  }

  std::vector<Recorded> calls_;
  std::vector<std::pair<std::string, std::string>> places_;
  std::vector<Divergence> divergences_;
};

class Replay::Player final : public ChatModel {
 public:
  Player(Tape& tape, std::string name) : tape_(tape), name_(std::move(name)) {}

  std::string name() const override { return name_; }
  Result<ModelHealth> check() override { return ModelHealth{}; }
  Result<ChatAnswer> ask(const ChatRequest& request) override {
    if (request.cancel != nullptr && request.cancel->requested()) {
      return fail(Errc::cancelled, name_ + " was cancelled");
    }
    return tape_.answer(request);
  }

 private:
  Tape& tape_;
  std::string name_;
};

Replay::Replay(std::unique_ptr<Tape> tape) : tape_(std::move(tape)) {}
Replay::~Replay() = default;

Result<std::unique_ptr<Replay>> Replay::open(os::Files& files, const std::string& folder) {
  auto tape = std::make_unique<Tape>();
  TRY_ASSIGN(std::vector<Record> records, read_records(files, folder));
  for (Record& record : records) tape->add(std::move(record));
  return std::unique_ptr<Replay>(new Replay(std::move(tape)));
}

std::unique_ptr<ChatModel> Replay::model(std::string role, std::string spec) {
  return std::make_unique<Player>(*tape_, tape_->name_of(role, spec));
}

void Replay::stands_for(std::string here, std::string then) {
  tape_->stands_for(std::move(here), std::move(then));
}

bool Replay::asked_by(const std::string& role) const { return tape_->asked_by(role); }

const std::vector<Divergence>& Replay::divergences() const { return tape_->divergences(); }
std::vector<std::string> Replay::unasked() const { return tape_->unasked(); }

}  // namespace pawl::llm
