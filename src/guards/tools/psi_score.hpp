// The parts of the scalar scores (docs/guards/psi-full.md): each between 0 and 1, of what a change
// does, not of what it found.
#pragma once

#include <string>

#include "git/change.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// The file that makes a part as bad as it is.
struct Part {
  double value = 0;
  std::string path;
};

// How far names and packages that a document or a configuration brings up have something to do with
// the repository. 1 when none is brought up; the lowest file counts.
Part grounding(const git::Change& change, const Context& context);

// Literal `\n` in code blocks, runs of blank lines, blanks at line ends, source that is wrapped in
// a fence or next to empty: what the change adds of it. The highest file counts.
Part carelessness(const git::Change& change);

// Public definitions that the change alters or removes, by how many places use them: 1 / (1 +
// ln(1 + uses)). `lowest` is the most used one. Inactive without an index, and when no public
// definition is touched.
struct Reach {
  bool active = false;
  double mean = 1;
  Part lowest{1, {}};
  std::string symbol;  // of the lowest
  std::size_t uses = 0;
};
Reach reach(const git::Change& change, const Context& context);

// How much of the structure of the code (definitions, references) is kept, as a mean over at most
// five source files.
double kept_structure(const git::Change& change, const Context& context);

}  // namespace pawl::guards
