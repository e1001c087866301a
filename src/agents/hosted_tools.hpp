// Tools that the servers of models use themselves: they search, fetch pages and call other servers
// in the name of whoever asks. An agent that has no network has none of those either.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"

namespace pawl::agents {

// Takes them out of a request of any of the APIs, and says which there were.
std::vector<std::string> remove_hosted_tools(Json& request);

}  // namespace pawl::agents
