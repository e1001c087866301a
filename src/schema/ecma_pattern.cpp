// ECMA-262 (2023), chapter 22.2, and what its annex B allows besides where it cannot be mistaken.
#include "schema/ecma_pattern.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::schema {
namespace {

constexpr std::size_t kExpressionBytesMax = 64 * 1024;
constexpr long long kRepeatsAtLeastMax = 1'000;
constexpr std::uint32_t kPointMax = 0x10FFFF;

// WhiteSpace and LineTerminator, and all that is neither, as members of a class; so `\D` and `\W`,
// which PCRE2 misreads beside a property in a class that is negated.
constexpr std::string_view kSpaces =
    R"(\t\n\x{b}\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
constexpr std::string_view kOthers =
    R"(\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e})"
    R"(\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff})";
constexpr std::string_view kNoDigits = R"(\x{0}-/:-\x{10ffff})";
constexpr std::string_view kNoWord = R"(\x{0}-/:-@\[-\^`{-\x{10ffff})";
constexpr std::string_view kNothing = R"([^\x{0}-\x{10ffff}])";
constexpr std::string_view kAnything = R"([\x{0}-\x{10ffff}])";
constexpr std::string_view kNoLineEnd = R"([^\n\r\x{2028}\x{2029}])";

struct Category {
  std::string_view name;
  std::string_view code;
};
// PropertyValueAliases.txt of Unicode: PCRE2 knows general categories by their codes alone.
constexpr auto kCategories = std::to_array<Category>({{"Cased_Letter", "L&"},
                                                      {"LC", "L&"},
                                                      {"Close_Punctuation", "Pe"},
                                                      {"Combining_Mark", "M"},
                                                      {"Connector_Punctuation", "Pc"},
                                                      {"Control", "Cc"},
                                                      {"Currency_Symbol", "Sc"},
                                                      {"Dash_Punctuation", "Pd"},
                                                      {"Decimal_Number", "Nd"},
                                                      {"Enclosing_Mark", "Me"},
                                                      {"Final_Punctuation", "Pf"},
                                                      {"Format", "Cf"},
                                                      {"Initial_Punctuation", "Pi"},
                                                      {"Letter", "L"},
                                                      {"Letter_Number", "Nl"},
                                                      {"Line_Separator", "Zl"},
                                                      {"Lowercase_Letter", "Ll"},
                                                      {"Mark", "M"},
                                                      {"Math_Symbol", "Sm"},
                                                      {"Modifier_Letter", "Lm"},
                                                      {"Modifier_Symbol", "Sk"},
                                                      {"Nonspacing_Mark", "Mn"},
                                                      {"Number", "N"},
                                                      {"Open_Punctuation", "Ps"},
                                                      {"Other", "C"},
                                                      {"Other_Letter", "Lo"},
                                                      {"Other_Number", "No"},
                                                      {"Other_Punctuation", "Po"},
                                                      {"Other_Symbol", "So"},
                                                      {"Paragraph_Separator", "Zp"},
                                                      {"Private_Use", "Co"},
                                                      {"Punctuation", "P"},
                                                      {"Separator", "Z"},
                                                      {"Space_Separator", "Zs"},
                                                      {"Spacing_Mark", "Mc"},
                                                      {"Surrogate", "Cs"},
                                                      {"Symbol", "S"},
                                                      {"Titlecase_Letter", "Lt"},
                                                      {"Unassigned", "Cn"},
                                                      {"Uppercase_Letter", "Lu"},
                                                      {"cntrl", "Cc"},
                                                      {"digit", "Nd"},
                                                      {"punct", "P"}});

std::string_view category_code(std::string_view name) {
  const auto row = std::find_if(kCategories.begin(), kCategories.end(),
                                [&](const Category& each) { return each.name == name; });
  return row == kCategories.end() ? name : row->code;
}

std::string point_escape(std::uint32_t point) {
  std::array<char, 8> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), point, 16).ptr;
  return "\\x{" + std::string(digits.data(), end) + "}";
}

class Translator {
 public:
  explicit Translator(std::string_view expression) : text_(expression) {}

  Result<TranslatedPattern> run() {
    if (text_.size() > kExpressionBytesMax) return wrong("more than 64 KiB");
    while (!at_end()) TRY(step());
    return std::move(out_);
  }

 private:
  bool at_end() const { return at_ == text_.size(); }
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
  Status put(std::string_view translated, bool repeatable = true) {
    out_.text += translated;
    repeatable_ = repeatable;
    return Done{};
  }

