// How an agent says that it may not go on: a file at the top of its folder, or of its HOME where it
// may not write into the folder. `pawl bail` writes the same file.
#pragma once

#include <optional>
#include <string_view>

#include "agents/agent.hpp"
#include "base/text/fixed_words.hpp"
#include "os/files/root.hpp"

namespace pawl::agents {

inline constexpr std::string_view kBailFile = ".pawl-bail.json";  // {"class": …, "detail": …}
// Names the file to the agent, and to `pawl bail`.
inline constexpr std::string_view kBailVariable = "PAWL_BAIL_FILE";

// What a bail can be for, byte-stable: other programs read them. Whatever else is said is `other`,
// the last of them.
WordsView bail_classes();

// The file of a folder that an agent had, read and removed. An empty one is none; one that cannot
// be read, or says something else, is a bail all the same: somebody wanted to stop.
std::optional<Bail> take_bail(os::Root& folder);

// `security` as it stands, a class that Pawl does not know as `other`.
Bail bail_of(std::string_view bail_class, std::string_view detail);

}  // namespace pawl::agents
