// Lists of a forge come in pages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "forge/trouble.hpp"

namespace pawl::forge {

inline constexpr std::size_t kPageMax = 100;

struct PageRequest {
  std::string cursor = {};       // `next` of the page before; empty: the first page
  std::size_t limit = kPageMax;  // from 1; more than kPageMax counts as that
};

// A part of a list: what comes after a number or id, so many at most.
struct Slice {
  std::int64_t after = 0;
  std::size_t limit = 0;
};
// Where a page begins and how many rows are to be read: one more than it holds, which says whether
// another page follows. invalid when the cursor is no number, or the page holds nothing.
Answer<Slice> slice_of(const PageRequest& page);

template <class T>
struct Page {
  std::vector<T> items;
  std::string next;  // the cursor of the page behind this one; empty: there is none
};

// All items of a list, page after page, up to so many; `list` is asked for each page. unavailable
// when a forge answers the same cursor twice.
template <class T, class List>
Answer<std::vector<T>> all_pages(const List& list, std::size_t items_max = 1'000'000) {
  std::vector<T> all;
  PageRequest request;
  for (;;) {
    TRY_ASSIGN(Page<T> page, list(request));
    std::move(page.items.begin(), page.items.end(), std::back_inserter(all));
    if (page.next.empty() || all.size() >= items_max) break;
    if (page.next == request.cursor) {
      return Trouble{.kind = TroubleKind::unavailable,
                     .message = "the forge answers the same page again and again",
                     .way_out = {}};
    }
    request.cursor = std::move(page.next);
  }
  all.resize(std::min(all.size(), items_max));
  return all;
}

}  // namespace pawl::forge
