// What coding agents are asked, put together from data/prompts, the pipeline's own texts, and
// artifacts. Text from elsewhere is framed as data, without secrets, and of bounded length.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stages/coding/bench.hpp"

namespace pawl::stages {

inline constexpr std::size_t kShownBytesMax =
    50'000;  // of a plan, a specification, a diff, reviews

// In a frame, cut in the middle where it is too long. `nothing` where the text is empty.
std::string shown_data(const Scope& scope, std::string_view label, std::string_view text,
                       std::size_t bytes_max = kShownBytesMax, std::string_view nothing = "(none)");

using PromptValues = std::vector<std::pair<std::string, std::string>>;
// The text with each `{NAME}` replaced by its value. What stands in a value stays as it is: an
// artifact that says `{NAME}` itself is data.
std::string filled(std::string_view text, const PromptValues& values);
// data/prompts/NAME.md with these values, and with `own` (what the pipeline says, with the
// artifacts it hands over) and `bail` where they are wanted.
Result<std::string> agent_prompt(const Scope& scope, std::string_view name, PromptValues values);
// The pipeline's own texts alone, with what it hands over in place of `{NAME}`.
Result<std::string> own_prompt(const Scope& scope);

// The plan of the run: an artifact, else what the request says. May be empty.
Result<std::string> plan_text(const Bench& bench);
// Of what it is a part, as a block behind it; empty where there is none.
std::string spec_block(const Bench& bench);
// All that the run changed, from its base to its head.
Result<std::string> whole_diff(const Bench& bench);

// The title of a Markdown text: its first heading, else its first line; one line.
std::string title_of_text(std::string_view text);
// A text that a model put into a fence as a whole, without it.
std::string without_fence(std::string_view text);

}  // namespace pawl::stages
