// Tags of HTML as it stands in Markdown: enough to follow links and find anchors. It never fails;
// what is no tag is passed over.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pawl::syntax {

struct HtmlTag {
  std::string name;                                             // lower case; `/a` closes
  std::vector<std::pair<std::string, std::string>> attributes;  // names in lower case
  int line = 0;                                                 // from 0
  std::size_t begin = 0;                                        // in the text
  std::size_t end = 0;

  // Empty when there is none.
  std::string_view attribute(std::string_view key) const;
};

// Comments hold no tags.
std::vector<HtmlTag> html_tags(std::string_view text);

// The candidates of a `srcset`, each its address and its descriptor, which may be empty. Commas
// inside of an address (`data:`) part nothing, as HTML has it.
std::vector<std::pair<std::string, std::string>> srcset_candidates(std::string_view srcset);

}  // namespace pawl::syntax
