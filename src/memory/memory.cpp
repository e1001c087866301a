#include "memory/memory.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "run/events.hpp"

namespace pawl::memory {
namespace {

constexpr auto kDay = std::chrono::hours(24);
// A clock that is further ahead than this is wrong, and what it dates would count for too long.
constexpr auto kClocksDifferBy = std::chrono::minutes(5);

}  // namespace

Memory::Memory(store::Database& database, EventSink& events, std::string repository,
               std::optional<Gateway> gateway)
    : table_(database),
      offers_(database),
      comments_(database),
      events_(events),
      repository_(std::move(repository)),
      gateway_(std::move(gateway)) {}

Result<std::vector<run::Observation>> Memory::recall(const Recall& wanted) {
  TRY_ASSIGN(std::vector<run::Observation> all, table_.find({.repository = repository_,
                                                             .since = wanted.now - wanted.window,
                                                             .limit = wanted.limit}));
  if (!gateway_) return all;
  TRY_ASSIGN(std::vector<run::Observation> others, shared(wanted, all));
  std::move(others.begin(), others.end(), std::back_inserter(all));
  std::stable_sort(
      all.begin(), all.end(),
      [](const run::Observation& a, const run::Observation& b) { return a.at > b.at; });
  if (all.size() > wanted.limit) all.resize(wanted.limit);
  return all;
}

Result<std::vector<run::Observation>> Memory::shared(const Recall& wanted,
                                                     const std::vector<run::Observation>& own) {
  std::set<std::string> own_runs;
  for (const run::Observation& one : own) {
    own_runs.insert(one.run);
    if (!one.branch.empty()) own_runs.insert(one.branch);
  }
  std::vector<run::Observation> out;
  for (run::Observation& one : logged(wanted)) {
    const bool echo = own_runs.contains(one.run);
    const bool in_time =
        one.at >= wanted.now - wanted.window && one.at <= wanted.now + kClocksDifferBy;
    if (echo || !in_time) continue;
    one.repository = repository_;
    out.push_back(std::move(one));
  }
  TRY(note_trouble());
  return table_.without_forgotten(std::move(out));
}

// The last day first, which a gateway is quick at: what went wrong lately is known even where the
// rest takes too long.
std::vector<run::Observation> Memory::logged(const Recall& wanted) {
  constexpr int kOfLastDay = 20;
  std::vector<run::Observation> all = gateway_->agent_log("24h", kOfLastDay);
  const auto days = std::max<std::int64_t>(1, (wanted.window + kDay - Milliseconds(1)) / kDay);
  std::vector<run::Observation> more =
      gateway_->agent_log(std::to_string(days) + "d", static_cast<int>(wanted.limit));
  for (run::Observation& one : more) {
    const bool known = std::any_of(all.begin(), all.end(), [&](const run::Observation& other) {
      return other.run == one.run && other.subtask == one.subtask && other.at == one.at;
    });
    if (!known) all.push_back(std::move(one));
  }
  return all;
}

Status Memory::offer(const std::optional<run::Observation>& observation) {
  if (!gateway_ || !observation) return Done{};
  gateway_->post(*observation);
  return note_trouble();
}

Result<std::optional<Json>> Memory::fingerprint(const std::string& folder) {
  std::optional<Json> answer;
  if (!gateway_) return answer;
  answer = gateway_->fingerprint(folder);
  TRY(note_trouble());
  return answer;
}

Status Memory::note_trouble() {
  const auto trouble = gateway_->take_trouble();
  if (!trouble) return Done{};
  return events_.append(to_event(run::MemoryGateway{
      .call = trouble->call, .reason = trouble->reason, .took = trouble->spent}));
}

}  // namespace pawl::memory
