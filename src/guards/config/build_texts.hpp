// Texts that build tools read, each by the grammar of its tool: what stops the tool while it reads,
// or silently takes away what somebody wrote. Values, variables and conditions are not evaluated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"
#include "git/change.hpp"

namespace pawl::repo {
class RepoView;
}

namespace pawl::guards {

struct BuildFault {
  std::string_view rule;  // of the guard config-syntax
  int line = 0;
  std::string message;  // without the line: also what tells one fault from another
};
using BuildFaults = std::vector<BuildFault>;

inline constexpr std::string_view kBuildParseError = "config-syntax/parse-error";

// Whether one of the functions below reads it.
bool is_build_text(const RepoPath& path);
bool is_cmake(const RepoPath& path);
BuildFaults faults_in_build_text(const RepoPath& path, std::string_view text);
// Its reader stops at the first fault: behind it everything is read wrongly.
bool stops_at_first_fault(const RepoPath& path);

BuildFaults faults_in_go_mod(std::string_view text);      // also go.work
BuildFaults faults_in_makefile(std::string_view text);    // GNU make's
BuildFaults faults_in_cmake(std::string_view text);       // CMakeLists.txt and modules
BuildFaults faults_in_dockerfile(std::string_view text);  // BuildKit's own syntax alone
BuildFaults faults_in_project_xml(std::string_view text);
BuildFaults faults_in_pom(std::string_view text);  // Maven's

struct CMakeCommand {
  std::string name;  // in small letters
  int row = 0;
};
// Of a text that CMake can read; of others those before the first fault.
std::vector<CMakeCommand> cmake_commands(std::string_view text);

// New commands that are a slip of the hand for one of CMake's, and that no other text of the
// repository knows: `add_libary`.
BuildFaults slipped_cmake_commands(const git::FileChange& file, const repo::RepoView& head);

}  // namespace pawl::guards
