// From words to the fields of a command. Uses CLI11, which only args.cpp includes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "cli/kit/command.hpp"

namespace pawl::cli {

// Flags every command takes.
struct GlobalFlags {
  bool help = false;
  std::optional<std::string> home;   // of --home
  std::optional<std::string> color;  // of --color: auto, always or never
  bool quiet = false;
  bool verbose = false;
};

// Puts the words after a command's name into its fields. Errc::invalid for an unknown flag (with
// the nearest one), a missing or wrong value, a missing or superfluous argument. With `--help`
// arguments may be missing. A flag given twice counts as its last value.
Result<GlobalFlags> parse_words(std::string_view name, Command& command,
                                std::span<const std::string> words);

// Errc::invalid for what --color does not know.
Status check_color(std::string_view word);

// `--yes` of `-y,--yes`; the short one when there is no long one.
std::string_view long_name(const Flag& flag);

}  // namespace pawl::cli
