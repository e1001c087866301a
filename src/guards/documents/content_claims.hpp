// Sentences of a document that say what a project is built with. What compares, denies, supposes,
// offers or lists choices claims nothing; neither do code, quotes and URLs.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "guards/documents/content_names.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

struct Claim {
  const KnownName* name = nullptr;  // one of the two
  const KnownLanguage* language = nullptr;
  std::string written;   // as it stands there
  std::string sentence;  // folded
  int line = 0;          // of the block
};

// `project` is its name, which may be the subject of a claim; empty when it has none.
std::vector<Claim> claims_of(const syntax::MarkdownDocument& document, std::string_view project);
// Split where a sentence or a line ends, folded.
std::vector<std::string> split_sentences(std::string_view text);
// The sentences of a document, folded: what was said before is no new claim.
std::set<std::string> sentences_of(const syntax::MarkdownDocument& document);

}  // namespace pawl::guards
