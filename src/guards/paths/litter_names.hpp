// Names of files and folders that nobody means to add: data/paths/litter.txt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

// Where such a name says so.
enum class LitterPlace : std::uint8_t {
  always,  // wherever it is, but in fixtures
  place,   // but in tests and samples
  beside,  // when the file it is a copy of is there
  person,  // settings of one person, which some projects keep on purpose
  trial,   // a program somebody tried something with, when the repository has none like it
  made,    // what a build, an install or a run makes; but in tests and samples
};

struct LitterName {
  LitterPlace place = LitterPlace::always;
  std::string what;    // `an editor's swap file`
  std::string folder;  // the folder that has the name; empty: the file has it
};

std::optional<LitterName> litter_name(const RepoPath& path);

}  // namespace pawl::guards
