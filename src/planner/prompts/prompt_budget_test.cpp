#include "planner/prompts/prompt_budget.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::planner::prompt_budget_test {
namespace {

Block block(std::string name, Priority priority, const std::string& text) {
  Block out{.name = std::move(name), .place = "all", .priority = priority};
  out.units = line_units(text);
  out.wrap = [](const std::string& body, bool whole) {
    return (whole ? "<" : "<cut ") + body + ">\n";
  };
  return out;
}

std::string lines(const std::string& word, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += word + " line\n";
  return out;
}

llm::Room window_of(std::int64_t question_tokens) {
  return {.model = "openai:small", .hint = {}, .prompt_max = question_tokens + 400};
}

}  // namespace

TEST_CASE("what fits is whole; what does not is cut by priority, and says so") {
  const std::vector<Block> blocks{block("history", Priority::history, lines("old", 30)),
                                  block("evidence", Priority::evidence, lines("test", 30))};
  const auto all = fit(blocks, 0, window_of(1'000));
  REQUIRE(all);
  CHECK((*all)[0].whole());
  CHECK((*all)[0].text == "<" + lines("old", 30) + ">\n");
  const auto some = fit(blocks, 0, window_of(160));
  REQUIRE(some);
  CHECK((*some)[1].whole());
  CHECK_FALSE((*some)[0].whole());
  CHECK(contains((*some)[0].text, "<cut old line\n"));
  CHECK(contains((*some)[0].text, " more lines left out …]\n>"));
  CHECK((*some)[0].cut + line_count((*some)[0].text) == 32);
  const auto few = fit(blocks, 0, window_of(60));
  REQUIRE(few);
  CHECK((*few)[0].text.empty());
  CHECK((*few)[0].cut == 30);
  CHECK(left_out_note(*few) == "Left out of this question for want of room: history.\n");
}

TEST_CASE("never more than the limit, whatever the blocks are") {
  for (std::int64_t tokens = 40; tokens < 700; tokens += 7) {
    CAPTURE(tokens);
    std::vector<Block> blocks{block("a", Priority::target, lines("some", 40)),
                              block("b", Priority::evidence, lines("other 12345 =====", 40)),
                              block("c", Priority::facts, lines("third", 10))};
    blocks[0].fill_up = true;
    for (std::size_t i = 0; i < blocks[0].units.size(); ++i) {
      blocks[0].units[i].rank = i % 3 == 0 ? static_cast<int>(i % 5) : kSpare;
    }
    blocks[1].more = 7;
    const llm::Room window = window_of(tokens);
    const auto fitted = fit(blocks, 60, window);
    REQUIRE(fitted);
    CHECK(window.tokens(60 + llm::weight_of(text_at(*fitted, "all"))) <= tokens);
  }
}

TEST_CASE("endless evidence leaves room for what it is about") {
  const std::vector<Block> blocks{block("evidence", Priority::evidence, lines("test", 900)),
                                  block("target", Priority::target, lines("code", 100)),
                                  block("facts", Priority::facts, lines("fact", 10))};
  const auto fitted = fit(blocks, 0, window_of(1'200));
  REQUIRE(fitted);
  CHECK((*fitted)[0].tokens > 480);
  CHECK((*fitted)[0].cut > 100);
  CHECK((*fitted)[1].whole());
  CHECK((*fitted)[2].whole());
}

TEST_CASE("ranks say what of a block is kept, spare units come all or not at all") {
  Block one = block("a", Priority::target, lines("first", 20));
  one.units.resize(4);
  one.units[0].text = lines("a", 30);
  one.units[2].text = "third\n";
  one.units[0].rank = one.units[1].rank = one.units[3].rank = kSpare;
  const auto cut = fit({one}, 0, window_of(80));
  REQUIRE(cut);
  CHECK((*cut)[0].text ==
        "<cut [… 31 more lines left out …]\nthird\n[… 1 more line left out …]\n>\n");
  one.fill_up = true;
  one.units[0].text = "a\n";
  one.units[1].text = lines("b", 60);
  const auto filled = fit({one}, 0, window_of(80));
  REQUIRE(filled);
  CHECK((*filled)[0].text ==
        "<cut a\n[… 60 more lines left out …]\nthird\n[… 1 more line left out …]\n>\n");
  one.fill_up = false;
  const auto whole = fit({one}, 0, window_of(200));
  REQUIRE(whole);
  CHECK((*whole)[0].whole());
}

TEST_CASE("notes of a file name its lines") {
  Block file = block("a", Priority::target, "");
  file.units = {{.text = "a\nb\n", .rank = 0, .line = 1},
                {.text = "c\nd\ne\n", .rank = kSpare, .line = 3},
                {.text = "f\n", .rank = 0, .line = 6},
                {.text = lines("long", 60), .rank = kSpare, .line = 7}};
  file.lines = 66;
  const auto cut = fit({file}, 0, window_of(110));
  REQUIRE(cut);
  CHECK((*cut)[0].text ==
        "<cut a\nb\n[… lines 3 to 5 of 66 left out …]\nf\n"
        "[… lines 7 to 66 of 66 left out …]\n>\n");
  CHECK((*cut)[0].cut == 63);
}

TEST_CASE("a block may stand for what another one leaves out") {
  Block outline = block("outline", Priority::target, "function f\n");
  outline.only_when_cut = "file";
  const Block file = block("file", Priority::target, lines("text", 20));
  const auto whole = fit({file, outline}, 0, window_of(500));
  REQUIRE(whole);
  CHECK(whole->size() == 1);
  Block spare = file;
  for (Unit& unit : spare.units) unit.rank = kSpare;
  const auto cut = fit({spare, outline}, 0, window_of(50));
  REQUIRE(cut);
  REQUIRE(cut->size() == 2);
  CHECK((*cut)[1].text == "<function f\n>\n");
}

TEST_CASE("what is needed and does not fit is an error with a way out") {
  Block needed = block("target big.py", Priority::target, lines("text", 200));
  for (Unit& unit : needed.units) unit.needed = true;
  const auto by_setting = fit({needed}, 600, window_of(100));
  REQUIRE_FALSE(by_setting);
  CHECK(by_setting.error().code == Errc::invalid);
  CHECK(contains(by_setting.error().message, "openai:small is asked no more than 500 tokens"));
  CHECK(contains(by_setting.error().message, "100 are left for the question, and it needs 7"));
  CHECK(contains(by_setting.error().message, "for target big.py"));
  CHECK(contains(by_setting.error().message, "Raise prompt.tokens_max"));
  const llm::Room small{.model = "openai:tiny",
                        .hint = "Ollama decides it",
                        .context = 1'200,
                        .answer = 4096,
                        .prompt_max = 16'000};
  const auto by_context = fit({needed}, 600, small);
  REQUIRE_FALSE(by_context);
  CHECK(contains(by_context.error().message,
                 "openai:tiny has a context of 1200 tokens, of which 400 are kept"));
  CHECK(contains(by_context.error().message, "lower model.max_tokens. Ollama decides it"));
}

TEST_CASE("the ends of a text go before its middle") {
  const std::vector<Unit> units = end_units(lines("x", 40), 1);
  REQUIRE(units.size() == 40);
  CHECK(units.front().rank == 1);
  CHECK(units.back().rank == 1);
  CHECK(units[20].rank == 4);
  CHECK(line_units("a\n\nb\n\n\n").size() == 3);
}

TEST_CASE("many names are counted") {
  std::vector<Fitted> none(6, {.name = std::string(200, 'n'), .place = {}, .text = {}});
  const std::string note = left_out_note(none);
  CHECK(contains(note, ", 2 more."));
  CHECK(llm::weight_of(note) <= left_out_weight());
  none[0].text = "there";
  CHECK(contains(left_out_note(none), ", 1 more."));
}

}  // namespace pawl::planner::prompt_budget_test
