// The lines of a text that somebody may have meant who quoted others.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pawl::edits {

// Lines of the text beside each other that are most like the anchor's, at most `lines_max`, each of
// them without hidden characters and no longer than 200 bytes; empty when nothing is like it.
// Likeness is Dice's coefficient of the pairs of characters of each line (Dice 1945, Sørensen
// 1948), blanks aside.
std::string nearest_lines(std::string_view text, std::string_view anchor, std::size_t lines_max);
// The lines from `first`, from 1, likewise.
std::string quoted_lines(std::string_view text, int first, std::size_t count);
// The first of the nearest lines, from 1; 0 when there are none.
int nearest_line(std::string_view text, std::string_view anchor);

}  // namespace pawl::edits
