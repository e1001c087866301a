// Questions about a change, and what its defender can show for it: a line of the head, or nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "base/text/repo_path.hpp"
#include "critics/critique.hpp"

namespace pawl::critics {

// What a question is about. Byte-stable: in artifacts and in what models are asked for.
enum class Slot : std::uint8_t { evidence, edge, scope };
inline constexpr std::size_t kSlots = 3;
std::string_view to_string(Slot slot);

struct Question {
  Slot slot = Slot::evidence;
  std::string text;  // one line
};
// `{"questions": [...]}`: the first of each slot that can be read.
std::vector<Question> parse_questions(const Json& answer);
// What is asked for, sent to servers that hold a model to it.
Json questions_schema();
// What is taken: one question at least that can be read.
Json readable_questions_schema();

enum class Verdict : std::uint8_t { handled, gap, uncertain };
std::string_view to_string(Verdict verdict);  // byte-stable

struct Answer {
  Slot slot = Slot::evidence;
  Verdict verdict = Verdict::uncertain;
  std::string evidence;   // FILE:LINE
  std::string quote;      // that line
  std::string rationale;  // one line
  std::string busted;     // why what it shows does not hold; empty: it does, or shows nothing
};
// `{"answers": [...]}`: the first to each of the questions that can be read.
std::vector<Answer> parse_answers(const Json& answer, const std::vector<Question>& questions);
Json answers_schema();
Json readable_answers_schema();

// The text of a file of the head, as others may see it; nothing when there is none.
using HeadText = std::function<Result<std::optional<std::string>>(const RepoPath&)>;
// An answer that says `handled` has to show it: the line is there and holds what is quoted, else it
// is a gap, and `busted` says why.
Status hold_to_evidence(Answer& answer, const HeadText& head);

// What became of it all.
struct Dialogue {
  std::vector<Question> questions;
  std::vector<Answer> answers;  // of each question one, in their order
  std::string reason;           // why it came to no end; empty when it did
  std::size_t lines = 0;        // that changed
  std::size_t lines_read = 0;   // of those, that both were shown
  // Findings: an answer is not `handled`. Clean: all three questions were asked and are handled.
  Reading reading() const;
};
std::size_t count_of(const std::vector<Answer>& answers, Verdict verdict);
std::size_t busted_of(const std::vector<Answer>& answers);
Json to_json(const Dialogue& dialogue);
Dialogue dialogue_from_json(const Json& json);

}  // namespace pawl::critics
