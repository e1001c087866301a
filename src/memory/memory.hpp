// What a run learns of the runs before it on the same repository, and leaves for those after it:
// the observations of this machine, which are the truth, and what a gateway adds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/event.hpp"
#include "memory/comment_table.hpp"
#include "memory/gateway.hpp"
#include "memory/observation_table.hpp"
#include "memory/offer_table.hpp"
#include "store/database.hpp"

namespace pawl::memory {

struct Recall {
  Timestamp now;
  Milliseconds window{0};
  std::size_t limit = 200;
};

class Memory {
 public:
  // `repository` is git::Target::key; database and events are borrowed. Without a gateway only this
  // machine remembers.
  Memory(store::Database& database, EventSink& events, std::string repository,
         std::optional<Gateway> gateway);

  // Observations of this repository in the window, newest first. A gateway that fails is a note in
  // the journal and no error; a database that fails is one.
  Result<std::vector<run::Observation>> recall(const Recall& wanted);
  // Offers an observation, which the database has already, to the gateway.
  Status offer(const std::optional<run::Observation>& observation);
  // What the gateway knows of a repository on its own disk.
  Result<std::optional<Json>> fingerprint(const std::string& folder);
  // What runs offered as pull requests, of this repository among others.
  OfferTable& offers() { return offers_; }
  // What people said of pull requests and was dealt with, of this repository among others.
  CommentTable& comments() { return comments_; }
  const std::string& repository() const { return repository_; }

 private:
  Status note_trouble();
  // What the gateway has, each entry once.
  std::vector<run::Observation> logged(const Recall& wanted);
  Result<std::vector<run::Observation>> shared(const Recall& wanted,
                                               const std::vector<run::Observation>& own);

  ObservationTable table_;
  OfferTable offers_;
  CommentTable comments_;
  EventSink& events_;
  std::string repository_;
  std::optional<Gateway> gateway_;
};

}  // namespace pawl::memory
