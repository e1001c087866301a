// What people said of pull requests and a run has dealt with: a table of the memory in pawl.db
// (data/migrations/memory), by which each comment is heard once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "store/database.hpp"

namespace pawl::memory {

struct HandledComment {
  std::string repository = {};  // git::Target::key
  std::string forge = {};       // its kind
  std::int64_t comment = 0;     // as the forge numbers it
  std::string kind = "line";
  std::int64_t number = 0;   // of the pull request
  std::string head = {};     // that was looked at
  std::string outcome = {};  // committed, refused
  std::string commit = {};   // of committed
  std::string reason = {};   // of refused
  bool replied = false;      // whoever said it has an answer
};

class CommentTable {
 public:
  explicit CommentTable(store::Database& database) : database_(database) {}

  // By repository, forge, kind and comment; a later one takes the place of the earlier. On disk
  // when the call returns.
  Status put(const HandledComment& comment);
  // Of a pull request, by comment.
  Result<std::vector<HandledComment>> find(const std::string& repository, const std::string& forge,
                                           std::int64_t number);

 private:
  store::Database& database_;
};

}  // namespace pawl::memory
