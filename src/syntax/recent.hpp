// What was made of the last texts. Several guards look at the same file, one after the other, and
// the commits of a history hand each text on to the next; parsing it and reading its tree is by far
// the most expensive thing each of them does. For the files of this module only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace pawl::syntax {

// Texts are compared by so many bytes at a time.
inline constexpr std::size_t kSameBlock = 64;

// How many bytes two texts have in common at their beginning.
inline std::size_t shared_head(std::string_view a, std::string_view b) {
  const std::size_t size = std::min(a.size(), b.size());
  std::size_t same = 0;
  while (same + kSameBlock <= size &&
         std::memcmp(a.data() + same, b.data() + same, kSameBlock) == 0) {
    same += kSameBlock;
  }
  while (same < size && a[same] == b[same]) ++same;
  return same;
}

// How many bytes two texts have in common at their end, none of them among the first `taken`.
inline std::size_t shared_tail(std::string_view a, std::string_view b, std::size_t taken) {
  const std::size_t size = std::min(a.size(), b.size()) - taken;
  const char* end_of_a = a.data() + a.size();
  const char* end_of_b = b.data() + b.size();
  std::size_t same = 0;
  while (same + kSameBlock <= size &&
         std::memcmp(end_of_a - same - kSameBlock, end_of_b - same - kSameBlock, kSameBlock) == 0) {
    same += kSameBlock;
  }
  while (same < size && end_of_a[-1 - static_cast<std::ptrdiff_t>(same)] ==
                            end_of_b[-1 - static_cast<std::ptrdiff_t>(same)]) {
    ++same;
  }
  return same;
}

// Meant to be one a thread. A text is known by all of its bytes and by the kind of thing it was
// read as, so that what is answered does not depend on what was asked before.
template <class Kind, class Value>
class Recent {
 public:
  struct Entry {
    Kind kind;
    std::string text;
    Value value;
  };

  // Until the next call; nullptr when the text is not among the last ones.
  const Value* find(Kind kind, std::string_view text) {
    const auto [first, last] = by_hash_.equal_range(hash(text));
    for (auto at = first; at != last; ++at) {
      if (at->second->kind != kind || at->second->text != text) continue;
      entries_.splice(entries_.begin(), entries_, at->second);
      return &entries_.front().value;
    }
    return nullptr;
  }

  // The entry of that kind whose text has the most in common with this one at its beginning and
  // end, if that is at least half of both; the newest that has nearly all in common. Until the next
  // call.
  const Entry* nearest(Kind kind, std::string_view text) const {
    const Entry* best = nullptr;
    std::size_t most = 0;
    for (const Entry& entry : entries_) {
      if (entry.kind != kind || entry.text.size() > 2 * text.size() ||
          text.size() > 2 * entry.text.size()) {
        continue;
      }
      const std::size_t head = shared_head(entry.text, text);
      const std::size_t same = head + shared_tail(entry.text, text, head);
      if (same <= most || 2 * same < std::max(entry.text.size(), text.size())) continue;
      most = same;
      best = &entry;
      // Nothing that is looked at later could spare much more.
      if (kClose * (std::max(entry.text.size(), text.size()) - same) <= text.size()) break;
    }
    return best;
  }

  void keep(Kind kind, std::string_view text, Value value) {
    if (text.size() > kBytesMax) return;
    entries_.push_front({.kind = kind, .text = std::string(text), .value = std::move(value)});
    by_hash_.emplace(hash(text), entries_.begin());
    bytes_ += text.size();
    while (bytes_ > kBytesMax || entries_.size() > kEntriesMax) drop_oldest();
  }

 private:
  using Entries = std::list<Entry>;

  static std::size_t hash(std::string_view text) { return std::hash<std::string_view>()(text); }

  void drop_oldest() {
    const auto oldest = std::prev(entries_.end());
    const auto [first, last] = by_hash_.equal_range(hash(oldest->text));
    for (auto at = first; at != last; ++at) {
      if (at->second != oldest) continue;
      by_hash_.erase(at);
      break;
    }
    bytes_ -= oldest->text.size();
    entries_.pop_back();
  }

  // Of text; a tree takes some ten times as much.
  static constexpr std::size_t kBytesMax = std::size_t{12} << 20U;
  static constexpr std::size_t kEntriesMax = 512;
  static constexpr std::size_t kClose = 16;  // one part in so many may differ
  Entries entries_;                          // the last one asked for first
  std::unordered_multimap<std::size_t, typename Entries::iterator> by_hash_;
  std::size_t bytes_ = 0;
};

}  // namespace pawl::syntax
