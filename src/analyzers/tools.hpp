// Linters, formatters and type checkers: which of them a repository uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzers/registry.hpp"
#include "analyzers/survey.hpp"

namespace pawl::analyzers {

enum class Role : std::uint8_t { linter, formatter, types };

struct ToolUse {
  std::string tool;
  std::string path;  // where it is set up
};

// What the repository says about its tools: configuration files at any depth, dependencies and
// sections of manifests, commands of CI and manifests, pre-commit hooks.
class ToolBox {
 public:
  explicit ToolBox(const Input& input);

  // The first tool of the family with that role. Formatting that comes with the language counts
  // as used (gofmt, rustfmt).
  std::optional<ToolUse> find(repo::Family family, Role role) const;

 private:
  struct Mention {
    std::string word;
    std::string path;
  };
  void add_files(const repo::RepoView& view);
  void add_manifests(const repo::Facts& facts);
  void add_commands(const std::string& text, const std::string& path);
  void add_hooks(const repo::RepoView& view);
  const Mention* mention(std::string_view word) const;

  std::vector<Mention> mentions_;  // sorted by word, the first place of each
};

// Does it make sense to ask this family for the role?
bool expects(repo::Family family, Role role);
// One tool people of the family would choose.
std::string_view usual_tool(repo::Family family, Role role);

}  // namespace pawl::analyzers
