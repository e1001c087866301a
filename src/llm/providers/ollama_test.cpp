#include "llm/providers/ollama.hpp"

#include <doctest/doctest.h>

#include "llm/providers/http_bench.hpp"

namespace pawl::llm::ollama_test {
namespace {

constexpr const char* kList = R"({"data":[{"id":"qwen:4b","owned_by":"library"}]})";
constexpr const char* kShown =
    R"({"modelfile":"x","parameters":"stop \"x\"","model_info":{"qwen.context_length":40960}})";
constexpr const char* kShownWithContext =
    R"({"parameters":"num_ctx                        16384\nstop x","model_info":{}})";

const std::pair<int, std::string> kVersion{200, R"({"version":"0.12.0"})"};

std::string loaded(int context) {
  return Json::object({{"models", Json::array_of(std::vector<Json>{Json::object(
                                      {{"name", "qwen:4b"}, {"context_length", context}})})}})
      .dump();
}

}  // namespace

TEST_CASE("a check finds the context an Ollama server gives a model") {
  struct Row {
    const char* name;
    std::vector<std::pair<int, std::string>> replies;  // behind the list
    std::int64_t setting;
    std::int64_t context;  // 0: unknown
    bool enough;
  };
  const Row rows[] = {
      {"no Ollama", {{404, ""}}, 0, 0, true},
      {"a server that answers everything",
       {{200, R"({"error":"Unexpected endpoint"})"}},
       0,
       0,
       true},
      {"loaded with little", {kVersion, {200, kShown}, {200, loaded(4096)}}, 0, 4096, false},
      {"loaded with enough", {kVersion, {200, kShown}, {200, loaded(32768)}}, 0, 32768, true},
      {"its own num_ctx",
       {kVersion, {200, kShownWithContext}, {200, R"({"models":[]})"}},
       0,
       16384,
       true},
      {"loaded to see",
       {kVersion, {200, kShown}, {200, "{}"}, {200, "{}"}, {200, loaded(8192)}},
       0,
       8192,
       true},
      {"an old server",
       {kVersion, {200, kShown}, {404, ""}, {200, "{}"}, {404, ""}},
       0,
       4096,
       false},
      {"told by the setting", {}, 20000, 20000, true},
      {"told to be small", {}, 4000, 4000, false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    HttpBench bench;
    bench.http.answer(200, kList);
    for (const auto& [status, body] : row.replies) bench.http.answer(status, body);
    const auto model =
        openai_model(bench.ports(),
                     {.base_url = "http://h:11434/v1", .model = "qwen:4b", .context = row.setting});
    const auto health = model->check();
    REQUIRE(health);
    CHECK(health->context_length.value_or(0) == row.context);
    CHECK(bench.http.seen.size() == row.replies.size() + 1);
    const Status enough = check_context(*health, "openai:qwen:4b");
    REQUIRE(enough.ok() == row.enough);
    if (enough.ok()) continue;
    CHECK(enough.error().code == Errc::invalid);
    CHECK(contains(enough.error().message, std::to_string(row.context) + " tokens"));
    CHECK(contains(enough.error().message, "model.context"));
    if (row.setting == 0) CHECK(contains(enough.error().message, "PARAMETER num_ctx"));
  }
}

TEST_CASE("an Ollama server is asked beside the base URL, about the model") {
  HttpBench bench;
  bench.http.answer(200, kList);
  bench.http.answer(kVersion.first, kVersion.second);
  bench.http.answer(200, kShown);
  bench.http.answer(200, loaded(4096));
  REQUIRE(
      openai_model(bench.ports(), {.base_url = "http://h:11434/v1/", .model = "qwen:4b"})->check());
  CHECK(bench.http.seen[1].method == "GET");
  CHECK(bench.http.seen[1].url == "http://h:11434/api/version");
  CHECK(bench.http.seen[2].method == "POST");
  CHECK(bench.http.seen[2].url == "http://h:11434/api/show");
  CHECK(bench.http.seen[2].body == R"({"model":"qwen:4b"})");
  CHECK(bench.http.seen[3].url == "http://h:11434/api/ps");
}

TEST_CASE("a list that tells the context settles it") {
  HttpBench bench;
  bench.http.answer(200, R"({"data":[{"id":"qwen","max_model_len":8192}]})");
  const auto health =
      openai_model(bench.ports(), {.base_url = "http://h/v1", .model = "qwen"})->check();
  REQUIRE(health);
  CHECK(bench.http.seen.size() == 1);
}

}  // namespace pawl::llm::ollama_test
