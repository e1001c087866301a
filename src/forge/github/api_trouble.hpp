// What an answer of GitHub that is no success means.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/time.hpp"
#include "forge/trouble.hpp"
#include "os/network/http.hpp"

namespace pawl::forge {

// Whether GitHub refused because it was asked too often: status 429, or 403 with the marks of the
// primary or a secondary limit.
bool is_rate_limit(const os::HttpResponse& response);

// Of a status that is no success. `asked` is `GET /repos/o/r`, without query. The message quotes
// what GitHub says of it; `retry_at` is set by who knows the limits.
Trouble api_trouble(std::string_view asked, const os::HttpResponse& response);

// Of an exchange that came to no answer.
Trouble exchange_trouble(std::string_view asked, const Error& error);

// Of the `errors` of a GraphQL answer.
Trouble graphql_trouble(std::string_view asked, const Json& errors);

}  // namespace pawl::forge
