// Fetched dependencies, kept for all runs in one folder: of each key its folder, a note beside it
// (bytes, when it was last used), and, where fetching failed, the reason, which holds for an hour.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "os/files/files.hpp"

namespace pawl::repo {

class DependencyStore {
 public:
  // `now`: for what is remembered of use and of failures.
  DependencyStore(os::Files& files, std::string folder, Timestamp now);

  // Where what belongs to the key is, or is to be moved.
  std::string place(const std::string& key) const;
  // Whether it is there; then it counts as used now.
  bool take(const std::string& key) const;
  // To be called once its folder is in place.
  Status keep(const std::string& key, std::uint64_t bytes) const;
  // Why it could not be fetched within the last hour: upstream.
  Status check_recent_failure(const std::string& key) const;
  // Best effort: without it, the next check tries again.
  void remember_failure(const std::string& key, const std::string& reason) const;
  // Until `wanted` more bytes fit below `bytes_max`, what nobody has used for a day makes way, the
  // oldest first.
  void make_room(std::uint64_t wanted, std::uint64_t bytes_max) const;

 private:
  std::string note(const std::string& key) const { return place(key) + ".json"; }
  std::string failure(const std::string& key) const { return place(key) + ".failed"; }
  std::optional<Json> read(const std::string& path) const;

  os::Files& files_;
  std::string folder_;
  Milliseconds now_;
};

}  // namespace pawl::repo
