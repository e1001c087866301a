#include "critics/qa.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::critics::qa_test {
namespace {

Json json_of(std::string_view text) {
  Result<Json> json = Json::parse(text);
  REQUIRE(json.ok());
  return *std::move(json);
}

std::vector<Question> three() {
  return {{.slot = Slot::evidence, .text = "Where does it add up?"},
          {.slot = Slot::edge, .text = "What of an empty list?"},
          {.slot = Slot::scope, .text = "Why a new name for it?"}};
}

Answer handled(const std::string& evidence, const std::string& quote) {
  return {.slot = Slot::edge,
          .verdict = Verdict::handled,
          .evidence = evidence,
          .quote = quote,
          .rationale = "It does."};
}

Answer held(Answer answer) {
  const Status done =
      hold_to_evidence(answer, [](const RepoPath& path) -> Result<std::optional<std::string>> {
        if (path.text() == "src/.a:b.py") return std::optional<std::string>("first line = 1\n");
        if (path.text() != "Makefile") return std::optional<std::string>();
        return std::optional<std::string>("all:\n\tcc -o prog main.c\n}\n");
      });
  REQUIRE(done.ok());
  return answer;
}

}  // namespace

TEST_CASE("of questions the first of each slot counts, and a bad one spoils no good one") {
  const auto questions = parse_questions(json_of(R"({"questions": [
      {"id": "Q3_scope", "question": "Why is there a\nnew name?"}, 7, {"id": "Q9", "question": "Is it well done?"},
      {"id": "Q2_edge", "question": "short"}, {"id": "Q1_evidence", "question": "Where does it add up?"},
      {"id": "Q1_evidence", "question": "And once more, where?"}]})"));
  REQUIRE(questions.size() == 2);
  CHECK(questions[0].text == "Where does it add up?");
  CHECK(questions[1].slot == Slot::scope);
  CHECK_FALSE(contains(questions[1].text, "\n"));
  CHECK(parse_questions(json_of("[]")).empty());
}

TEST_CASE("answers are to the questions that were asked") {
  const auto answers = parse_answers(json_of(R"({"answers": [
      {"id": "Q2_edge", "verdict": "Handled", "evidence": "a.py:1", "quote": "\n  x = 1\n"},
      {"id": "Q1_evidence", "verdict": "surely"}, {"id": "Q3_scope", "verdict": "gap", "evidence": null}]})"),
                                     {three()[0], three()[1]});
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].verdict == Verdict::handled);
  CHECK(answers[0].quote == "x = 1");
}

TEST_CASE("what is handled is shown: the line is there, and holds what is quoted") {
  for (const char* evidence : {"Makefile:2", "./Makefile:2:4", "Makefile:2-3"}) {
    CAPTURE(evidence);
    CHECK(held(handled(evidence, "cc -o prog main.c")).verdict == Verdict::handled);
  }
  CHECK(held(handled("Makefile:2", "2 +cc -o prog main.c")).verdict == Verdict::handled);
  CHECK(held(handled("src/.a:b.py:1", "first line = 1")).verdict == Verdict::handled);
  struct Row {
    const char* evidence;
    const char* quote;
    const char* why;
  };
  const Row rows[] = {{"", "cc -o prog main.c", "shows no line"},
                      {"Makefile", "cc -o prog main.c", "no FILE:LINE"},
                      {"Makefile:0", "cc -o prog main.c", "no FILE:LINE"},
                      {"../Makefile:2", "cc -o prog main.c", "no FILE:LINE"},
                      {"Makefile:2", "", "quotes nothing"},
                      {"Makefile:3", "}", "quotes nothing"},
                      {"file:2", "cc -o prog main.c", "there is no file file"},
                      {"Makefile:9", "cc -o prog main.c", "Makefile has 3 lines"},
                      {"Makefile:99999999999999999999", "cc -o prog main.c", "no FILE:LINE"},
                      {"Makefile:1", "cc -o prog main.c", "does not hold what is quoted"},
                      {"Makefile:2", "cc -o other main.c", "does not hold what is quoted"}};
  for (const Row& row : rows) {
    CAPTURE(row.evidence);
    CAPTURE(row.quote);
    const Answer answer = held(handled(row.evidence, row.quote));
    CHECK(answer.verdict == Verdict::gap);
    CHECK_MESSAGE(contains(answer.busted, row.why), answer.busted);
  }
  Answer open = handled("nowhere:1", "");
  open.verdict = Verdict::uncertain;
  CHECK(held(open).verdict == Verdict::uncertain);
}

TEST_CASE("nothing but three questions that are handled is clean") {
  Dialogue dialogue{.questions = three()};
  CHECK(dialogue.reading() == Reading::unparsable);
  for (const Question& question : three()) {
    dialogue.answers.push_back({.slot = question.slot, .verdict = Verdict::handled});
  }
  CHECK(dialogue.reading() == Reading::clean);
  Dialogue stopped = dialogue;
  stopped.reason = "only two could be read";
  CHECK(stopped.reading() == Reading::unparsable);
  Dialogue two = dialogue;
  two.answers.pop_back();
  CHECK(two.reading() == Reading::unparsable);
  dialogue.answers[1] = {.slot = Slot::edge,
                         .verdict = Verdict::gap,
                         .evidence = "a.py:3",
                         .quote = "x = 1",
                         .rationale = "It does.",
                         .busted = "there is no file a.py"};
  CHECK(dialogue.reading() == Reading::findings);
  dialogue.lines = 4;
  dialogue.lines_read = 3;
  const Dialogue again = dialogue_from_json(to_json(dialogue));
  CHECK(to_json(again).dump() == to_json(dialogue).dump());
  CHECK(busted_of(again.answers) == 1);
}

}  // namespace pawl::critics::qa_test
