#include "critics/qa.hpp"

#include <algorithm>
#include <array>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/text.hpp"
#include "critics/quotes.hpp"

namespace pawl::critics {
namespace {

constexpr std::size_t kQuestionMin = 10;
constexpr std::size_t kQuestionMax = 500;
constexpr std::size_t kEvidenceBytes = 1000;
constexpr std::size_t kRationaleBytes = 400;

constexpr std::array<Slot, kSlots> kAll = {Slot::evidence, Slot::edge, Slot::scope};
constexpr Verdict kVerdicts[] = {Verdict::handled, Verdict::gap, Verdict::uncertain};

std::optional<Slot> slot_named(std::string_view name) {
  for (const Slot slot : kAll) {
    if (trim(name) == to_string(slot)) return slot;
  }
  return std::nullopt;
}

std::optional<Verdict> verdict_named(std::string_view name) {
  for (const Verdict verdict : kVerdicts) {
    if (equal_folded(trim(name), to_string(verdict))) return verdict;
  }
  return std::nullopt;
}

Json dialogue_schema(std::string_view name) {
  const auto text = asset(name);
  PAWL_CHECK(text.has_value(), name);
  Result<Json> schema = Json::parse(*text);
  return std::move(schema.value());
}

std::optional<Question> question_in(const Json& item) {
  const auto slot = slot_named(item["id"].text());
  const std::string_view text = trim(item["question"].text());
  if (!slot || text.size() < kQuestionMin) return std::nullopt;
  return Question{.slot = *slot, .text = printable(text, kQuestionMax)};
}

std::optional<Answer> answer_in(const Json& item) {
  const auto slot = slot_named(item["id"].text());
  const auto verdict = verdict_named(item["verdict"].text());
  if (!slot || !verdict) return std::nullopt;
  return Answer{.slot = *slot,
                .verdict = *verdict,
                .evidence = printable(trim(item["evidence"].text()), kEvidenceBytes),
                .quote = quoted_line(item["quote"].text()),
                .rationale = printable(trim(item["rationale"].text()), kRationaleBytes),
                .busted = printable(item["busted"].text(), kRationaleBytes)};
}

template <class Item>
const Item* of_slot(const std::vector<Item>& items, Slot slot) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const Item& each) { return each.slot == slot; });
  return found == items.end() ? nullptr : &*found;
}

struct Place {
  RepoPath path;
  std::size_t line = 0;  // from 1
};

// `path:12`, also `path:12:3` and `path:12-14`, where the first line counts.
std::optional<Place> place_in(std::string_view evidence) {
  for (auto colon = evidence.find(':'); colon != std::string_view::npos;
       colon = evidence.find(':', colon + 1)) {
    const std::string_view behind = evidence.substr(colon + 1);
    const auto digits = std::min(behind.find_first_not_of("0123456789"), behind.size());
    const std::string_view rest = behind.substr(digits);
    if (digits == 0 || rest.find_first_not_of("0123456789:-") != std::string_view::npos) continue;
    const auto line = parse_int(behind.substr(0, digits));
    Result<RepoPath> path = RepoPath::parse(evidence.substr(0, colon));
    if (!line || *line < 1 || !path) return std::nullopt;
    return Place{.path = *std::move(path), .line = static_cast<std::size_t>(*line)};
  }
  return std::nullopt;
}

// Empty when it holds.
Result<std::string> why_busted(const Answer& answer, const HeadText& head) {
  if (answer.evidence.empty()) return std::string("it shows no line");
  const auto place = place_in(answer.evidence);
  if (!place) return std::string("what it shows is no FILE:LINE");
  if (!says_something(answer.quote)) return std::string("it quotes nothing that says something");
  TRY_ASSIGN(const std::optional<std::string> text, head(place->path));
  if (!text) return "there is no file " + place->path.text();
  const auto lines = split_lines(*text);
  if (place->line > lines.size()) {
    return place->path.text() + " has " + counted(lines.size(), "line");
  }
  if (is_quoted(lines[place->line - 1], answer.quote)) return std::string();
  return "line " + std::to_string(place->line) + " of " + place->path.text() +
         " does not hold what is quoted";
}

}  // namespace

