// What was made of the last texts. Several guards look at the same file, one after the other;
// parsing it and reading its tree is by far the dearest thing each of them does. For the files of
// this module only.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <utility>

#include "syntax/language.hpp"

namespace pawl::syntax {

// Meant to be one a thread. A text is known by all of its bytes, so that what is answered does not
// depend on what was asked before.
template <class Value>
class Recent {
 public:
  // Until the next call; nullptr when the text is not among the last ones.
  const Value* find(Language language, std::string_view text) {
    for (auto at = entries_.begin(); at != entries_.end(); ++at) {
      if (at->language != language || at->text != text) continue;
      entries_.splice(entries_.begin(), entries_, at);
      return &entries_.front().value;
    }
    return nullptr;
  }

  void keep(Language language, std::string_view text, Value value) {
    if (text.size() > kBytesMax) return;
    entries_.push_front(
        {.language = language, .text = std::string(text), .value = std::move(value)});
    bytes_ += text.size();
    while (bytes_ > kBytesMax || entries_.size() > kEntriesMax) {
      bytes_ -= entries_.back().text.size();
      entries_.pop_back();
    }
  }

 private:
  struct Entry {
    Language language;
    std::string text;
    Value value;
  };

  // Of text; a tree takes some ten times as much.
  static constexpr std::size_t kBytesMax = std::size_t{1} << 20U;
  static constexpr std::size_t kEntriesMax = 64;
  std::list<Entry> entries_;  // the last one asked for first
  std::size_t bytes_ = 0;
};

}  // namespace pawl::syntax
