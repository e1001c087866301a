// The files, scripts and targets that commands name.
#pragma once

#include <string>
#include <string_view>

#include "guards/references/name_collector.hpp"

namespace pawl::guards {

struct CommandPlace {
  std::string key;     // `run`, `scripts.build`
  std::string folder;  // of the repository, where the commands start
  int line = 0;        // before the first one of the text; 0: nobody knows
  // Nobody knows where the reader stands: what is below any folder is there.
  bool anywhere = false;
};
// Adds what the commands of a shell text name, but what the text itself makes or asks about.
void add_commands(NameCollector& out, std::string_view text, const CommandPlace& place);

}  // namespace pawl::guards
