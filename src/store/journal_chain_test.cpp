#include "store/journal_chain.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "store/journal.hpp"
#include "store/journal_line.hpp"
#include "store/test_support.hpp"

namespace pawl::store::journal_chain_test {

constexpr EventKind kStep{"stage.end", "text", Durability::durable, "for tests"};

Event step(std::string_view text) {
  return {.kind = kStep, .data = Json::object({{"text", text}})};
}

struct Fixture {
  TestFolder folder;
  std::unique_ptr<os::Clock> clock = os::real_clock();
  Redactor redactor;

  std::unique_ptr<Journal> open() {
    auto opened = Journal::open(folder.path(), test_run(), *clock, redactor);
    REQUIRE(opened);
    return *std::move(opened);
  }
  std::string path() const { return folder.path() + "/events.jsonl"; }
  std::string text() const { return os::real_files()->read(path()).value(); }
  void write(const std::string& text) const {
    REQUIRE(os::real_files()->write_atomic(path(), text));
  }
  ReadChain chain() const {
    auto read = read_chain(folder.path());
    REQUIRE(read);
    return *std::move(read);
  }
  void fill() {
    const auto journal = open();
    for (const Event& event :
         {operation("a"), step("b"), operation("c"), operation("d"), step("e"), operation("f")}) {
      REQUIRE(journal->append(event));
    }
  }
};

std::vector<std::uint64_t> numbers(const ReadChain& chain) {
  std::vector<std::uint64_t> out;
  for (const Link& link : chain.links) out.push_back(link.seq);
  return out;
}

TEST_CASE("durable events carry a link, buffered ones do not") {
  Fixture fixture;
  fixture.fill();
  const ReadChain chain = fixture.chain();
  CHECK(chain.broken == "");
  CHECK(numbers(chain) == std::vector<std::uint64_t>{2, 5});
  CHECK(chain.last_seq == 6);
  const std::string text = fixture.text();
  const auto lines = split_lines(text);
  CHECK(link_of(lines[1]) == "");
  CHECK(link_of(lines[2]) == chain.links[0].hash);
  // As anybody may compute it: the link before, and every byte since.
  const std::string all(lines[0].data(), lines[2].data());
  std::string bare(lines[2]);
  bare.replace(bare.find(",\"chain\""), std::string::npos, "}");
  CHECK(digest_hex(Hash::sha256, {all, bare, "\n"}) == chain.links[0].hash);
  // Readers of events do not see it.
  const auto content = read_journal(fixture.folder.path());
  REQUIRE(content);
  CHECK(content->events[1].data["text"].text() == "b");
}

TEST_CASE("a change of any byte before a link is seen at it") {
  Fixture fixture;
  fixture.fill();
  const std::string whole = fixture.text();
  struct Row {
    const char* from;
    const char* to;
    const char* broken;
  };
  const Row rows[] = {
      {R"("text":"a")", R"("text":"x")", "before event 3"},
      {R"("text":"c")", R"("text":"x")", "between event 2 and event 5"},
      {R"("text":"d")", R"("text": "d")", "between event 2 and event 5"},
      {R"("text":"e")", R"("text":"x")", "between event 2 and event 5"},
      {R"("seq":4)", R"("seq":9)", "after event 3"},
      {R"("run":"demo-0a1b2c")", R"("run":"demo-ffffff")", "before event 3"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.to);
    fixture.write(replace_all(whole, row.from, row.to));
    CHECK(fixture.chain().broken == row.broken);
  }
  // Behind the newest link nothing shows it.
  fixture.write(replace_all(whole, R"("text":"f")", R"("text":"x")"));
  CHECK(fixture.chain().broken == "");
}

TEST_CASE("a line left out, or two that changed places, break the chain") {
  Fixture fixture;
  fixture.fill();
  std::vector<std::string> lines;
  const std::string whole = fixture.text();
  for (const std::string_view line : split_lines(whole)) lines.push_back(std::string(line) + "\n");
  const auto joined = [](const std::vector<std::string>& all) { return join(all, ""); };
  auto without = lines;
  without.erase(without.begin() + 3);
  fixture.write(joined(without));
  CHECK(fixture.chain().broken == "after event 2");
  auto swapped = lines;
  std::swap(swapped[3], swapped[4]);
  fixture.write(joined(swapped));
  CHECK(fixture.chain().broken == "after event 2");
}

TEST_CASE("the chain goes on after a crash, and over what others append") {
  Fixture fixture;
  fixture.fill();
  fixture.write(fixture.text() + R"({"seq":7,"at":"2026-01-01T)");  // torn
  CHECK(fixture.chain().broken == "");
  const auto one = fixture.open();
  const auto other = fixture.open();
  for (const auto* journal : {&one, &other, &other, &one}) {
    REQUIRE((*journal)->append(operation("g")));
    REQUIRE((*journal)->append(step("h")));
  }
  const ReadChain chain = fixture.chain();
  CHECK(chain.broken == "");
  CHECK(numbers(chain) == std::vector<std::uint64_t>{2, 5, 8, 10, 12, 14});
}

TEST_CASE("a journal of an older program has no links, and the first one covers it") {
  Fixture fixture;
  const JournalEvent old{.seq = 1,
                         .at = fixture.clock->now(),
                         .name = "stage.end",
                         .data = Json::object({{"text", "old"}})};
  fixture.write(journal_header("demo-0a1b2c") + journal_line(old));
  CHECK(fixture.chain().links.empty());
  REQUIRE(fixture.open()->append(step("new")));
  CHECK(numbers(fixture.chain()) == std::vector<std::uint64_t>{2});
  fixture.write(replace_all(fixture.text(), "\"old\"", "\"odd\""));
  CHECK(fixture.chain().broken == "before event 3");
}

TEST_CASE("much that is buffered is hashed before it is kept") {
  Fixture fixture;
  const auto journal = fixture.open();
  for (int i = 0; i < 40; ++i) REQUIRE(journal->append(operation(std::string(5'000, 'x'))));
  REQUIRE(journal->append(step("end")));
  CHECK(fixture.chain().broken == "");
  REQUIRE(fixture.open()->append(step("once more")));
  CHECK(numbers(fixture.chain()) == std::vector<std::uint64_t>{41, 42});
}

TEST_CASE("what looks like a link inside the data is none") {
  const std::string hash(64, 'a');
  const std::string data = R"({"seq":1,"data":{"x":"y","chain":")" + hash + "\"}}";
  CHECK(link_of(data) == "");
  CHECK(link_of(R"({"seq":1,"data":{},"chain":")" + hash + "\"}") == hash);
  CHECK(link_of(R"({"seq":1,"data":{},"chain":")" + std::string(64, 'z') + "\"}") == "");
  CHECK(link_of("") == "");
}

}  // namespace pawl::store::journal_chain_test
