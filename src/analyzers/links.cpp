#include "analyzers/links.hpp"

#include <optional>

#include "base/text.hpp"

namespace pawl::analyzers {
namespace {

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percent_decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
      plain.push_back(static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2])));
      i += 2;
    } else {
      plain.push_back(text[i]);
    }
  }
  return plain;
}

bool has_scheme(std::string_view target) {
  const std::size_t colon = target.find(':');
  return target.starts_with("//") ||
         (colon != std::string_view::npos && colon < target.find_first_of("/?#"));
}

// The path from the root of the repository; nothing when it leaves the repository.
std::optional<std::string> resolved(std::string_view folder, std::string_view target) {
  std::vector<std::string_view> parts;
  if (!target.starts_with('/') && !folder.empty()) parts = split(folder, '/');
  for (const std::string_view part : split(target, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return std::nullopt;
    } else {
      parts.pop_back();
    }
  }
  return join(parts, "/");
}

}  // namespace

LinkCheck check_links(const repo::RepoView& view, const RepoPath& from,
                      const syntax::MarkdownDocument& document) {
  LinkCheck check;
  for (const syntax::Link& link : document.links) {
    const std::string_view target = std::string_view(link.target);
    const std::string_view place = target.substr(0, target.find_first_of("#?"));
    // Placeholders and template tags are no links; absolute paths belong to a site, not to us.
    if (place.empty() || has_scheme(target) || place.starts_with('/')) continue;
    if (place.find_first_of("{}<>$") != std::string_view::npos) continue;
    const auto path = resolved(from.folder(), percent_decoded(place));
    // `../../issues` is how a README points to its own page at the forge.
    if (!path || path->empty()) continue;
    ++check.relative;
    if (view.has(*path) || view.has_folder(*path)) continue;
    if (view.has(*path + ".md") || view.has(*path + ".mdx")) continue;  // sites leave it out
    check.broken.push_back({from.text(), link.line, 0, "broken-link",
                            "`" + printable(target, 120) + "` does not exist", "markdown"});
  }
  return check;
}

}  // namespace pawl::analyzers
