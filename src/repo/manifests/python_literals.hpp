// Plain strings of a setup.py, read without running it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::repo {

struct PythonString {
  std::string value;
  std::string key;  // of the dictionary its list is in
  int line = 0;
};

// The plain string a keyword argument of the first call of that function gets, also by way of a
// variable that is set to one at the start of a line.
std::optional<PythonString> python_argument(std::string_view text, std::string_view function,
                                            std::string_view keyword);
// The strings of `keyword=[…]`, or of `keyword=name` where the file says `name = […]` at the start
// of a line. What is not a plain string is left out.
std::vector<PythonString> python_list(std::string_view text, std::string_view keyword);
// Those of `keyword={"key": […]}`, likewise.
std::vector<PythonString> python_lists_by_key(std::string_view text, std::string_view keyword);

}  // namespace pawl::repo
