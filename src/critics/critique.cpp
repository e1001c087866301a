#include "critics/critique.hpp"

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"
#include "llm/answers/json_answer.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::critics {
namespace {

constexpr int kAnswersMax = 2;
constexpr std::size_t kTitleBytes = 300;
constexpr std::size_t kReasonBytes = 300;

std::string question_text(const ReviewQuestion& question, const std::string& diff) {
  return planner::render("prompts/review-user.md",
                         {{"title", planner::framed("what its maker calls it",
                                                    printable(question.title, kTitleBytes))},
                          {"diff", planner::framed("the change", diff)},
                          {"part", std::to_string(question.part)},
                          {"parts", std::to_string(question.parts)},
                          {"order", question.order}});
}

}  // namespace

std::string_view to_string(Reading reading) {
  switch (reading) {
    case Reading::findings: return "findings";
    case Reading::clean: return "clean";
    case Reading::unparsable: return "unparsable";
  }
  return "unparsable";
}

Result<Critique> critique(llm::ChatModel& model, llm::ChatRequest request, const Diff& diff,
                          const Chunk& chunk, EventSink& events) {
  request.schema = findings_schema();
  TRY_ASSIGN(const schema::JsonSchema schema,
             schema::JsonSchema::compile(readable_findings_schema()));
  const Result<llm::JsonAnswer> answer =
      llm::ask_json(model, std::move(request), schema, events, kAnswersMax);
  Critique out;
  if (!answer) {
    if (answer.error().code != Errc::invalid) return answer.error();
    out.reason = printable(answer.error().message, kReasonBytes);
    return out;
  }
  ParsedFindings parsed = parse_findings(answer->value);
  out.bad = parsed.bad;
  for (Finding& finding : parsed.findings) {
    if (settle(finding, diff, chunk)) {
      out.findings.push_back(std::move(finding));
    } else {
      ++out.unquoted;
    }
  }
  out.reading = out.findings.empty() ? Reading::clean : Reading::findings;
  return out;
}

planner::Prompt review_prompt(const ReviewQuestion& question, const std::string& diff,
                              const llm::Room& window) {
  return planner::made_prompt(window, planner::render("prompts/review-system.md", {}),
                              question_text(question, diff), {});
}

ChunkLimits limits_of(const ReviewQuestion& question, const llm::Room& window,
                      std::int64_t tokens_max) {
  ReviewQuestion widest = question;
  widest.part = widest.parts = 9999;
  const std::int64_t fixed = llm::weight_of(planner::render("prompts/review-system.md", {})) +
                             llm::weight_of(question_text(widest, {}));
  const std::int64_t total = window.weight(tokens_max);
  const std::int64_t one = std::min(window.weight(window.question_limit()), total);
  return {.chunk = std::max<std::int64_t>(0, one - fixed), .fixed = fixed, .total = total};
}

bool Review::is_clean() const {
  return reading == Reading::clean && unquoted == 0 && bad == 0 && unparsable == 0 &&
         coverage.whole();
}

Json to_json(const Review& review) {
  Json findings = Json::array();
  for (const Finding& finding : review.findings) findings.push(to_json(finding));
  const Coverage& coverage = review.coverage;
  return Json::object({{"reading", to_string(review.reading)},
                       {"findings", std::move(findings)},
                       {"bad", review.bad},
                       {"unquoted", review.unquoted},
                       {"parts", review.parts},
                       {"unparsable", review.unparsable},
                       {"reason", review.reason},
                       {"files", coverage.files},
                       {"files_read", coverage.files_read},
                       {"lines", coverage.lines},
                       {"lines_read", coverage.lines_read},
                       {"unread", Json::array_of(coverage.unread)}});
}

Review review_from_json(const Json& json) {
  const auto size = [&](std::string_view key) {
    return static_cast<std::size_t>(std::max<std::int64_t>(0, json[key].int_or(0)));
  };
  Review review{.bad = size("bad"),
                .unquoted = size("unquoted"),
                .parts = size("parts"),
                .unparsable = size("unparsable"),
                .reason = json["reason"].string_or("")};
  for (const Reading reading : {Reading::findings, Reading::clean}) {
    if (json["reading"].text() == to_string(reading)) review.reading = reading;
  }
  for (const Json& finding : json["findings"].items()) {
    review.findings.push_back(finding_from_json(finding));
  }
  review.coverage = {.files = size("files"),
                     .files_read = size("files_read"),
                     .lines = size("lines"),
                     .lines_read = size("lines_read")};
  for (const Json& path : json["unread"].items()) {
    review.coverage.unread.push_back(path.string_or(""));
  }
  return review;
}

void ReviewSum::add(const Chunk& chunk, Critique critique) {
  ++review_.parts;
  review_.bad += critique.bad;
  review_.unquoted += critique.unquoted;
  if (critique.reading == Reading::unparsable) {
    ++review_.unparsable;
    review_.reason = std::move(critique.reason);
    return;
  }
  answered_ = true;
  read_.push_back(chunk);
  for (Finding& finding : critique.findings) review_.findings.push_back(std::move(finding));
}

void ReviewSum::add_failure(std::string reason) {
  ++review_.parts;
  ++review_.unparsable;
  review_.reason = std::move(reason);
}

Review ReviewSum::of(const Diff& diff) const {
  Review review = review_;
  review.findings = merged(std::move(review.findings));
  review.coverage = coverage_of(diff, read_);
  if (!review.findings.empty()) {
    review.reading = Reading::findings;
  } else if (answered_ && review.unparsable == 0) {
    review.reading = Reading::clean;
  }
  return review;
}

}  // namespace pawl::critics
