// What the parts of the local forge share.
#pragma once

#include <string>
#include <string_view>

#include "forge/checked_words.hpp"
#include "forge/open_forge.hpp"
#include "forge/tables.hpp"

namespace pawl::forge {

struct LocalWorld {
  Tables tables;
  git::Git& git;
  os::Files& files;
  os::Clock& clock;
  git::Target target;
  std::string scratch;

  const std::string& repository() const { return target.key; }
  std::string url_of(std::int64_t number) const {
    return "local:" + target.name + "#" + std::to_string(number);
  }
  std::string now() const { return to_iso8601(clock.now()); }
};

// The pull request with that number; not_found when there is none.
Answer<PullRow> pull_row(LocalWorld& world, std::int64_t number);

// The page of these rows; `cursor_of` names an item.
template <class T, class CursorOf>
Page<T> page_of(std::vector<T> rows, const Slice& slice, const CursorOf& cursor_of) {
  Page<T> page{.items = std::move(rows), .next = {}};
  if (page.items.size() < slice.limit) return page;
  page.items.resize(slice.limit - 1);
  page.next = cursor_of(page.items.back());
  return page;
}

}  // namespace pawl::forge
