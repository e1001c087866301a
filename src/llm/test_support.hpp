// What the tests of this module share.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/event.hpp"
#include "llm/chat.hpp"

namespace pawl::llm {

class KeptEvents final : public EventSink {
 public:
  Status append(const Event& event) override {
    events.push_back(event);
    return Done{};
  }
  std::vector<Event> events;
};

// Gives its answers in order and keeps the requests.
class ListedModel final : public ChatModel {
 public:
  explicit ListedModel(std::deque<Result<ChatAnswer>> answers) : answers_(std::move(answers)) {}
  std::string name() const override { return "listed:"; }
  Result<ModelHealth> check() override { return ModelHealth{}; }
  Result<ChatAnswer> ask(const ChatRequest& request) override {
    asked.push_back(request);
    if (answers_.empty()) return fail(Errc::not_found, "no answer left");
    auto answer = std::move(answers_.front());
    answers_.pop_front();
    return answer;
  }
  std::vector<ChatRequest> asked;

 private:
  std::deque<Result<ChatAnswer>> answers_;
};

inline ChatAnswer said(std::string text, std::string finish = "stop") {
  ChatAnswer answer;
  answer.text = std::move(text);
  answer.finish_reason = std::move(finish);
  return answer;
}

}  // namespace pawl::llm