  Status step() {
    if (take("\\")) return escape();
    if (take("[")) return set();
    if (take(".")) return put(kNoLineEnd);
    if (take("|")) return put("|", false);
    if (take("(")) return group();
    if (peek() == '*' || peek() == '+' || peek() == '?') return repeat(text_.substr(at_, 1));
    if (peek() == '{') {
      if (const auto end = count_end()) return count(*end);
      ++at_;
      return put("\\{");
    }
    return put(one());
  }

  // The bytes of one code point.
  std::string_view one() {
    const std::size_t from = at_++;
    while (!at_end() && (static_cast<unsigned char>(peek()) & 0xC0U) == 0x80U) ++at_;
    return text_.substr(from, at_ - from);
  }

  Status group() {
    if (take("?:")) return put("(?:", false);
    if (take("?=")) return put("(?=", false);
    if (take("?!")) return put("(?!", false);
    if (take("?<=")) return put("(?<=", false);
    if (take("?<!")) return put("(?<!", false);
    if (take("?<")) {
      TRY_ASSIGN(const std::string name, name_until('>'));
      return put("(?<" + name + ">", false);
    }
    if (peek() == '?') return wrong("a kind of group that ECMA-262 does not have");
    return put("(", false);
  }

  Result<std::string> name_until(char end) {
    const std::size_t from = at_;
    while (!at_end() && is_word(peek())) ++at_;
    const std::string name(text_.substr(from, at_ - from));
    if (name.empty() || peek() != end) return wrong("a name that is none");
    ++at_;
    return name;
  }

  Status repeat(std::string_view word) {
    if (!repeatable_) return wrong("nothing to repeat");
    at_ += word.size();
    return put(std::string(word) + (take("?") ? "?" : ""), false);
  }

  // Behind the `}` of `{2}`, `{2,}`, `{2,5}`; any other brace is a character.
  std::optional<std::size_t> count_end() const {
    std::size_t i = at_ + 1;
    const auto digits = [&] {
      const std::size_t from = i;
      while (i < text_.size() && is_digit(text_[i])) ++i;
      return i > from;
    };
    if (!digits()) return std::nullopt;
    if (i < text_.size() && text_[i] == ',') {
      ++i;
      digits();
    }
    if (i == text_.size() || text_[i] != '}') return std::nullopt;
    return i + 1;
  }

  Status count(std::size_t end) {
    const std::string_view word = text_.substr(at_, end - at_);
    const auto least = parse_int(word.substr(1, word.find_first_of(",}") - 1));
    if (!least || *least > kRepeatsAtLeastMax) return wrong("more than 1,000 times at least");
    return repeat(word);
  }

  Status escape() {
    if (at_end()) return wrong("a lone backslash at the end");
    if (take("b")) return put("\\b");
    if (take("B")) return put("\\B");
    if (take("k")) {
      if (!take("<")) return wrong("a \\k without a name");
      TRY_ASSIGN(const std::string name, name_until('>'));
      out_.refers_back = true;
      return put("\\k<" + name + ">");
    }
    if (peek() >= '1' && peek() <= '9') {
      const std::size_t from = at_;
      while (is_digit(peek())) ++at_;
      out_.refers_back = true;
      return put("\\g{" + std::string(text_.substr(from, at_ - from)) + "}");
    }
    if (take("s")) return put("[" + std::string(kSpaces) + "]");
    if (take("S")) return put("[^" + std::string(kSpaces) + "]");
    TRY_ASSIGN(const Member member, escaped());
    return put(member.text);
  }

  // One member of a class; several characters when `is_class`.
  struct Member {
    std::string text;
    bool is_class = false;
  };

  // Behind a backslash, what means the same inside a class and outside of one.
  Result<Member> escaped() {
    if (at_end()) return wrong("a lone backslash at the end");
    for (const char c : std::string_view("dDwW")) {
      if (take({&c, 1})) return Member{{'\\', c}, true};
    }
    for (const char c : std::string_view("fnrt")) {
      if (take({&c, 1})) return Member{{'\\', c}};
    }
    if (peek() == 'p' || peek() == 'P') return property();
    if (take("v")) return Member{point_escape(0x0B)};
    if (take("c")) {
      if (!is_letter(peek())) return wrong("a \\c without a letter");
      return Member{point_escape(static_cast<std::uint32_t>(text_[at_++]) % 32U)};
    }
    if (take("0")) {
      if (is_digit(peek())) return wrong("an octal number");
      return Member{point_escape(0)};
    }
    if (take("x")) return hex_member(2);
    if (take("u{")) return braced_point();
    if (take("u")) return surrogates();
    if (is_letter_or_digit(peek())) return wrong("an escape that ECMA-262 does not have");
    const std::string_view point = one();
    return Member{point.size() == 1 ? "\\" + std::string(point) : std::string(point)};
  }

