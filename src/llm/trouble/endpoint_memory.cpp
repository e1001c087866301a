#include "llm/trouble/endpoint_memory.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/json.hpp"
#include "llm/context_window.hpp"

namespace pawl::llm {
namespace {

constexpr std::chrono::hours kBelieved{7 * 24};
constexpr std::uint32_t kFileMode = 0600;
constexpr int kMemoryVersion = 1;
// Of shorter prompts the marks around the messages are too large a part.
constexpr double kMeasuredBytesMin = 1'500;
constexpr double kPlausibleMin = 0.5;
constexpr double kPlausibleMax = 12;
constexpr double kBelievedMin = 1.0;
constexpr double kBelievedMax = 4.5;
constexpr double kStep = 0.25;
constexpr double kWorthKeeping = 0.01;  // a smaller difference is no reason to write

}  // namespace

std::map<std::string, EndpointMemory::Entry> EndpointMemory::load() const {
  std::map<std::string, Entry> entries;
  const Result<std::string> text = files_.read(file_);
  if (!text) return entries;
  const Json json = Json::parse(*text).value_or(Json());
  if (json["version"].int_or(0) != kMemoryVersion) return entries;
  const Timestamp now = clock_.now();
  // What comes from the future was written by a clock that was wrong.
  const auto believed = [&](const std::optional<Timestamp>& at) {
    return at && now - *at <= kBelieved && *at <= now + kBelieved;
  };
  for (const auto& [endpoint, kept] : json["endpoints"].members()) {
    Entry entry;
    if (const auto at = parse_iso8601(kept["at"].text()); believed(at)) {
      entry.at = *at;
      for (const Json& name : kept["refused"].items()) {
        if (const auto part = part_from(name.text())) entry.refused.add(*part);
      }
    }
    const double ratio = kept["bytes_per_token"].number_or(0);
    if (const auto at = parse_iso8601(kept["measured_at"].text());
        believed(at) && ratio >= kBelievedMin && ratio <= kBelievedMax) {
      entry.bytes_per_token = ratio;
      entry.measured_at = *at;
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
  return keep(entries);
}

std::optional<double> EndpointMemory::bytes_per_token(const std::string& endpoint) const {
  const auto entries = load();
  const auto found = entries.find(endpoint);
  if (found == entries.end() || found->second.bytes_per_token <= 0) return std::nullopt;
  return found->second.bytes_per_token;
}

Status EndpointMemory::measured(const std::string& endpoint, double bytes, std::int64_t tokens) {
  if (bytes < kMeasuredBytesMin || tokens <= 0) return Done{};
  const double ratio = bytes / static_cast<double>(tokens);
  if (ratio < kPlausibleMin || ratio > kPlausibleMax) return Done{};
  auto entries = load();
  Entry& entry = entries[endpoint];
  const double known = entry.bytes_per_token > 0 ? entry.bytes_per_token : kBytesPerTokenUnknown;
  const double next = std::clamp(ratio < known ? ratio : known + (ratio - known) * kStep,
                                 kBelievedMin, kBelievedMax);
  if (entry.bytes_per_token > 0 && std::abs(next - known) < kWorthKeeping) return Done{};
  entry.bytes_per_token = std::round(next * 1'000) / 1'000;
  entry.measured_at = clock_.now();
  return keep(entries);
}

Status EndpointMemory::keep(const std::map<std::string, Entry>& entries) {
  Json endpoints = Json::object();
  for (const auto& [name, known] : entries) {
    Json entry = Json::object();
    if (!known.refused.empty()) {
      entry.set("refused", Json::array_of(known.refused.names())).set("at", to_iso8601(known.at));
    }
    if (known.bytes_per_token > 0) {
      entry.set("bytes_per_token", known.bytes_per_token)
          .set("measured_at", to_iso8601(known.measured_at));
    }
    if (entry.members().empty()) continue;
    endpoints.set(name, std::move(entry));
  }
  return files_.write_atomic(
      file_,
      Json::object({{"version", kMemoryVersion}, {"endpoints", std::move(endpoints)}}).pretty(),
      kFileMode);
}

}  // namespace pawl::llm
