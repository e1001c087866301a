#include "agents/own_talk.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::agents::own_talk_test {
namespace {

Json command(const std::string& text) { return Json::object({{"do", "bash"}, {"command", text}}); }

std::int64_t bytes_of(const Talk& talk) {
  std::int64_t bytes = 0;
  for (const llm::Message& message : talk.messages()) {
    bytes += static_cast<std::int64_t>(message.content.size());
  }
  return bytes;
}

}  // namespace

TEST_CASE("a talk that grows leaves out what is oldest, and keeps task and latest results") {
  Talk talk("the task", 16'000);
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    talk.add(command("cat " + number), "result " + number + " " + std::string(8'000, 'x'));
    REQUIRE(talk.fit());
  }
  const auto messages = talk.messages();
  CHECK(messages.size() == 42);
  CHECK(messages[1].content == "the task");
  CHECK(contains(messages[3].content, "left out"));
  CHECK(messages.back().content.starts_with("result 19 "));
  CHECK(messages.back().content.size() > 8'000);
  CHECK(bytes_of(talk) < 16'000 * 3);
}

TEST_CASE("long texts of old actions go, and the latest result is cut when nothing else helps") {
  Talk talk("the task", 9'000);
  const Json write =
      Json::object({{"do", "write"}, {"path", "a.txt"}, {"text", std::string(20'000, 'y')}});
  talk.add(write, "wrote a.txt");
  talk.add(command("cat a.txt"), std::string(12'000, 'z'));
  REQUIRE(talk.fit());
  const auto messages = talk.messages();
  CHECK(contains(messages[2].content, "20000 bytes, left out"));
  CHECK(contains(messages[2].content, "a.txt"));
  CHECK(messages[5].content.size() <= 12'000);
  CHECK(bytes_of(talk) < 9'000 * 3);
}

TEST_CASE("a task that does not fit is said to, and a server that takes less gets less") {
  Talk large(std::string(100'000, 'x'), 8'192);
  CHECK_FALSE(large.fit());

  Talk talk("the task", 0);
  for (int i = 0; i < 5; ++i) talk.add(command("echo"), std::string(10'000, 'x'));
  REQUIRE(talk.fit());
  const std::int64_t before = bytes_of(talk);
  int times = 0;
  while (talk.shrink()) ++times;
  CHECK(times > 2);
  CHECK(times < 20);
  CHECK(bytes_of(talk) < before / 3);
}

TEST_CASE("whether steps lead anywhere") {
  const auto going = [](const std::string& results) {
    Talk talk("the task", 0);
    for (const char result : results) talk.add(command("make"), std::string(1, result));
    return talk.going();
  };
  CHECK(going("") == Going::on);
  CHECK(going("aa") == Going::on);
  CHECK(going("aaa") == Going::repeats);
  CHECK(going("aaaaaa") == Going::in_circle);
  CHECK(going("abababab") == Going::repeats);
  CHECK(going("abcabcabcabc") == Going::in_circle);
  CHECK(going("abacadaeafagahai") == Going::on);
}

}  // namespace pawl::agents::own_talk_test
