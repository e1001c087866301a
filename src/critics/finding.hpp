// A fault that a critic names, and what becomes of it: read one by one, kept when it quotes a line
// that is in the change.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "critics/chunks.hpp"
#include "critics/diff.hpp"

namespace pawl::critics {

enum class Severity : std::uint8_t { nit, minor, major, blocker };
// Byte-stable: in the journal, in artifacts and in what models are asked for.
std::string_view to_string(Severity severity);
// Also other words that models use (`critical`, `warning`); minor where it is none of them.
Severity severity_named(std::string_view word);

struct Finding {
  Severity severity = Severity::minor;
  std::string category;  // one word: `logic`, `docs`
  std::string summary;   // one line
  std::string file;
  std::int64_t line = 0;       // of the head, from 1; 0: what it quotes was removed
  std::int64_t last_line = 0;  // as far as it goes; `line` where that is not known
  std::string quote;           // a line of the change, trimmed
  std::string who;             // the critic; empty: there is but one
  bool operator==(const Finding&) const = default;
};
Json to_json(const Finding& finding);
Finding finding_from_json(const Json& json);

// What a model answers, `{"findings": [...]}`: each item for itself.
struct ParsedFindings {
  std::vector<Finding> findings;
  std::size_t bad = 0;  // that say nothing one could look up
};
ParsedFindings parse_findings(const Json& answer);

// What is asked for, sent to servers that hold a model to it.
Json findings_schema();
// What is taken: a list that is empty, or has one item at least that can be read. A bad item
// spoils no good one.
Json readable_findings_schema();

// Whether it quotes a line that the chunk shows. Then it stands at that line: the one nearest to
// where the critic says it is, as the change has it. A line that says next to nothing (`}`) has to
// be where the critic says.
bool settle(Finding& finding, const Diff& diff, const Chunk& chunk);

// The worst first; of two that say the same of the same line the worse.
std::vector<Finding> merged(std::vector<Finding> findings);

std::size_t count_of(const std::vector<Finding>& findings, Severity severity);

}  // namespace pawl::critics
