// `--task TEXT`, as `pawl run` and `pawl plan` take it.
#pragma once

#include <string>
#include <string_view>

#include "cli/kit/command.hpp"

namespace pawl::cli {

// Invalid when the words are none or too many, when a plan says already what is to be done, or when
// no model is configured that could follow words.
Status check_task_words(const Context& context, const std::string& words,
                        const std::string& plan_file);
Error task_excludes(std::string_view flag, std::string_view why);

}  // namespace pawl::cli
