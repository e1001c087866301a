#include "agents/hosted_tools.hpp"

#include <doctest/doctest.h>

namespace pawl::agents::hosted_tools_test {

TEST_CASE("what a model's server would do on the network is taken out of requests") {
  struct Row {
    const char* request;
    const char* left;
    std::vector<std::string> removed;
  };
  const Row rows[] = {
      {R"({"model":"m","tools":[{"type":"function","name":"web_search"}]})",
       R"({"model":"m","tools":[{"type":"function","name":"web_search"}]})",
       {}},
      {R"({"tools":[{"type":"function"},{"type":"web_search","external_web_access":true}]})",
       R"({"tools":[{"type":"function"}]})",
       {"web_search"}},
      {R"({"tools":[{"type":"mcp","server_url":"https://evil.example"}]})",
       R"({"tools":[]})",
       {"mcp"}},
      {R"({"mcp_servers":[{}],"tools":[{"name":"Bash"},{"type":"web_fetch_20250910","name":"web_fetch"}]})",
       R"({"tools":[{"name":"Bash"}]})",
       {"mcp_servers", "web_fetch_20250910"}},
      {R"({"tools":[{"googleSearch":{}},{"functionDeclarations":[],"urlContext":{}}]})",
       R"({"tools":[{"functionDeclarations":[]}]})",
       {"googleSearch", "urlContext"}},
      {R"({"web_search_options":{},"tools":"none"})",
       R"({"tools":"none"})",
       {"web_search_options"}}};
  for (const Row& row : rows) {
    CAPTURE(row.request);
    Json request = Json::parse(row.request).value();
    CHECK(remove_hosted_tools(request) == row.removed);
    CHECK(request.dump() == row.left);
  }
}

}  // namespace pawl::agents::hosted_tools_test
