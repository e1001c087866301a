// Which open runs of a repository will not land side by side: every two of them are merged in
// memory, and what both change is compared, file by file and definition by definition.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "landing/landing.hpp"

namespace pawl::landing {

// What a run would change of its target, while it has not landed.
struct OpenWork {
  std::string run;
  std::string branch;
  std::string target;  // branch
  std::string head;
  // By path: the definitions it changes, adds or removes, by their qualified names; none of a file
  // that has none.
  std::map<std::string, std::set<std::string>> files;
};

enum class Clash : std::uint8_t {
  conflict,  // git cannot merge them without a person
  overlap,   // both change the same definition, or one file without definitions
  near,      // both change the same file, in different definitions
};
std::string_view to_string(Clash clash);  // byte-stable

struct Collision {
  std::string first;  // runs
  std::string second;
  Clash clash = Clash::near;
  std::vector<std::string> conflicts;  // paths that do not merge
  std::vector<std::string> files;      // that both change
  std::vector<std::string> symbols;    // that both change: `lib/box.js: open`
};

struct Forecast {
  std::vector<OpenWork> open;         // by run
  std::vector<Collision> collisions;  // the worst first
  std::vector<std::string> unread;    // runs that could not be looked at, and why
};
Json to_json(const Forecast& forecast);

// Of all runs of that target, on this machine, whose work is neither landed nor given up: those
// that are at work count with what they have committed so far. Nothing but a scratch folder is
// written.
Result<Forecast> forecast(const Ports& ports, const git::Target& target);

// For whoever is about to launch one: open runs that change one of these paths, or what lies below
// one that ends in `/`, and those at work whose own task names one.
Result<std::vector<OpenWork>> runs_in_the_way(const Ports& ports, const git::Target& target,
                                              const std::vector<std::string>& paths);
// The tracked files of a branch that a text names, such as a plan.
Result<std::vector<std::string>> paths_named_in(const Ports& ports, const git::Target& target,
                                                const std::string& branch, std::string_view text);

}  // namespace pawl::landing
