// Dependencies of a target, fetched before its checks by the package managers themselves: in the
// sandbox, from the managers' own registries and nowhere else, without running anything of the
// target or of what is fetched. Kept for all runs by what was asked for, and never changed after.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

struct CheckPorts;
struct CheckOptions;
struct Needs;
struct Stack;
struct PackageSource;
struct Step;
class Workbench;

// A node_modules folder that stands in a copy without being part of it.
struct ModulesFolder {
  std::string from;                  // on this machine
  std::string to;                    // inside the repository
  std::vector<std::string> scratch;  // of it, as os::LentFolder has it
};

// What checks of a stack stand on besides the copy itself. Nobody can change it meanwhile.
struct Prepared {
  std::string folder;                  // of what was fetched; empty: nothing was
  std::vector<std::string> readable;   // folders that commands may read
  std::vector<ModulesFolder> modules;  // of npm
  std::vector<std::string> python;     // folders of packages
  std::string maven;                   // a local repository
  std::string trouble;                 // why there is not what the target asks for
};

// What fetching takes, of one stack.
struct Preparation {
  std::string manager;                       // of PackageSource
  std::map<std::string, std::string> files;  // all there is, by path inside the repository
  std::vector<std::string> version_of;       // a command whose answer the result depends on
  std::vector<std::string> named;            // addresses that a lock or a manifest names
  std::string named_in;                      // the file that does
  // What to run, and the folders that are kept of the copy afterwards, by their names there.
  std::function<std::vector<Step>(Workbench& bench, const PackageSource& source)> steps;
  std::vector<std::string> kept;         // beneath `src`: node_modules, by path
  std::vector<std::string> kept_caches;  // beneath `cache`
  std::vector<std::string> scratch;      // made empty in each of `kept`
};

// Nothing when the stack asks for nothing. denied, not_found: it cannot be fetched, and why.
using PreparationOf = Result<std::optional<Preparation>> (*)(const Facts& facts,
                                                             const RepoView& view,
                                                             std::string_view folder);
Result<std::optional<Preparation>> npm_preparation(const Facts&, const RepoView&, std::string_view);
Result<std::optional<Preparation>> python_preparation(const Facts&, const RepoView&,
                                                      std::string_view);
Result<std::optional<Preparation>> cargo_preparation(const Facts&, const RepoView&,
                                                     std::string_view);
Result<std::optional<Preparation>> go_preparation(const Facts&, const RepoView&, std::string_view);

struct PrepareFor {
  const Stack& stack;
  std::string folder;   // of the stack, inside the repository
  std::string scratch;  // a folder to work in; removed afterwards
};

// What is lent, and what is kept or can be fetched. Whatever goes wrong is told in `trouble`, and
// the checks are tried without. A failure is remembered for an hour.
Prepared prepare(const Facts& facts, const RepoView& view, const CheckPorts& ports,
                 const CheckOptions& options, const PrepareFor& what);

// The managers' public registries (data/checks/registries.txt).
std::vector<PackageSource> public_sources();

}  // namespace pawl::repo
