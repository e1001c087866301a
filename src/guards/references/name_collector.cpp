#include "guards/references/name_collector.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {

bool is_plain_path(std::string_view written) {
  return !written.empty() &&
         written.find_first_of("*?<>{}[]()$%:!\\\"'`|&;=@,~ \t\n") == std::string_view::npos &&
         !written.starts_with('/') && !written.starts_with('-') && !contains(written, "...");
}

void NameCollector::add(std::string_view key, std::string_view written, NamedAs as,
                        std::string_view below) {
  // Names with blanks are fine where nothing but a path can stand.
  if (!is_plain_path(replace_all(written, " ", "_"))) return;
  const auto folder = joined_path(folder_, below);
  if (!folder) return;
  add_from(*folder,
           {.key = std::string(key), .written = std::string(written), .path = {}, .as = as});
}

void NameCollector::add_from(std::string_view folder, NamedFile named) {
  auto path = joined_path(folder, named.written);
  if (!path || path->empty() || is_local_name(*path)) return;
  named.path = *std::move(path);
  out_.files.push_back(std::move(named));
}

void NameCollector::unknown(std::string_view what, std::string_view name, std::string where,
                            std::span<const std::string> known) {
  if (name.empty() || name.find_first_of("$*{}%") != std::string_view::npos) return;
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  unknown({.what = std::string(what),
           .name = std::string(name),
           .where = std::move(where),
           .nearest = nearest(name, known).value_or(std::string())});
}

}  // namespace pawl::guards
