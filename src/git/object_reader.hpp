// A conversation with one `git cat-file`, for reading many objects one after the other: the
// process is started once, an answer takes some tens of microseconds.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/git.hpp"

namespace pawl::git {

struct Object {
  std::string id;
  std::string type;  // blob, tree, commit, tag
  std::string content;
  bool whole = true;  // false: it is larger than was asked for, and its content left out
};

class ObjectReader {
 public:
  // `git` is borrowed. `environment` as in Git::Run. Nothing is started before the first question.
  ObjectReader(Git& git, std::string folder,
               std::vector<std::pair<std::string, std::string>> environment = {});
  ~ObjectReader();
  ObjectReader(const ObjectReader&) = delete;
  ObjectReader& operator=(const ObjectReader&) = delete;

  // An object by id, or by `<commit>:<path>`; nothing when there is none. Safe to call from
  // several threads, which then wait for each other. Errc::invalid for a name with a line break.
  Result<std::optional<Object>> read(const std::string& name);
  // All at once, in the order asked for; without the content of those larger than `bytes_max`.
  Result<std::vector<std::optional<Object>>> read_all(
      std::span<const std::string> names,
      std::uint64_t bytes_max = std::numeric_limits<std::uint64_t>::max());

 private:
  class Conversation;
  Result<Conversation*> conversation();

  Git& git_;
  std::string folder_;
  std::vector<std::pair<std::string, std::string>> environment_;
  std::mutex mutex_;
  std::unique_ptr<Conversation> conversation_;
};

}  // namespace pawl::git
