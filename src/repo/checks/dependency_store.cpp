#include "repo/checks/dependency_store.hpp"

#include <algorithm>
#include <vector>

namespace pawl::repo {
namespace {

constexpr Milliseconds kFailureKept{60 * 60 * 1000};
constexpr Milliseconds kInUse{24 * 60 * 60 * 1000};
constexpr std::string_view kNoteEnding = ".json";

}  // namespace

DependencyStore::DependencyStore(os::Files& files, std::string folder, Timestamp now)
    : files_(files),
      folder_(std::move(folder)),
      now_(std::chrono::duration_cast<Milliseconds>(now.time_since_epoch())) {}

std::string DependencyStore::place(const std::string& key) const {
  return os::join_path(folder_, key);
}

std::optional<Json> DependencyStore::read(const std::string& path) const {
  const Result<std::string> text = files_.read(path);
  if (!text) return {};
  Result<Json> entry = Json::parse(*text);
  return entry ? std::optional<Json>(*std::move(entry)) : std::nullopt;
}

bool DependencyStore::take(const std::string& key) const {
  std::optional<Json> entry = read(note(key));
  const auto there = files_.stat(place(key));
  if (!entry || !there || !there->has_value()) return false;
  entry->set("used", std::int64_t{now_.count()});
  static_cast<void>(files_.write_atomic(note(key), entry->dump() + "\n", 0600).ok());
  return true;
}

Status DependencyStore::keep(const std::string& key, std::uint64_t bytes) const {
  const Json entry = Json::object(
      {{"bytes", static_cast<std::int64_t>(bytes)}, {"used", std::int64_t{now_.count()}}});
  TRY(files_.write_atomic(note(key), entry.dump() + "\n", 0600));
  return files_.remove(failure(key));
}

Status DependencyStore::check_recent_failure(const std::string& key) const {
  const std::optional<Json> entry = read(failure(key));
  if (!entry) return Done{};
  const Milliseconds age = now_ - Milliseconds((*entry)["at"].int_or(0));
  if (age < Milliseconds(0) || age > kFailureKept) return Done{};
  return fail(Errc::upstream, (*entry)["reason"].string_or(""));
}

void DependencyStore::remember_failure(const std::string& key, const std::string& reason) const {
  const Json entry = Json::object({{"at", std::int64_t{now_.count()}}, {"reason", reason}});
  static_cast<void>(files_.write_atomic(failure(key), entry.dump() + "\n", 0600).ok());
}

void DependencyStore::make_room(std::uint64_t wanted, std::uint64_t bytes_max) const {
  struct Kept {
    Milliseconds used;
    std::uint64_t bytes;
    std::string key;
  };
  std::vector<Kept> all;
  std::uint64_t sum = wanted;
  const auto names = files_.list(folder_);
  for (const std::string& name : names.value_or({})) {
    if (!name.ends_with(kNoteEnding)) continue;
    const std::string key = name.substr(0, name.size() - kNoteEnding.size());
    const std::optional<Json> entry = read(note(key));
    if (!entry) continue;
    const auto bytes =
        static_cast<std::uint64_t>(std::max<long long>((*entry)["bytes"].int_or(0), 0));
    all.push_back({Milliseconds((*entry)["used"].int_or(0)), bytes, key});
    sum += bytes;
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& one : all) {
    if (sum <= bytes_max || now_ - one.used < kInUse) return;
    static_cast<void>(files_.remove(note(one.key)).ok());
    static_cast<void>(files_.remove_tree(place(one.key)).ok());
    sum -= std::min(sum, one.bytes);
  }
}

}  // namespace pawl::repo
