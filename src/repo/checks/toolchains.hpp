// What of the machine must be readable for a program outside the system's folders to run. Only
// toolchains whose shape is known are shown with their folder; of any other program the file alone
// is, for what lies beside it may be anything of the user's.
#pragma once

#include <string>
#include <vector>

namespace pawl::repo {

// The files and folders for a program, by its path and by where the links of that lead. Empty for
// programs of the system (/usr, /bin …).
std::vector<std::string> readable_for(const std::string& program);

}  // namespace pawl::repo
