#include "agents/hearing.hpp"

#include <algorithm>

#include "agents/events.hpp"
#include "base/saturate.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "llm/spending/usage.hpp"

namespace pawl::agents {
namespace {

constexpr std::size_t kTextShown = 600;
constexpr std::size_t kToolShown = 200;
constexpr std::size_t kResultMax = 4U << 20U;
// No message of an agent is longer: what is, is somebody who fills Pawl's memory.
constexpr std::size_t kLineMax = std::size_t{256} << 20U;
// Of one agent, in the journal: hours of work. What reports more fills a disk.
constexpr int kRecordedMax = 20'000;
// More than all of a day's work of one agent.
constexpr std::int64_t kReportedMax = 1'000'000'000'000;

// What servers and agents say of trouble that passes.
constexpr auto kPassing = fixed_words(
    "capacity", "high demand", "temporary error", "rate limit", "rate_limit", "too many requests",
    "try again", "please retry", "server error", "service unavailable", "bad gateway",
    "gateway timeout", "overloaded", "timed out in queue", "connection reset", "connection error",
    "econnreset", "econnrefused", "stream disconnected", "stream idle timeout", "fetch failed",
    "socket hang up", " 529");

}  // namespace

bool is_transient(std::string_view message, int status) {
  if (status == 408 || status == 425 || status == 429 || status >= 500) return true;
  if (status >= 400) return false;
  return std::any_of(kPassing.begin(), kPassing.end(),
                     [&](std::string_view words) { return contains_folded(message, words); });
}

std::int64_t reported_tokens(const Json& count) {
  return std::min(llm::token_count(count).value_or(0), kReportedMax);
}

std::optional<std::int64_t> reported_micros(const Json& dollars) {
  if (!dollars.is_number()) return std::nullopt;
  return std::clamp<std::int64_t>(saturating_count(dollars.number_or(0) * 1e6), 0, kReportedMax);
}

std::string what_of(const Json& input) {
  for (const std::string_view name : {"file_path", "path", "filePath", "absolute_path", "command",
                                      "pattern", "url", "query", "description"}) {
    const Json& value = input[name];
    if (value.is_string() && !value.text().empty()) return std::string(value.text());
    if (value.is_array()) {
      std::vector<std::string> words;
      for (const Json& word : value.items()) words.emplace_back(word.text());
      return join(words, " ");
    }
  }
  return {};
}

std::string Hearing::shown(std::string_view text, std::size_t bytes_max) const {
  return printable(redactor_.apply(text), bytes_max);
}

void Hearing::record(const Event& event) {
  if (++recorded_ > kRecordedMax) return;
  static_cast<void>(events_.append(event).ok());
  if (recorded_ < kRecordedMax) return;
  const AgentError last{.label = label_,
                        .message = "it reports more than a journal takes; the rest is left out",
                        .transient = false};
  static_cast<void>(events_.append(to_event(last)).ok());
}

void Hearing::said(std::string_view text) {
  if (trim(text).empty()) return;
  if (!has_result_) text_ = std::string(text.substr(0, kResultMax));
  const AgentText event{.label = label_, .text = shown(trim(text), kTextShown)};
  record(to_event(event));
}

void Hearing::said_more(std::string_view piece) {
  if (saying_.size() < kResultMax) saying_ += piece;
}

void Hearing::said_all() {
  if (saying_.empty()) return;
  const std::string text = std::exchange(saying_, std::string());
  said(text);
}

void Hearing::tool(std::string_view name, std::string_view what) {
  ++usage_.tool_calls;
  const AgentTool event{.label = label_,
                        .tool = shown(name, kToolShown),
                        .what = shown(what, kToolShown),
                        .outcome = "called"};
  record(to_event(event));
}

void Hearing::tool_failed(std::string_view name, std::string_view message) {
  const AgentTool event{.label = label_,
                        .tool = shown(name, kToolShown),
                        .what = shown(trim(message), kToolShown),
                        .outcome = "failed"};
  record(to_event(event));
}

void Hearing::error(std::string_view message, int status) {
  trouble_ = shown(trim(message), kTextShown);
  transient_ = is_transient(message, status);
  const AgentError event{.label = label_, .message = trouble_, .transient = transient_};
  record(to_event(event));
}

void Hearing::used(const Usage& usage) {
  usage_.tokens_in = std::max(usage_.tokens_in, usage.tokens_in);
  usage_.tokens_out = std::max(usage_.tokens_out, usage.tokens_out);
  usage_.cached_in = std::max(usage_.cached_in, usage.cached_in);
  usage_.turns = std::max(usage_.turns, usage.turns);
  if (usage.cost_micros) {
    usage_.cost_micros = std::max(usage_.cost_micros.value_or(0), *usage.cost_micros);
  }
}

void Hearing::used_more(const Usage& usage) {
  usage_.tokens_in = saturating_add(usage_.tokens_in, usage.tokens_in);
  usage_.tokens_out = saturating_add(usage_.tokens_out, usage.tokens_out);
  usage_.cached_in = saturating_add(usage_.cached_in, usage.cached_in);
  usage_.turns += usage.turns;
  if (usage.cost_micros) {
    usage_.cost_micros = saturating_add(usage_.cost_micros.value_or(0), *usage.cost_micros);
  }
}

void Hearing::result(std::string_view text) {
  has_result_ = true;
  if (!trim(text).empty()) text_ = std::string(text.substr(0, kResultMax));
}

void Hearing::failed(std::string_view message, int status) {
  has_result_ = true;
  failed_ = true;
  error(message, status);
}

void JsonLines::feed(std::string_view piece) {
  for (;;) {
    const auto end = piece.find('\n');
    if (end == std::string_view::npos) break;
    const std::string_view line = piece.substr(0, end);
    if (begun_.empty() && !too_long_) {
      take(line);
    } else {
      begun_ += line;
      if (!too_long_) take(begun_);
      begun_.clear();
      too_long_ = false;
    }
    piece.remove_prefix(end + 1);
  }
  if (begun_.size() + piece.size() > kLineMax) {
    too_long_ = true;
    begun_.clear();
  }
  if (!too_long_) begun_ += piece;
}

void JsonLines::end() {
  if (!too_long_ && !begun_.empty()) take(begun_);
  begun_.clear();
}

void JsonLines::take(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('{')) return;
  const auto json = Json::parse(to_utf8(line));
  if (json && json->is_object()) on_line_(*json);
}

}  // namespace pawl::agents
