#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/text.hpp"
#include "schema/pattern_tree.hpp"

namespace pawl::pattern {
namespace {

constexpr std::uint32_t kLastPoint = 0x10FFFF;
constexpr std::size_t kGroupDepthMax = 60;
constexpr std::size_t kRepeatMax = 1'000;

using Kind = Tree::Kind;
using Ranges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Ranges digits() { return {{'0', '9'}}; }
Ranges words() { return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}; }
Ranges blanks() {
  return {{0x09, 0x0D},     {0x20, 0x20},     {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
          {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
}

// Every code point that the ranges leave out.
Ranges others(Ranges ranges) {
  std::sort(ranges.begin(), ranges.end());
  Ranges out;
  std::uint32_t from = 0;
  for (const auto& [first, last] : ranges) {
    if (first > from) out.emplace_back(from, first - 1);
    from = std::max(from, last + 1);
  }
  if (from <= kLastPoint) out.emplace_back(from, kLastPoint);
  return out;
}

// `\d`, `\W` …; nothing for a letter that is no class.
std::optional<Ranges> class_of(char letter) {
  switch (letter) {
    case 'd': return digits();
    case 'D': return others(digits());
    case 'w': return words();
    case 'W': return others(words());
    case 's': return blanks();
    case 'S': return others(blanks());
    default: return std::nullopt;
  }
}

std::optional<std::uint32_t> control_of(char letter) {
  switch (letter) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case 'f': return '\f';
    default: return std::nullopt;
  }
}

// The few properties that have few ranges.
std::optional<Ranges> property_of(std::string_view name) {
  if (name == "ASCII") return Ranges{{0, 0x7F}};
  if (name == "Any") return Ranges{{0, kLastPoint}};
  if (name == "ASCII_Hex_Digit" || name == "AHex")
    return Ranges{{'0', '9'}, {'A', 'F'}, {'a', 'f'}};
  return std::nullopt;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), groups_in_all_(count_groups(text)) {}

  Result<Parsed> run() {
    TRY_ASSIGN(Tree tree, alternatives());
    if (!at_end()) return wrong("a \")\" too many");
    return Parsed{std::move(tree), groups_};
  }

 private:
  static std::size_t count_groups(std::string_view text) {
    std::size_t count = 0;
    bool in_set = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '[' || text[i] == ']') {
        in_set = text[i] == '[';
      } else if (text[i] == '(' && !in_set && !text.substr(i).starts_with("(?")) {
        ++count;
      }
    }
    return count;
  }

  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  Error wrong(std::string_view what) const {
    return fail(Errc::invalid, "the pattern \"" + printable(text_, 100) + "\": " +
                                   std::string(what) + " at byte " + std::to_string(at_ + 1));
  }

  Result<Tree> alternatives() {
    if (++depth_ > kGroupDepthMax) return wrong("groups nested too deep");
    Tree out{.kind = Kind::alternatives};
    do {
      TRY_ASSIGN(Tree part, sequence());
      out.children.push_back(std::move(part));
    } while (take("|"));
    --depth_;
    if (out.children.size() == 1) {
      Tree only = std::move(out.children.front());
      return only;
    }
    return out;
  }

  Result<Tree> sequence() {
    Tree out{.kind = Kind::sequence};
    while (!at_end() && peek() != '|' && peek() != ')') {
      TRY_ASSIGN(Tree part, atom());
      TRY_ASSIGN(part, repeated(std::move(part)));
      out.children.push_back(std::move(part));
    }
    return out;
  }

  Result<Tree> atom() {
    if (take("^")) return Tree{.kind = Kind::begin};
    if (take("$")) return Tree{.kind = Kind::end};
    if (take("(")) return group();
    if (take("[")) return set();
    if (take("\\")) return escape();
    if (take(".")) {
      const Ranges line_ends{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};
      return Tree{.kind = Kind::set, .set = {line_ends, true}};
    }
    if (contains("*+?", text_.substr(at_, 1))) return wrong("nothing to repeat");
    return one(next_point(text_, at_));
  }

  static Tree one(std::uint32_t point) {
    return Tree{.kind = Kind::set, .set = {{{point, point}}, false}};
  }

