// Phrases of a list, looked for in sentences word by word: data/words/spoken.txt says how a row is
// written. Words are compared in lower case.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pawl::guards {

// A sentence in words; the signs `,`, `!` and `?` are words of their own.
std::vector<std::string> spoken_words(std::string_view sentence);

class Phrases {
 public:
  // Of a list: `kind | phrase`, `kind unless | phrase`, `lead | words`. A row that cannot be read
  // ends the program: the lists are embedded.
  explicit Phrases(std::string_view list);
  // Whether a phrase of the kind is in the sentence, and none of its `unless`.
  bool says(std::string_view kind, const std::vector<std::string>& words) const;

 private:
  struct Part {
    std::vector<std::string> words;  // one of these; empty: any
    bool optional = false;
    std::size_t gap = 0;  // up to so many words
    bool sign = false;
  };
  struct Phrase {
    std::vector<Part> parts;  // the first is neither optional nor a gap
    bool begins = false;
    bool ends = false;
  };
  // By each word the first part may be.
  using Table = std::unordered_map<std::string, std::vector<Phrase>>;
  struct Kind {
    Table phrases;
    Table unless;
  };

  static Phrase parse(std::string_view row);
  static void add(Table& table, Phrase phrase);
  bool finds(const Table& table, const std::vector<std::string>& words) const;
  bool is_led_in(const std::vector<std::string>& words, std::size_t at) const;

  std::map<std::string, Kind, std::less<>> kinds_;
  std::vector<std::string> lead_;
};

}  // namespace pawl::guards
