// The conversation of Pawl's own agent with its model, held to what that model can be asked at
// once.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "llm/chat.hpp"

namespace pawl::agents {

// Whether the latest steps lead anywhere.
enum class Going : std::uint8_t {
  on,
  repeats,    // the same was done again, and the same came of it
  in_circle,  // for so long that nothing else will come of it
};

class Talk {
 public:
  // `context`: of the model, in tokens; 0: nobody knows.
  Talk(std::string task, std::int64_t context);

  // One step: what was done, and what came of it.
  void add(Json action, std::string result);
  // Is said behind the latest result, until there is another.
  void remind(std::string words) { reminder_ = std::move(words); }
  Going going() const;

  // Leaves out what is oldest until the rest fits: results, then long texts of actions, then most
  // of the latest results. False: not even the task fits.
  bool fit();
  // Of a model that cannot take what should have fitted: asks it for less. False: there is nothing
  // left to take away.
  bool shrink();

  std::vector<llm::Message> messages() const;

 private:
  struct Step {
    Json action;
    std::string result;
    std::string digest;  // of both, as they were
  };
  bool fits() const;
  bool cut_latest();

  std::string task_;
  std::string reminder_;
  std::vector<Step> steps_;
  llm::Room window_;
};

}  // namespace pawl::agents
