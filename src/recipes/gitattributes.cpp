// A .gitattributes that lets git store text with LF. Refuses when a tracked text has CRLF: then
// the file would show as changed for everybody.
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"

namespace pawl::recipes {
namespace {

constexpr auto kBinary =
    fixed_words(".png", ".jpg", ".jpeg", ".gif", ".ico", ".webp", ".pdf", ".zip", ".gz", ".woff",
                ".woff2", ".ttf", ".eot", ".jar", ".mp3", ".mp4");

}  // namespace

std::vector<Write> gitattributes(const Input& input) {
  if (input.view.has(".gitattributes") || input.view.files().empty()) return {};
  std::set<std::string> binary;
  for (const repo::Entry& entry : input.view.files()) {
    if (entry.symlink) continue;
    const std::string ending = entry.path.extension();
    for (const std::string_view known : kBinary) {
      if (ending == known) binary.insert(ending);
    }
    if (binary.contains(ending)) continue;
    const Result<std::string> text = input.view.read(entry.path);
    if (!text) return {};
    if (!looks_binary(*text) && contains(*text, "\r\n")) return {};
  }
  std::string content = "* text=auto\n";
  for (const std::string& ending : binary) content += "*" + ending + " binary\n";
  return {{.path = ".gitattributes", .content = std::move(content)}};
}

}  // namespace pawl::recipes
