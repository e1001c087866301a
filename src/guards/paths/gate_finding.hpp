// What the files of the write gate share.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/text/text.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

inline Finding gate_finding(std::string_view rule, RuleKind kind, const std::string& path,
                            std::string message, std::string feedback) {
  return {.rule = "write-gate/" + std::string(rule),
          .kind = kind,
          .path = path,
          .line = 0,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

// What anybody does about a path that may not be.
inline std::string leave_out(const std::string& path) {
  return "Leave " + printable(path, 200) + " out of the change.";
}

// Which folders the base has, asked once each: many new files share theirs.
class BaseFolders {
 public:
  explicit BaseFolders(const repo::RepoView* base) : base_(base) {}

  bool has(const std::string& folder);

 private:
  const repo::RepoView* base_;  // null: none
  std::unordered_map<std::string, bool> known_;
};

// A path that the base does not have. Of a change that is known by its paths alone, the base says.
bool is_new_file(const git::FileChange& file, const Context& context);

}  // namespace pawl::guards
