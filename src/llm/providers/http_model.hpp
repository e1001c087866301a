// A model behind HTTP: the exchange with its retries, whatever protocol is spoken. A protocol is a
// subclass that writes requests and reads answers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/event.hpp"
#include "llm/answer_collector.hpp"
#include "llm/models.hpp"
#include "llm/providers/request_part.hpp"
#include "os/clock.hpp"
#include "os/network/http.hpp"
#include "os/random.hpp"

namespace pawl::llm {

// The names of one protocol, for messages.
struct Protocol {
  std::string_view provider;  // of a model spec
  std::string_view answers;   // what a server of it answers: `a chat completion`
  std::string_view url_hint;  // behind "is model.base_url right": ` (most end in /v1)`
};

class HttpModel : public ChatModel {
 public:
  std::string name() const final;
  Result<ChatAnswer> ask(const ChatRequest& request) final;

 protected:
  HttpModel(const HttpPorts& ports, EndpointOptions options, std::string base_url,
            const Protocol& protocol);

  virtual std::string chat_url() const = 0;
  virtual os::Headers headers() const = 0;
  // Without the parts in `refused`.
  virtual Json body(const ChatRequest& request, PartSet refused) const = 0;
  // The parts of `sent` that the text of a refusal speaks of.
  virtual PartSet blamed(const Json& sent, std::string_view refusal) const = 0;
  virtual std::unique_ptr<AnswerCollector> collector() const = 0;

  const EndpointOptions& options() const { return options_; }
  const std::string& base_url() const { return base_url_; }
  std::string clean(std::string_view text) const { return redactor_.apply(text); }
  // ` asks for a key …` or ` refused the key …`.
  std::string key_hint() const;
  // A request of a check: a GET, or a POST of `body`. An error when nobody answers or the key is
  // refused.
  Result<os::HttpResponse> look_up(const std::string& url, const Json& body = {}) const;
  // What stands behind a URL in a message: ` (404: no such model)`.
  std::string server_words(const os::HttpResponse& response) const;
  // The answer of look_up is not what the protocol defines.
  Error no_list(const std::string& url, const os::HttpResponse& response) const;

 private:
  // One request that did not lead to an answer.
  struct Failure {
    Error error;
    bool may_pass = false;                // the same request may succeed later
    PartSet blamed{};                     // parts of the request to leave out
    std::optional<Milliseconds> asked{};  // how long the server wants to be left alone
  };
  using Attempt = std::variant<ChatAnswer, Failure>;

  // Leaves the blamed parts out from now on, here and in other processes.
  Status adapt(const ChatRequest& request, const Failure& failure);
  std::string endpoint() const { return clean(name() + " " + base_url_); }

  Attempt attempt(const ChatRequest& request, Milliseconds time_left);
  os::HttpRequest chat_request(const ChatRequest& request, const Json& body,
                               Milliseconds time_left) const;
  Failure refused(const os::HttpResponse& response, const Json& sent) const;
  Failure unusable(const AnswerCollector& collector) const;
  // Without the key, with the endpoint.
  std::string named(std::string_view message) const;

  HttpPorts ports_;
  EndpointOptions options_;
  std::string base_url_;
  Protocol protocol_;
  Redactor redactor_;
  PartSet refused_parts_;
};

}  // namespace pawl::llm
