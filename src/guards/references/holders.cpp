#include "guards/references/holders.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "base/text/word_search.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kReadAtOnce = 256;

}  // namespace

void each_holder(const repo::RepoView& tree, const std::vector<const repo::Entry*>& files,
                 const std::set<std::string>& words,
                 const std::function<void(const RepoPath& path, const std::string& text)>& take) {
  const WordSearch search(std::vector<std::string_view>(words.begin(), words.end()));
  for (std::size_t from = 0; from < files.size(); from += kReadAtOnce) {
    const auto some = std::span(files).subspan(from, std::min(kReadAtOnce, files.size() - from));
    tree.expect(some);
    for (const repo::Entry* entry : some) {
      const std::optional<std::string> text = tree.text(entry->path.text());
      if (text && search.any_in(*text)) take(entry->path, *text);
    }
  }
}

}  // namespace pawl::guards
