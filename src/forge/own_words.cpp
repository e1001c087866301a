#include "forge/own_words.hpp"

#include <utility>

#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

template <class Said, class List>
Answer<std::optional<Said>> newest_own(Forge& forge, std::string_view part, const List& list) {
  TRY_ASSIGN(const std::string author, forge.author());
  TRY_ASSIGN(std::vector<Said> all, all_pages<Said>(list));
  std::optional<Said> newest;
  for (Said& said : all) {
    if (contains(said.body, part) && equal_folded(said.author, author)) newest = std::move(said);
  }
  return newest;
}

}  // namespace

std::string hidden_mark(std::string_view name, std::string_view words) {
  return "<!-- pawl-" + std::string(name) + ": " + std::string(words) + " -->";
}

Answer<std::optional<Comment>> own_comment(Forge& forge, std::int64_t number,
                                           std::string_view part) {
  return newest_own<Comment>(
      forge, part, [&](const PageRequest& page) { return forge.issues().comments(number, page); });
}

Answer<std::optional<Review>> own_review(Forge& forge, std::int64_t number, std::string_view part) {
  return newest_own<Review>(
      forge, part, [&](const PageRequest& page) { return forge.reviews().list(number, page); });
}

}  // namespace pawl::forge
