// The text a person gives a command: `--body TEXT` or `--body-file FILE`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/kit/command.hpp"

namespace pawl::cli {

// A file named on the command line, relative to where the command was called; `-` is standard
// input, and `prompt` what a person at a terminal is asked then. At most a MiB.
Result<std::string> read_named_file(Context& context, const std::string& file,
                                    std::string_view prompt);

struct BodyFlags {
  std::optional<std::string> text;
  std::string file;

  bool given() const { return text.has_value() || !file.empty(); }
  // Empty when neither is given; invalid when both are.
  Result<std::string> read(Context& context, std::string_view prompt) const;
};

}  // namespace pawl::cli
