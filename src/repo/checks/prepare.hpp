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

// A program that fetches what a manager's registry has. Without a name, it is the manager's own.
struct Program {
  std::string name;
  std::vector<std::string> also_called;  // by systems that call it otherwise
  std::string install;                   // how people get it
  // Whether a program of that version reads the lock; not_found: which one does.
  std::function<Status(std::string_view version)> suits;
  // What it prints of a failure, in one line; empty: that is not known.
  std::function<std::string(std::string_view output)> complaint;
};

// What is to be done once more is known than files of the repository say.
struct FetchRound {
  std::map<std::string, std::string> files;  // added to those of the preparation
  std::vector<Step> steps;
};

// What fetching takes, of one stack.
struct Preparation {
  std::string manager;                       // of PackageSource
  Program program = {};                      // where it is another one
  std::vector<std::string> needs = {};       // programs that are called besides, here or by checks
  std::optional<std::string> folder = {};    // to fetch in; nothing: that of the stack
  std::map<std::string, std::string> files;  // all there is, by path inside the repository
  std::vector<std::string> made_from = {};   // texts that the result depends on, besides files
  std::vector<std::string> version_of;       // a command whose answer the result depends on
  std::vector<std::string> named;            // addresses that a lock or a manifest names
  std::string named_in;                      // the file that does
  // What `named_in` says of a registry that a mirror stands for is asked for at the mirror.
  // Managers that see to that themselves do not need it.
  bool moves_to_mirror = false;
  // It asks a registry at a loopback address itself, whatever proxy it is given.
  bool spares_loopback = false;
  // What to run, and the folders that are kept of the copy afterwards, by their names there.
  std::function<std::vector<Step>(Workbench& bench, const PackageSource& source)> steps;
  // What to run once nothing leads to the registry any more: programs of packages may run in it.
  std::function<std::vector<Step>(Workbench& bench)> afterwards = {};
  // Asked after these, with how often it was asked before, until it has nothing more; where it is
  // there.
  std::function<Result<std::optional<FetchRound>>(Workbench& bench, std::size_t asked)> next = {};
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
Result<std::optional<Preparation>> bundler_preparation(const Facts&, const RepoView&,
                                                       std::string_view);
Result<std::optional<Preparation>> composer_preparation(const Facts&, const RepoView&,
                                                        std::string_view);

// denied: a lock asks for what is no package of a registry.
Status only_packages(const std::vector<std::string>& others, std::string_view lock);
Result<std::optional<Preparation>> maven_preparation(const Facts&, const RepoView&,
                                                     std::string_view);

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
