// INI as Python's configparser reads it. For the files of this module only; callers use check.hpp
// and data.hpp.
#pragma once

#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "syntax/check.hpp"

namespace pawl::syntax {

struct IniFile {
  Json sections = Json::object();
  std::vector<Diagnostic> faults;  // at most 20
};

// Keys before the first section stand under "". Unlike configparser a section may come again, as
// in .editorconfig; a key may not come again in the same one.
IniFile read_ini(std::string_view text);

}  // namespace pawl::syntax
