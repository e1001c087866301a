// YAML documents read by yaml-cpp's events, with the checks it leaves out. For the files of this
// module only; callers use check.hpp and data.hpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "syntax/check.hpp"

namespace pawl::syntax {

enum class Aliases { expand, ignore };

struct YamlStream {
  std::vector<Json> documents;
  std::vector<Diagnostic> faults;  // at most 20; the documents are whole only when there is none
};

YamlStream read_yaml(std::string_view text, Aliases aliases);

// See line_of() in locate.hpp.
int line_in_yaml(std::string_view text, std::span<const std::string> path);

}  // namespace pawl::syntax