  Result<Tree> group() {
    Tree out{.kind = Kind::group};
    bool bare = false;
    if (take("?:")) {
      bare = true;
    } else if (take("?=") || take("?!")) {
      out.kind = Kind::look_ahead;
      out.negated = text_[at_ - 1] == '!';
    } else if (take("?<=") || take("?<!")) {
      out.kind = Kind::look_behind;
      out.negated = text_[at_ - 1] == '!';
    } else if (take("?<")) {
      const std::size_t end = text_.find('>', at_);
      if (end == std::string_view::npos) return wrong("a group's name that does not end");
      at_ = end + 1;
      out.number = ++groups_;
    } else if (peek() == '?') {
      return wrong("a kind of group that is not supported");
    } else {
      out.number = ++groups_;
    }
    TRY_ASSIGN(Tree inner, alternatives());
    if (!take(")")) return wrong("a \"(\" that is not closed");
    if (bare) return inner;
    out.children.push_back(std::move(inner));
    return out;
  }

  Result<Tree> escape() {
    if (at_end()) return wrong("a lone backslash at the end");
    if (take("b")) return Tree{.kind = Kind::word_boundary};
    if (take("B")) return Tree{.kind = Kind::word_boundary, .negated = true};
    if (peek() >= '1' && peek() <= '9') {
      if (const auto number = reference()) return Tree{.kind = Kind::same_again, .number = *number};
    }
    TRY_ASSIGN(Ranges ranges, escaped());
    return Tree{.kind = Kind::set, .set = {std::move(ranges), false}};
  }

  std::optional<std::size_t> reference() {
    const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
    const auto number = parse_int(text_.substr(at_, end - at_));
    if (!number || *number < 1 || static_cast<std::size_t>(*number) > groups_in_all_) return {};
    at_ = end;
    return static_cast<std::size_t>(*number);
  }

  // Behind a backslash, in a set or outside of one.
  Result<Ranges> escaped() {
    if (at_end()) return wrong("a lone backslash at the end");
    const char letter = text_[at_];
    if (auto ranges = class_of(letter)) {
      ++at_;
      return *std::move(ranges);
    }
    if (letter == 'p' || letter == 'P') return property();
    if (const auto control = control_of(letter)) {
      ++at_;
      return Ranges{{*control, *control}};
    }
    TRY_ASSIGN(const std::uint32_t point, escaped_point());
    return Ranges{{point, point}};
  }

  Result<Ranges> property() {
    const bool negated = text_[at_] == 'P';
    const std::size_t end = text_.find('}', at_);
    if (!text_.substr(at_ + 1).starts_with('{') || end == std::string_view::npos) {
      return wrong("a property without its name");
    }
    auto ranges = property_of(text_.substr(at_ + 2, end - at_ - 2));
    if (!ranges) return wrong("a property that is not supported");
    at_ = end + 1;
    return negated ? others(*std::move(ranges)) : *std::move(ranges);
  }

  Result<std::uint32_t> escaped_point() {
    if (take("x")) return hex(2, 'x');
    if (take("u{")) {
      const std::size_t length = std::min(text_.find('}', at_), text_.size()) - at_;
      TRY_ASSIGN(const std::uint32_t point, hex(length, 'u'));
      if (!take("}")) return wrong("a \"\\u{\" that is not closed");
      return point;
    }
    if (take("u")) return surrogates();
    if (take("c") && !at_end()) return static_cast<std::uint32_t>(text_[at_++]) % 32U;
    if (take("0")) return 0U;
    return next_point(text_, at_);
  }

  Result<std::uint32_t> surrogates() {
    TRY_ASSIGN(const std::uint32_t high, hex(4, 'u'));
    const std::size_t back = at_;
    if (high >= 0xD800 && high < 0xDC00 && take("\\u")) {
      TRY_ASSIGN(const std::uint32_t low, hex(4, 'u'));
      if (low >= 0xDC00 && low < 0xE000) {
        return 0x10000U + ((high - 0xD800U) << 10U) + (low - 0xDC00U);
      }
      at_ = back;
    }
    return high;
  }

