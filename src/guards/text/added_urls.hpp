// The URLs a change adds to documents: what url-grounding judges, and what whoever gathers its
// evidence asks for.
#pragma once

#include <string>
#include <vector>

#include "git/change.hpp"

namespace pawl::guards {

struct AddedUrl {
  std::string url;
  RepoPath path;
  int line = 0;
};

// In the order of the text, each once a document. Left out: URLs any document of the change had
// before, code, placeholders, and hosts that stand for others (localhost, private addresses,
// example.com, `.test`).
std::vector<AddedUrl> added_urls(const git::Change& change);

}  // namespace pawl::guards
