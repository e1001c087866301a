// What is of this machine alone, before a text goes to a forge: folders, and servers of models.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stages/stage.hpp"

namespace pawl::stages {

// Folders of this machine (`folder` is the current one), and addresses of model servers that the
// settings or the run name.
std::vector<std::string> private_words(const config::Config& config, const Request& request,
                                       const store::Layout& layout, const git::Target& target,
                                       const std::string& folder);
// The text with each of them taken out, as it stands or escaped for Markdown; `(private)` takes its
// place.
std::string without_private_words(std::string text, const std::vector<std::string>& words);

// The name of a model as others may see it: without the server it is asked at, and without the file
// a script or a record is read from.
std::string public_model_name(std::string_view name);

}  // namespace pawl::stages
