// What runs offered as pull requests, and what became of that: a table of the memory in pawl.db
// (data/migrations/memory). The forge is asked what became of them; the memory keeps it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "store/database.hpp"

namespace pawl::memory {

struct Offer {
  std::string repository;  // git::Target::key
  std::string forge;       // its kind
  std::int64_t number = 0;
  std::string run;
  std::string target;  // where the repository is, for people
  std::string url;
  std::string title;
  std::string state;  // open, merged, closed
  Timestamp since;    // it was first seen in that state
  std::string head_commit;
  std::vector<std::string> concerns;  // what it is about
  Json traces;                        // what it changes; null: nobody has looked yet
  bool forgotten = false;             // what became of it does not count
};

class OfferTable {
 public:
  explicit OfferTable(store::Database& database) : database_(database) {}

  // By repository, forge and number. Of one that is known already and in the same state, `since`
  // stays; concerns and traces stay where the new ones are none. One that was forgotten counts
  // again once its state changes.
  Status put(std::span<const Offer> offers);
  // By repository and number, the newest first; an empty repository: of all.
  Result<std::vector<Offer>> find(const std::string& repository);
  // What became of these offers of a repository up to `at` does not count any more; none named: of
  // all of it. Answers how many did count that are no longer open.
  Result<std::size_t> forget(const std::string& repository, std::span<const std::int64_t> numbers,
                             Timestamp at);

 private:
  store::Database& database_;
};

// `memory list --json`: names and order are byte-stable.
Json to_json(const Offer& offer);

}  // namespace pawl::memory
