// What tests put in the place of something else: mocks, stubs, patches, functions of their own. For
// the files of this folder only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

struct StandIn {
  std::string name;         // of what it stands for: `parse`, also of a method
  bool definition = false;  // a function or type of the file itself
};

// Those that a line makes; `text` is that of the whole file, for what a mocked module offers.
std::vector<StandIn> stand_ins_in(std::string_view line, std::string_view text);

}  // namespace pawl::guards
