// The message of a squash commit, made of what the run knows: the same run gives the same text.
#pragma once

#include <string>
#include <vector>

#include "git/git.hpp"
#include "landing/landing.hpp"

namespace pawl::landing {

inline constexpr std::size_t kSubjectMax = 72;
// Trailers: which run it was, and which commit its work was at.
inline constexpr std::string_view kRunTrailer = "Pawl-Run";
inline constexpr std::string_view kHeadTrailer = "Pawl-Head";

// `commits` are those of the work, oldest first; there is one at least. The subject is what was
// asked for, or that of a lone commit, cut at a word; the body lists the commits. Nothing in it
// commands a forge or a bot.
std::string squash_message(const run::RunState& state, const Wish& wish,
                           const std::vector<git::CommitInfo>& commits);

// The text in at most that many characters, cut between words where there are some.
std::string cut_at_word(std::string_view text, std::size_t length_max);

}  // namespace pawl::landing
