// What programs call their version, asked in the sandbox.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evidence/own_parser.hpp"

namespace pawl::evidence {

// Of each program the first line that it prints for `--version`, without characters that command a
// terminal; empty when it is not there, prints none, or does not end in time. Sorted by name, each
// once.
std::vector<std::pair<std::string, std::string>> tool_versions(
    const ParserPorts& ports, std::span<const std::string> programs);

}  // namespace pawl::evidence
