// The kinds of failure that observations record. The names are byte-stable: the memory keeps them
// and other programs read them from the gateway.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::stages {

std::span<const std::string_view> failure_modes();

// Failures that are no guard's.
inline constexpr std::string_view kNoJson = "json_emit";            // no answer could be read
inline constexpr std::string_view kEditRefused = "patcher_reject";  // it did not fit the files
inline constexpr std::string_view kGitRefused = "git_refused";  // the change could not be committed
// The model cannot take the question.
inline constexpr std::string_view kContextTooSmall = "context_too_small";
inline constexpr std::string_view kUnknownFailure = "unknown";

// The modes of refusals by these rules (`syntax/parse-error`), each once, in the order of the
// table; `unknown` when there is none to name.
std::vector<std::string> failure_modes_of(std::span<const std::string> rules);

}  // namespace pawl::stages
