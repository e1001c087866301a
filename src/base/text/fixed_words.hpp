// Lists of words known when Pawl is built, as constants without pointers. An array of
// std::string_view holds an address for each of its words, and the loader of a program that may
// lie anywhere in memory puts every one of them right at each start: the lists of all guards
// made a start a tenth longer (docs/adr/0083-word-lists-without-pointers.md).
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>

namespace pawl {

// Goes over the words of a FixedWords and makes a view of each; valid as long as the list is. What
// a search does at each word is inlined in builds for development, too: tests are made of searches.
class FixedWord {
 public:
  using value_type = std::string_view;
  using difference_type = std::ptrdiff_t;
  using reference = std::string_view;
  // A view lives nowhere, so that `at->size()` needs a place for it.
  struct pointer {
    std::string_view word;
    constexpr const std::string_view* operator->() const { return &word; }
  };
  using iterator_category = std::input_iterator_tag;
  using iterator_concept = std::random_access_iterator_tag;

  constexpr FixedWord() = default;
  constexpr FixedWord(const char* text, const std::uint16_t* start) : text_(text), start_(start) {}

  [[gnu::always_inline]] constexpr std::string_view operator*() const {
    return {text_ + start_[0], static_cast<std::size_t>(start_[1] - start_[0])};
  }
  constexpr pointer operator->() const { return {**this}; }
  constexpr std::string_view operator[](difference_type n) const { return *(*this + n); }

  constexpr FixedWord& operator+=(difference_type n) {
    start_ += n;
    return *this;
  }
  constexpr FixedWord& operator-=(difference_type n) { return *this += -n; }
  [[gnu::always_inline]] constexpr FixedWord& operator++() {
    ++start_;
    return *this;
  }
  constexpr FixedWord& operator--() { return *this += -1; }
  constexpr FixedWord operator++(int) {
    const FixedWord here = *this;
    *this += 1;
    return here;
  }
  constexpr FixedWord operator--(int) {
    const FixedWord here = *this;
    *this += -1;
    return here;
  }
  friend constexpr FixedWord operator+(FixedWord at, difference_type n) { return at += n; }
  friend constexpr FixedWord operator+(difference_type n, FixedWord at) { return at += n; }
  friend constexpr FixedWord operator-(FixedWord at, difference_type n) { return at -= n; }
  friend constexpr difference_type operator-(const FixedWord& a, const FixedWord& b) {
    return a.start_ - b.start_;
  }
  [[gnu::always_inline]] friend constexpr bool operator==(const FixedWord& a, const FixedWord& b) {
    return a.start_ == b.start_;
  }
  friend constexpr auto operator<=>(const FixedWord& a, const FixedWord& b) {
    return a.start_ <=> b.start_;
  }

 private:
  const char* text_ = nullptr;
  const std::uint16_t* start_ = nullptr;
};

// Says of most words that they are none of a list, without a look at the list: a bit for each
// length with each first and last letter that a word of the list has.
class WordFilter {
 public:
  constexpr void add(std::string_view word) { bits_[place(word) / 64] |= bit(word); }
  constexpr bool may_hold(std::string_view word) const {
    return (bits_[place(word) / 64] & bit(word)) != 0;
  }

 private:
  static constexpr std::size_t kBits = 256;

  static constexpr std::size_t place(std::string_view word) {
    if (word.empty()) return 0;
    return (word.size() * 37 + static_cast<unsigned char>(word.front()) * 11 +
            static_cast<unsigned char>(word.back())) %
           kBits;
  }
  static constexpr std::uint64_t bit(std::string_view word) {
    return std::uint64_t{1} << (place(word) % 64);
  }

  std::array<std::uint64_t, kBits / 64> bits_{};
};

// `Count` words of `Bytes` bytes together, behind one another, and where each begins.
template <std::size_t Count, std::size_t Bytes>
class FixedWords {
  static_assert(Bytes <= std::numeric_limits<std::uint16_t>::max());

 public:
  template <std::size_t... Sizes>
  explicit consteval FixedWords(const char (&... words)[Sizes]) {
    std::size_t n = 0;
    std::uint16_t at = 0;
    const auto take = [&](const char* word, std::size_t size) {
      std::copy_n(word, size, text_.begin() + at);
      filter_.add({word, size});
      at = static_cast<std::uint16_t>(at + size);
      starts_[++n] = at;
    };
    (take(words, Sizes - 1), ...);
  }

  constexpr FixedWord begin() const { return {text_.data(), starts_.data()}; }
  constexpr FixedWord end() const { return begin() + Count; }
  constexpr std::size_t size() const { return Count; }
  constexpr bool empty() const { return false; }
  constexpr std::string_view operator[](std::size_t n) const {
    return begin()[static_cast<FixedWord::difference_type>(n)];
  }
  // Of a number that may be none of the list's: throws std::out_of_range then.
  constexpr std::string_view at(std::size_t n) const {
    static_cast<void>(starts_.at(n + 1));
    return (*this)[n];
  }
  constexpr std::string_view front() const { return (*this)[0]; }
  constexpr std::string_view back() const { return (*this)[Count - 1]; }
  // False only for what is none of the words.
  constexpr bool may_hold(std::string_view word) const { return filter_.may_hold(word); }

 private:
  WordFilter filter_;
  std::array<std::uint16_t, Count + 1> starts_{};
  std::array<char, Bytes> text_{};
};

// A list of any length, for functions that take several; valid as long as the list is.
class WordsView {
 public:
  constexpr WordsView() = default;
  template <std::size_t Count, std::size_t Bytes>
  constexpr WordsView(const FixedWords<Count, Bytes>& words)  // NOLINT(google-explicit-constructor)
      : begin_(words.begin()), end_(words.end()) {}

  constexpr FixedWord begin() const { return begin_; }
  constexpr FixedWord end() const { return end_; }
  constexpr std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  constexpr bool empty() const { return begin_ == end_; }
  constexpr std::string_view operator[](std::size_t n) const {
    return begin_[static_cast<FixedWord::difference_type>(n)];
  }

 private:
  FixedWord begin_;
  FixedWord end_;
};

std::string join(WordsView words, std::string_view separator);

// The list of these words, which are literals: `constexpr auto kColors = fixed_words("a", "b");`.
// Views of its words point into it, so in a function it is `static constexpr`; no word ends with
// a NUL.
template <std::size_t... Sizes>
consteval auto fixed_words(const char (&... words)[Sizes]) {
  static_assert(sizeof...(Sizes) > 0);
  return FixedWords<sizeof...(Sizes), ((Sizes - 1) + ... + 0)>(words...);
}

}  // namespace pawl
