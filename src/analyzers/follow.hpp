// What CI commands really start: the names they use are looked up in the repository.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzers/recipe_files.hpp"
#include "repo/views/view.hpp"

namespace pawl::analyzers {

class Follower {
 public:
  explicit Follower(const repo::RepoView& view) : view_(view) {}

  // The commands of a text and, behind them, what they stand for: scripts of package.json and
  // composer.json, targets of make and just, tasks of rake and Taskfiles, environments of tox,
  // sessions of nox, shell scripts of the repository, and the checks that Maven and Gradle run by
  // themselves. Each once, and no more than 64 KiB. `around` is the definition the text is in: an
  // environment chosen by a variable is one of those named there.
  std::string expanded(std::string_view text, std::string_view around);

 private:
  struct Place;  // where a command runs, and what was followed so far
  std::string meaning(const std::vector<std::string>& words, Place& place);
  const Recipes& recipes(std::string_view kind, const std::string& folder);
  Recipes read(std::string_view kind, const std::string& folder) const;
  std::string named(std::string_view kind, const std::string& name, Place& place);
  std::string npm(const std::vector<std::string>& words, Place& place);
  std::string make(std::string_view program, const std::vector<std::string>& words, Place& place);
  std::string environments(std::string_view program, const std::vector<std::string>& words,
                           Place& place);
  std::string life_cycle(std::string_view program, const std::vector<std::string>& words) const;
  std::string script(const std::vector<std::string>& words, Place& place) const;

  const repo::RepoView& view_;
  std::map<std::string, Recipes> read_;  // by kind and folder
};

}  // namespace pawl::analyzers
