// `pawl init --pipelines`: a folder `.pawl` with an example that says in comments what there is.
#pragma once

#include <string>
#include <vector>

#include "cli/kit/command.hpp"

namespace pawl::cli {

// Answers the files it wrote into `.pawl` of that folder. All of them or none: denied when one is
// there already and `replace` is not wanted, or when `.pawl` leads elsewhere.
enum class Replace : std::uint8_t { no, yes };
Result<std::vector<std::string>> write_pipelines(Context& context, const std::string& folder,
                                                 Replace replace);

}  // namespace pawl::cli
