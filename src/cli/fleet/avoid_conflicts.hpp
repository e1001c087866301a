// A launch that would collide with runs whose work has not landed: it waits its turn in the queue.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/kit/command.hpp"
#include "runner/run.hpp"

namespace pawl::cli {

// The runs it would collide with, and the files that both are about; none where what it is asked
// for names no file of the repository.
Result<std::map<std::string, std::vector<std::string>>> collisions_of(
    Context& context, const runner::RunOptions& wanted);

// Puts the launch of these words into the queue behind them; answers the number of the item.
Result<std::int64_t> queue_behind(Context& context, const std::vector<std::string>& words,
                                  const std::vector<std::string>& runs);

// The words that give a command the fields it has: of its flags those that differ from what they
// are in `fresh`, a command of the same kind that no words were given to, but for these.
std::vector<std::string> words_of(Command& command, Command& fresh,
                                  const std::vector<std::string_view>& without);

}  // namespace pawl::cli
