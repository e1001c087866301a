// One question to a critic, and what its answer is good for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "base/result.hpp"
#include "critics/chunks.hpp"
#include "critics/finding.hpp"
#include "llm/chat.hpp"
#include "planner/prompts/prompts.hpp"

namespace pawl::critics {

// Byte-stable: in the journal.
enum class Reading : std::uint8_t {
  findings,
  clean,       // it says that nothing is wrong
  unparsable,  // nobody can tell what it says
};
std::string_view to_string(Reading reading);

struct Critique {
  Reading reading = Reading::unparsable;
  std::vector<Finding> findings;
  std::size_t bad = 0;       // items that could not be read
  std::size_t unquoted = 0;  // findings dropped, for they quote no line of the change
  std::string reason;        // of unparsable
};

// An answer to a question about the chunk. One that could not be used at all is asked for once
// more, with what was wrong. Errors are those of the exchange.
Result<Critique> critique(llm::ChatModel& model, llm::ChatRequest request, const Diff& diff,
                          const Chunk& chunk, EventSink& events);

struct ReviewQuestion {
  std::string title;  // of the change, in the words of who made it
  std::string order;  // what this critic is there for
  std::size_t part = 1;
  std::size_t parts = 1;
};
planner::Prompt review_prompt(const ReviewQuestion& question, const std::string& diff,
                              const llm::Room& window);
// What of a model's context window and of a budget in tokens is left for the change.
ChunkLimits limits_of(const ReviewQuestion& question, const llm::Room& window,
                      std::int64_t tokens_max);

// All critics of all parts taken together.
struct Review {
  Reading reading = Reading::unparsable;
  std::vector<Finding> findings;
  std::size_t bad = 0;
  std::size_t unquoted = 0;
  std::size_t parts = 0;
  std::size_t unparsable = 0;  // parts nobody could judge
  std::string reason;          // why not; of the last one
  Coverage coverage;
  // All of it was read, and nothing is wrong: the only case in which silence says so.
  bool is_clean() const;
};
Json to_json(const Review& review);
Review review_from_json(const Json& json);

class ReviewSum {
 public:
  void add(const Chunk& chunk, Critique critique);
  // What no answer came for.
  void add_failure(std::string reason);
  Review of(const Diff& diff) const;

 private:
  Review review_;
  std::vector<Chunk> read_;
  bool answered_ = false;
};

}  // namespace pawl::critics
