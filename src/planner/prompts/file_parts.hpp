// A file in parts that a prompt may hold or leave out: definitions, sections, paragraphs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/prompts/prompt_budget.hpp"

namespace pawl::planner {

// What a question is about, as far as texts say it.
struct About {
  std::string words;        // of people and models
  std::string output = {};  // of tools: most of what it names is only on the way
};

// All lines of the file, in order, in units of at most forty. First come definitions (or sections)
// that the words speak of; then lines that are named (`src/a.py:12`), what the output speaks of,
// the head of the file, and what stands around all these; the rest is spare. A licence at the top
// is hidden.
std::vector<Unit> file_units(const std::string& path, const std::string& text, const About& about);

// How many lines at its top are a comment that says who holds the rights and on what terms; 0 when
// there is none, and when the question is about that.
int licence_lines(std::string_view text, const About& about);

// Whether a part of the file is spoken of.
bool speaks_of(const std::vector<Unit>& units);

// What the file defines, a line each; those that are spoken of first, and of the others no more
// than a hundred that are not spare.
std::vector<Unit> outline_units(const std::string& path, const std::string& text,
                                const About& about);

}  // namespace pawl::planner
