// The artifacts of a run: files stages leave for the ones after them, and for people.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/secrets/secret.hpp"
#include "os/files/files.hpp"

namespace pawl::stages {

class Artifacts {
 public:
  Artifacts(os::Files& files, const Redactor& redactor, std::string folder)
      : files_(files), redactor_(redactor), folder_(std::move(folder)) {}

  // From now on only these may be read and written: what the row of the stage that runs names,
  // and the copy of the run's plan file. Both are blank-separated; a name may be a pattern
  // (`review-*.md`), and one that can be done without ends in `?`.
  void limit_to(std::string_view reads, std::string_view writes);

  // Atomic, 0600, secrets blanked.
  Status write(std::string_view name, std::string_view text);
  Status write_json(std::string_view name, const Json& json) { return write(name, json.pretty()); }
  // Nothing when it was never written.
  Result<std::optional<std::string>> read(std::string_view name);
  // not_found when absent, invalid when it is no JSON: the message names the file.
  Result<Json> read_json(std::string_view name);
  // Those that are there and fit, also of parallel children (`group/child/review-a.md`), sorted.
  Result<std::vector<std::string>> matching(std::string_view pattern);
  std::string path(std::string_view name) const;

 private:
  os::Files& files_;
  const Redactor& redactor_;
  std::string folder_;
  bool limited_ = false;
  std::set<std::string, std::less<>> readable_;
  std::set<std::string, std::less<>> writable_;
};

}  // namespace pawl::stages
