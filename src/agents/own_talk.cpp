#include "agents/own_talk.hpp"

#include <algorithm>
#include <set>

#include "base/assets.hpp"
#include "base/digest.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

// Where nobody knows the context; every model of today that can do the work takes so much.
constexpr std::int64_t kTalkTokensMax = 50'000;
constexpr std::int64_t kTalkTokensMin = 1'500;
constexpr std::string_view kLeftOut = "(the result is left out: it was long ago)";
// Texts of an action that are longer are left out once it is long ago.
constexpr std::size_t kShortText = 300;
constexpr std::size_t kShortResult = 400;
// The latest steps stay as they are for as long as anything else can be left out.
constexpr std::size_t kLatest = 2;

Json shortened(const Json& action) {
  Json out = Json::object();
  for (const auto& [name, value] : action.members()) {
    const std::size_t bytes = value.text().size();
    out.set(name, bytes <= kShortText
                      ? value
                      : Json("(" + std::to_string(bytes) + " bytes, left out: it was long ago)"));
  }
  return out;
}

}  // namespace

Talk::Talk(std::string task, std::int64_t context) : task_(std::move(task)) {
  window_.context = context;
  window_.prompt_max = context > 0 ? context : kTalkTokensMax;
}

void Talk::add(Json action, std::string result) {
  reminder_.clear();
  std::string digest = digest_hex(Hash::sha256, {action.dump(), "\n", result});
  steps_.push_back({std::move(action), std::move(result), std::move(digest)});
}

Going Talk::going() const {
  // How many different steps the latest `count` are; more than there are when there are fewer.
  const auto different = [&](std::size_t count) {
    if (steps_.size() < count) return count;
    std::set<std::string_view> seen;
    for (std::size_t i = steps_.size() - count; i < steps_.size(); ++i) {
      seen.insert(steps_[i].digest);
    }
    return seen.size();
  };
  if (different(6) == 1 || different(12) <= 3) return Going::in_circle;
  if (different(3) == 1 || different(6) <= 2) return Going::repeats;
  return Going::on;
}

std::vector<llm::Message> Talk::messages() const {
  std::vector<llm::Message> all = {
      {"system", std::string(asset("agents/own-system.md").value_or(""))}, {"user", task_}};
  for (const Step& step : steps_) {
    all.push_back({"assistant", step.action.dump()});
    all.push_back({"user", step.result});
  }
  if (!reminder_.empty()) all.back().content += "\n\n" + reminder_;
  return all;
}

bool Talk::fits() const {
  std::int64_t weight = 0;
  for (const llm::Message& message : messages()) weight += llm::weight_of(message.content);
  return window_.tokens(weight) <= window_.limit();
}

// Half of the longest of them; false when all are short.
bool Talk::cut_latest() {
  const auto longest = std::max_element(
      steps_.begin(), steps_.end(),
      [](const Step& a, const Step& b) { return a.result.size() < b.result.size(); });
  if (longest == steps_.end() || longest->result.size() <= kShortResult) return false;
  longest->result = head_and_tail(longest->result, longest->result.size() / 2);
  return true;
}

bool Talk::fit() {
  for (std::size_t i = 0; i + kLatest < steps_.size() && !fits(); ++i) {
    if (steps_[i].result.size() > kLeftOut.size()) steps_[i].result = std::string(kLeftOut);
  }
  for (std::size_t i = 0; i + 1 < steps_.size() && !fits(); ++i) {
    steps_[i].action = shortened(steps_[i].action);
  }
  while (!fits()) {
    if (!cut_latest()) return false;
  }
  return true;
}

bool Talk::shrink() {
  std::int64_t weight = 0;
  for (const llm::Message& message : messages()) weight += llm::weight_of(message.content);
  window_.prompt_max = std::min(window_.limit(), window_.tokens(weight)) * 2 / 3;
  return window_.prompt_max >= kTalkTokensMin && fit();
}

}  // namespace pawl::agents
