// The parts of a configuration file that somebody could take away: its tables, keys, dependencies,
// jobs and steps. For removed_config.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"
#include "guards/config/config_document.hpp"

namespace pawl::guards {

enum class UnitKind : std::uint8_t { section, key, dependency };

struct ConfigUnit {
  UnitKind kind = UnitKind::key;
  std::string value;  // as JSON, to find it again under another name
};
using UnitPath = std::vector<std::string>;
using ConfigUnits = std::map<UnitPath, ConfigUnit>;

// How a well-known configuration file is written; nothing for any other file.
std::optional<ConfigForm> form_of_config(const RepoPath& path);
// Of the whole file; empty when it does not parse.
ConfigUnits units_of(const RepoPath& path, ConfigForm form, std::string_view text);

// `project.scripts.app`
std::string shown(const UnitPath& path);
// The last name, with dashes and letter case folded, without a version or the prefix of a tool.
std::string signature(const UnitPath& path);

}  // namespace pawl::guards