std::string_view to_string(Slot slot) {
  switch (slot) {
    case Slot::evidence: return "Q1_evidence";
    case Slot::edge: return "Q2_edge";
    case Slot::scope: return "Q3_scope";
  }
  return "Q1_evidence";
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::handled: return "handled";
    case Verdict::gap: return "gap";
    case Verdict::uncertain: return "uncertain";
  }
  return "uncertain";
}

std::vector<Question> parse_questions(const Json& answer) {
  std::vector<Question> said;
  for (const Json& item : answer["questions"].items()) {
    if (auto question = question_in(item)) said.push_back(*std::move(question));
  }
  std::vector<Question> out;
  for (const Slot slot : kAll) {
    if (const Question* question = of_slot(said, slot)) out.push_back(*question);
  }
  return out;
}

Json questions_schema() { return dialogue_schema("schemas/critics-qa-questions.json"); }
Json readable_questions_schema() {
  return dialogue_schema("schemas/critics-qa-questions-readable.json");
}

std::vector<Answer> parse_answers(const Json& answer, const std::vector<Question>& questions) {
  std::vector<Answer> said;
  for (const Json& item : answer["answers"].items()) {
    if (auto one = answer_in(item)) said.push_back(*std::move(one));
  }
  std::vector<Answer> out;
  for (const Question& question : questions) {
    if (const Answer* one = of_slot(said, question.slot)) out.push_back(*one);
  }
  return out;
}

Json answers_schema() { return dialogue_schema("schemas/critics-qa-answers.json"); }
Json readable_answers_schema() {
  return dialogue_schema("schemas/critics-qa-answers-readable.json");
}

Status hold_to_evidence(Answer& answer, const HeadText& head) {
  if (answer.verdict != Verdict::handled) return Done{};
  TRY_ASSIGN(const std::string why, why_busted(answer, head));
  if (why.empty()) return Done{};
  answer.verdict = Verdict::gap;
  answer.busted = printable(why, kRationaleBytes);
  return Done{};
}

Reading Dialogue::reading() const {
  const std::size_t handled = count_of(answers, Verdict::handled);
  if (handled < answers.size()) return Reading::findings;
  return handled == kSlots && reason.empty() ? Reading::clean : Reading::unparsable;
}

std::size_t count_of(const std::vector<Answer>& answers, Verdict verdict) {
  return static_cast<std::size_t>(std::count_if(
      answers.begin(), answers.end(), [&](const Answer& each) { return each.verdict == verdict; }));
}

std::size_t busted_of(const std::vector<Answer>& answers) {
  return static_cast<std::size_t>(std::count_if(
      answers.begin(), answers.end(), [](const Answer& each) { return !each.busted.empty(); }));
}

Json to_json(const Dialogue& dialogue) {
  Json questions = Json::array();
  for (const Question& one : dialogue.questions) {
    questions.push(Json::object({{"id", to_string(one.slot)}, {"question", one.text}}));
  }
  Json answers = Json::array();
  for (const Answer& one : dialogue.answers) {
    answers.push(Json::object({{"id", to_string(one.slot)},
                               {"verdict", to_string(one.verdict)},
                               {"evidence", one.evidence},
                               {"quote", one.quote},
                               {"rationale", one.rationale},
                               {"busted", one.busted}}));
  }
  return Json::object({{"questions", std::move(questions)},
                       {"answers", std::move(answers)},
                       {"reason", dialogue.reason},
                       {"lines", dialogue.lines},
                       {"lines_read", dialogue.lines_read}});
}

Dialogue dialogue_from_json(const Json& json) {
  const auto size = [&](std::string_view key) {
    return static_cast<std::size_t>(std::max<std::int64_t>(0, json[key].int_or(0)));
  };
  Dialogue dialogue{.questions = parse_questions(json),
                    .reason = json["reason"].string_or(""),
                    .lines = size("lines"),
                    .lines_read = size("lines_read")};
  dialogue.answers = parse_answers(json, dialogue.questions);
  return dialogue;
}

}  // namespace pawl::critics
