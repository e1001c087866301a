// What the text of a link's target says, before anybody looks for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::repo {

// `https:`, `mailto:`, `//host`, also `module::name`.
bool has_scheme(std::string_view target);
// What a template, a tool or a reader is to fill in, and names that are no paths.
bool is_placeholder(std::string_view place);
// `github.com/owner/repo`: the scheme is forgotten, or left out for a reader to see.
bool looks_like_host(std::string_view place);
// `%20` and the like, decoded.
std::string percent_decoded(std::string_view text);

// The path from the root of the repository, without `.` and `..`; a target that begins with a
// slash starts there. Nothing when it leaves the repository.
std::optional<std::string> resolved(std::string_view folder, std::string_view target);
// A path as a link in a document of that folder writes it.
std::string relative_link(std::string_view folder, std::string_view path);
// Of a target that leaves the repository: it names a file, or a folder of the system.
// `../../issues` does not: so a README points to its page at the forge.
bool leads_outside(const RepoPath& from, std::string_view place);

std::string_view last_part(std::string_view path);
// Lower case, without the dot.
std::string ending_of(std::string_view path);
// By ending: Markdown; a kind of file people link to; an image.
bool is_page(std::string_view path);
bool names_file(std::string_view path);
bool names_image(std::string_view path);
// Snippets that a tool puts together elsewhere, and pages the forge shows at another place: their
// relative links start from there.
bool is_shown_elsewhere(const RepoPath& path);
// Of a path: the folder in it that a build fills, by its name; nothing when there is none.
std::optional<std::string_view> built_folder(std::string_view path);
inline bool is_built(std::string_view path) { return built_folder(path).has_value(); }

// Anchors no heading makes: footnotes, text fragments, states of an application.
bool is_foreign_anchor(std::string_view anchor);
// Of `L10`, `L10-L20`, `L10C3`: the last line it names.
std::optional<long long> line_anchor(std::string_view anchor);

}  // namespace pawl::repo
