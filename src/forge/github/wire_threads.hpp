// What GitHub's GraphQL answers about threads of review comments, as the values of every forge.
#pragma once

#include <string_view>

#include "base/json.hpp"
#include "forge/values.hpp"

namespace pawl::forge {

extern const std::string_view kThreadsQuery;
extern const std::string_view kReplyMutation;
extern const std::string_view kResolveMutation;

// Without comments that their author has not sent yet.
Thread thread_from(const Json& node, std::int64_t number);
Comment thread_comment_from(const Json& node, std::int64_t number);

}  // namespace pawl::forge