  // Without hexadecimal digits the letter stands for itself.
  Result<std::uint32_t> hex(std::size_t length, char letter) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < length; ++i) {
      const char digit = at_ + i < text_.size() ? text_[at_ + i] : '\0';
      const auto place = std::string_view("0123456789abcdef").find(lower({&digit, 1}));
      if (place == std::string_view::npos) return static_cast<std::uint32_t>(letter);
      value = std::min(value * 16U + static_cast<std::uint32_t>(place), kLastPoint + 1);
    }
    if (length == 0 || value > kLastPoint) return wrong("a code point that is none");
    at_ += length;
    return value;
  }

  Result<Tree> set() {
    Tree out{.kind = Kind::set};
    out.set.negated = take("^");
    while (!take("]")) {
      if (at_end()) return wrong("a \"[\" that is not closed");
      TRY_ASSIGN(Ranges first, member());
      if (peek() == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
        TRY(range(first, out.set.ranges));
      } else {
        out.set.ranges.insert(out.set.ranges.end(), first.begin(), first.end());
      }
    }
    return out;
  }

  // What follows the first end of `a-z`; beside a class, the dash is one of the characters.
  Status range(const Ranges& first, Ranges& out) {
    ++at_;
    TRY_ASSIGN(const Ranges last, member());
    const auto is_one = [](const Ranges& ranges) {
      return ranges.size() == 1 && ranges.front().first == ranges.front().second;
    };
    if (is_one(first) && is_one(last)) {
      if (first.front().first > last.front().first) return wrong("a range that runs backwards");
      out.emplace_back(first.front().first, last.front().first);
    } else {
      out.insert(out.end(), first.begin(), first.end());
      out.emplace_back('-', '-');
      out.insert(out.end(), last.begin(), last.end());
    }
    return Done{};
  }

  Result<Ranges> member() {
    if (!take("\\")) {
      const std::uint32_t point = next_point(text_, at_);
      return Ranges{{point, point}};
    }
    if (take("b")) return Ranges{{'\b', '\b'}};
    return escaped();
  }

  Result<Tree> repeated(Tree part) {
    Tree out{.kind = Kind::repeat};
    if (take("*")) {
      out.min = 0;
    } else if (take("+")) {
      out.min = 1;
    } else if (take("?")) {
      out.max = 1;
    } else if (!counts(out)) {
      return part;
    }
    out.lazy = take("?");
    if (out.min > out.max) return wrong("a count that runs backwards");
    if (out.min > kRepeatMax || (out.max != Tree::kNoMax && out.max > kRepeatMax)) {
      return wrong("a count over 1,000");
    }
    if (contains("*+?", text_.substr(at_, 1)) && !at_end()) return wrong("nothing to repeat");
    out.children.push_back(std::move(part));
    return out;
  }

  // `{2}`, `{2,}`, `{2,5}`; any other brace is a character.
  bool counts(Tree& out) {
    const std::size_t end = text_.find('}', at_);
    if (peek() != '{' || end == std::string_view::npos) return false;
    const auto parts = split(text_.substr(at_ + 1, end - at_ - 1), ',');
    const auto min = parse_int(parts[0]);
    if (!min || *min < 0 || parts.size() > 2) return false;
    out.min = static_cast<std::size_t>(*min);
    out.max = parts.size() == 1 ? out.min : Tree::kNoMax;
    if (parts.size() == 2 && !parts[1].empty()) {
      const auto max = parse_int(parts[1]);
      if (!max || *max < 0) return false;
      out.max = static_cast<std::size_t>(*max);
    }
    at_ = end + 1;
    return true;
  }

  std::string_view text_;
  std::size_t groups_in_all_;
  std::size_t at_ = 0;
  std::size_t groups_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

bool CharSet::has(std::uint32_t point) const {
  const bool found = std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
    return range.first <= point && point <= range.second;
  });
  return found != negated;
}

std::uint32_t next_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) : 0U;
  };
  const std::uint32_t lead = byte(at);
  const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::uint32_t point = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) {
      ++at;
      return lead;
    }
    point = (point << 6U) | (byte(at + i) & 0x3FU);
  }
  at += length;
  return point;
}

bool is_word(std::uint32_t point) {
  return (point >= '0' && point <= '9') || (point >= 'A' && point <= 'Z') || point == '_' ||
         (point >= 'a' && point <= 'z');
}

Result<Parsed> parse(std::string_view expression) { return Parser(expression).run(); }

}  // namespace pawl::pattern
