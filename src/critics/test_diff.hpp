// Changes for the tests of this module.
#pragma once

#include <string>

#include "critics/diff.hpp"

namespace pawl::critics {

// A new file of so many lines, `PATH line N`.
inline std::string new_file_diff(const std::string& path, int lines) {
  std::string text = "diff --git a/" + path + " b/" + path +
                     "\nnew file mode 100644\n--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1," +
                     std::to_string(lines) + " @@\n";
  for (int i = 1; i <= lines; ++i) text += "+" + path + " line " + std::to_string(i) + "\n";
  return text;
}

}  // namespace pawl::critics