  Result<std::uint32_t> hex(std::size_t length) {
    std::uint32_t value = 0;
    const std::string_view digits = text_.substr(at_, length);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    const bool is_whole = digits.size() == length && length > 0 && read.ec == std::errc() &&
                          read.ptr == digits.data() + digits.size();
    if (!is_whole || value > kPointMax) return wrong("a code point that is none");
    at_ += length;
    return value;
  }
  Result<Member> hex_member(std::size_t length) {
    TRY_ASSIGN(const std::uint32_t point, hex(length));
    return Member{point_escape(point)};
  }
  Result<Member> braced_point() {
    TRY_ASSIGN(Member out, hex_member(std::min(text_.find('}', at_), text_.size()) - at_));
    if (!take("}")) return wrong("a \"\\u{\" that is not closed");
    return out;
  }
  Result<Member> surrogates() {
    TRY_ASSIGN(const std::uint32_t high, hex(4));
    const std::size_t back = at_;
    if (high >= 0xD800 && high < 0xDC00 && take("\\u") && peek() != '{') {
      TRY_ASSIGN(const std::uint32_t low, hex(4));
      if (low >= 0xDC00 && low < 0xE000) {
        return Member{point_escape(0x10000U + ((high - 0xD800U) << 10U) + (low - 0xDC00U))};
      }
    }
    at_ = back;
    return Member{point_escape(high)};
  }

  // `\p{Letter}`, `\P{Script=Greek}`, `\p{Alphabetic}`
  Result<Member> property() {
    bool negated = text_[at_++] == 'P';
    if (!take("{")) return wrong("a property without a name");
    const std::size_t end = std::min(text_.find('}', at_), text_.size());
    const auto equals = text_.substr(at_, end - at_).find('=');
    std::string key;
    if (equals != std::string_view::npos) {
      TRY_ASSIGN(key, name_until('='));
    }
    TRY_ASSIGN(std::string name, name_until('}'));
    if (key == "Script" || key == "sc") {
      name = "sc:" + name;
    } else if (key == "Script_Extensions" || key == "scx") {
      name = "scx:" + name;
    } else if (key == "General_Category" || key == "gc" || key.empty()) {
      if (name == "Assigned") negated = !negated;
      name = name == "Assigned" ? "Cn" : category_code(name);
    } else {
      return wrong("a property that ECMA-262 does not have");
    }
    return Member{std::string(negated ? "\\P{" : "\\p{") + name + "}", true};
  }

  Status set() {
    // To PCRE2 the empty class is a verb, which takes no repetition.
    if (take("]")) return put(kNothing);
    if (take("^]")) return put(kAnything);
    std::string out(take("^") ? "[^" : "[");
    while (!take("]")) {
      if (at_end()) return wrong("a \"[\" that is not closed");
      TRY_ASSIGN(const Member first, member());
      out += first.text;
      const bool is_range = peek() == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != ']';
      if (!is_range) continue;
      ++at_;
      TRY_ASSIGN(const Member last, member());
      // Beside a class, the dash is one of the characters.
      out += (first.is_class || last.is_class ? "\\-" : "-") + last.text;
    }
    return put(out + "]");
  }

  Result<Member> member() {
    // `[.`, `[:` and `[=` begin names of POSIX.
    for (const char c : std::string_view("-[.:=")) {
      if (take({&c, 1})) return Member{{'\\', c}};
    }
    if (!take("\\")) return Member{std::string(one())};
    if (take("b")) return Member{point_escape(0x08)};
    if (take("s")) return Member{std::string(kSpaces), true};
    if (take("S")) return Member{std::string(kOthers), true};
    if (take("D")) return Member{std::string(kNoDigits), true};
    if (take("W")) return Member{std::string(kNoWord), true};
    return escaped();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool repeatable_ = false;  // what was read last may be repeated
  TranslatedPattern out_;
};

}  // namespace

Result<TranslatedPattern> translate_pattern(std::string_view expression) {
  return Translator(expression).run();
}

}  // namespace pawl::schema
