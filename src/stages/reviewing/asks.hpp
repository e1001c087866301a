// What trusted people ask for at lines of a pull request, and nobody has answered.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forge/forge.hpp"
#include "memory/comment_table.hpp"
#include "run/run_state.hpp"
#include "stages/reviewing/trust.hpp"

namespace pawl::stages {

struct Ask {
  forge::Thread thread;
  forge::Comment comment;  // the newest of somebody trusted in it
  // What became of it, once that is known: here, or in a run that did not come to its end.
  std::optional<memory::HandledComment> end;
  std::string subtask;
  bool done() const { return end && end->outcome == "committed"; }
};

// By which the answer to a comment is found again.
std::string answer_mark(const forge::Comment& comment);
// Pawl's answer to it, in the thread as it is now.
bool is_answered(const forge::Thread& thread, const forge::Comment& comment, const Trust& trust);

struct Heard {
  const Trust& trust;
  const std::vector<memory::HandledComment>& handled;
  const run::RunState& state;
};
// Of the threads that are not resolved, those that are Pawl's to act on; oldest first.
std::vector<Ask> asks_of(const std::vector<forge::Thread>& threads, const Heard& heard);
// What becomes of a comment, for the journal.
std::string standing_of(const forge::Comment& comment, const std::vector<Ask>& asks,
                        const Heard& heard);
// The thread as a model sees it: without what people said who are not trusted.
std::string words_of_thread(const forge::Thread& thread, const Trust& trust);

}  // namespace pawl::stages
