#include "llm/endpoint_memory.hpp"

#include <chrono>

#include "base/json.hpp"

namespace pawl::llm {
namespace {

constexpr std::chrono::hours kBelieved{7 * 24};
constexpr std::uint32_t kFileMode = 0600;
constexpr int kVersion = 1;

}  // namespace

std::map<std::string, EndpointMemory::Entry> EndpointMemory::load() const {
  std::map<std::string, Entry> entries;
  const Result<std::string> text = files_.read(file_);
  if (!text) return entries;
  const Json json = Json::parse(*text).value_or(Json());
  if (json["version"].int_or(0) != kVersion) return entries;
  const Timestamp now = clock_.now();
  for (const auto& [endpoint, told] : json["endpoints"].members()) {
    const auto at = parse_iso8601(told["at"].text());
    // What comes from the future was written by a clock that was wrong.
    if (!at || now - *at > kBelieved || *at > now + kBelieved) continue;
    Entry entry{.refused = {}, .at = *at};
    for (const Json& name : told["refused"].items()) {
      if (const auto part = part_from(name.text())) entry.refused.add(*part);
    }
    entries[endpoint] = entry;
  }
  return entries;
}

PartSet EndpointMemory::refused(const std::string& endpoint) const {
  const auto entries = load();
  const auto found = entries.find(endpoint);
  return found == entries.end() ? PartSet() : found->second.refused;
}

Status EndpointMemory::learn(const std::string& endpoint, PartSet refused) {
  auto entries = load();
  Entry& entry = entries[endpoint];
  // The week counts from the first thing learnt: each is tried again in time.
  if (entry.refused.empty()) entry.at = clock_.now();
  entry.refused.add(refused);
  Json endpoints = Json::object();
  for (const auto& [name, known] : entries) {
    endpoints.set(name, Json::object({{"refused", Json::array_of(known.refused.names())},
                                      {"at", to_iso8601(known.at)}}));
  }
  return files_.write_atomic(
      file_, Json::object({{"version", kVersion}, {"endpoints", std::move(endpoints)}}).pretty(),
      kFileMode);
}

}  // namespace pawl::llm
