// How the files of one folder are to look, by every tool that has a say: the nearest configuration
// of each, and of those that cascade all up to the one that ends it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

struct StyleSetting {
  std::string value;
  std::string file;  // where it stands
  std::string key;   // as that file calls it
};
// By tool and property: `prettier/tabWidth`, `flake8/max-line-length`. Only what is written down
// there and can be read: no defaults, no configuration in JavaScript.
using StyleSettings = std::map<std::string, StyleSetting>;

bool is_style_config(const RepoPath& path);
StyleSettings style_settings(const repo::RepoView& tree, std::string_view folder);

}  // namespace pawl::guards
