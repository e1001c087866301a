// A file in parts that a prompt may hold or leave out: definitions, sections, paragraphs.
#pragma once

#include <string>
#include <vector>

#include "planner/prompt_budget.hpp"

namespace pawl::planner {

// All lines of the file, in order, in units of at most forty. First come definitions (or sections)
// that `about` speaks of, and lines it names (`src/a.py:12`); then the head of the file and what
// stands around the first ones; the rest is spare.
std::vector<Unit> file_units(const std::string& path, const std::string& text,
                             const std::string& about);

// Whether `about` speaks of a part of the file.
bool speaks_of(const std::vector<Unit>& units);

// What the file defines, a line each; those that `about` speaks of first.
std::vector<Unit> outline_units(const std::string& path, const std::string& text,
                                const std::string& about);

}  // namespace pawl::planner
