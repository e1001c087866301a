// The guides a project has for people, under whichever name, in whichever place and form. Whoever
// asks whether one is missing, or is about to write one, asks here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "repo/views/view.hpp"

namespace pawl::repo {

enum class Guide : std::uint8_t {
  contributing,  // how to take part: CONTRIBUTING, HACKING, docs/development.rst …
  security,      // where to report a vulnerability
  changelog,     // what changed: CHANGELOG, NEWS, HISTORY, a folder of fragments …
};

// The path of the file that is the guide, of a file of the folder that holds its parts, or of the
// document at the root that has a section of it or links to the policy of an organisation; nothing
// when there is none. Vendored files and data of tests are no guides. Reads the documents at the
// root only.
std::optional<std::string> find_guide(const RepoView& view, Guide guide);

}  // namespace pawl::repo
