#include "repo/secrets/value_names.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kLookBack = 160;

bool is_operation(std::string_view signs) {
  static constexpr auto kOperations =
      fixed_words("=", ":", "=>", ":=", "?=", "||=", "||", "??", "?:");
  return among(kOperations, signs);
}

// Reads a line from a place back to its begin.
class Back {
 public:
  // Looks no further than it reads: a line may be as long as a file.
  Back(std::string_view text, std::size_t at) : text_(text), at_(at) {
    const std::size_t from = at > kLookBack ? at - kLookBack : 0;
    const std::size_t before = text.substr(from, at - from).rfind('\n');
    begin_ = before == std::string_view::npos ? from : from + before + 1;
  }

  std::string_view name();

 private:
  template <typename Pred>
  std::string_view skip(Pred pred) {
    const std::size_t end = at_;
    while (at_ > begin_ && pred(text_[at_ - 1])) --at_;
    return text_.substr(at_, end - at_);
  }
  std::string_view rest() const { return text_.substr(begin_, at_ - begin_); }
  void skip_quote();
  void skip_type();
  std::string_view word() { return skip(is_name_sign); }
  std::string_view assigned();
  std::string_view element();
  std::string_view argument();
  std::string_view spoken();
  std::string_view of_pair(std::string_view name) const;
  std::string_view quoted_before() const;
  std::string_view name_above() const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
};

// Its own quote, escaped or not, and the letter some languages put before it: `b"…"`.
void Back::skip_quote() {
  if (skip([](char c) { return is_quote_sign(c) || c == '\\'; }).empty()) return;
  if (at_ - begin_ < 2 || !contains("bBfFrRuL@$", text_.substr(at_ - 1, 1))) return;
  if (!is_word(text_[at_ - 2])) --at_;
}

// Back over a type between the name and the sign: `name: &'static str =`, `name string =`.
void Back::skip_type() {
  static constexpr auto kTypes = fixed_words("str", "String", "string", "bytes", "Text", "char");
  const std::size_t from = at_;
  if (!among(kTypes, skip(is_letter))) {
    at_ = from;
    return;
  }
  const std::size_t without_type = at_;
  const auto reference = [](char c) { return is_blank_sign(c) || c == '&'; };
  skip(reference);
  constexpr std::string_view kStatic = "'static";
  if (rest().ends_with(kStatic)) {
    at_ -= kStatic.size();
    skip(reference);
  }
  skip([](char c) { return c == ':'; });
  skip(is_blank_sign);
  if (at_ == without_type) at_ = from;
}

std::string_view Back::assigned() {
  skip(is_blank_sign);
  skip_type();
  skip([](char c) { return is_quote_sign(c) || c == ']' || c == '[' || c == '?' || c == ')'; });
  const std::size_t end = at_;
  const std::string_view name = word();
  if (!equal_folded(name, "key") || at_ == begin_ || text_[at_ - 1] != ' ') return name;
  // `secret key: …`, as people write it.
  --at_;
  word();
  return text_.substr(at_, end - at_);
}

// `<name>` or `<name attribute="…">`.
std::string_view Back::element() {
  const std::size_t open = rest().rfind('<');
  if (open == std::string_view::npos) return {};
  const std::string_view tag = rest().substr(open + 1);
  const auto* const end = std::find_if_not(tag.begin(), tag.end(), is_name_sign);
  return tag.substr(0, static_cast<std::size_t>(end - tag.begin()));
}

// The name of the function, or where that only makes a value of a text, what it is given to.
std::string_view Back::argument() {
  static constexpr auto kMakers = fixed_words("str", "string", "bytes", "secretstr", "some", "of",
                                              "from", "quote", "fromstring", "securestring");
  const std::string_view function = word();
  const std::size_t dot = function.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? function : function.substr(dot + 1);
  if (!among(kMakers, lower(last))) return last;
  skip([](char c) { return is_blank_sign(c) || c == ':'; });
  const std::string_view signs = skip([](char c) { return c == '=' || c == ':'; });
  return is_operation(signs) ? assigned() : std::string_view{};
}

// `password is …`, `IDENTIFIED BY '…'`, `--password …`.
std::string_view Back::spoken() {
  const std::string_view before = word();
  if (before.starts_with("--")) return before.substr(2);
  if (equal_folded(before, "password")) return before;
  skip(is_blank_sign);
  if (equal_folded(before, "is") || equal_folded(before, "was")) return word();
  if (equal_folded(before, "by") && equal_folded(word(), "identified")) return "password";
  return {};
}

// The last text in quotes before, when it may be a name.
std::string_view Back::quoted_before() const {
  const std::string_view line = rest();
  for (std::size_t end = line.size(); end > 0; --end) {
    if (!is_quote_sign(line[end - 1])) continue;
    std::size_t begin = end - 1;
    while (begin > 0 && is_name_sign(line[begin - 1])) --begin;
    if (begin > 0 && end - 1 - begin > 2 && line[begin - 1] == line[end - 1]) {
      return line.substr(begin, end - 1 - begin);
    }
  }
  return {};
}

// `- name: X` or `"key": "X",` in the line above.
std::string_view Back::name_above() const {
  if (begin_ < 2 || text_[begin_ - 1] != '\n') return {};
  const std::size_t near = begin_ - 1 > kLookBack ? begin_ - 1 - kLookBack : 0;
  const std::size_t before = text_.substr(near, begin_ - 1 - near).rfind('\n');
  const std::size_t from = before == std::string_view::npos ? near : near + before + 1;
  std::string_view line = trim(text_.substr(from, begin_ - 1 - from));
  while (!line.empty() && contains("-{ \t\"'", line.substr(0, 1))) line.remove_prefix(1);
  if (!line.starts_with("name") && !line.starts_with("key")) return {};
  const std::size_t sign = line.find_first_of(":=");
  if (sign == std::string_view::npos) return {};
  std::string_view name = trim(line.substr(sign + 1));
  while (!name.empty() && !is_name_sign(name.front())) name.remove_prefix(1);
  const auto* const end = std::find_if_not(name.begin(), name.end(), is_name_sign);
  return name.substr(0, static_cast<std::size_t>(end - name.begin()));
}

// `value` of a pair is given to what the pair is named after.
std::string_view Back::of_pair(std::string_view name) const {
  static constexpr auto kValues = fixed_words("value", "default", "defaultvalue", "default_value",
                                              "content", "fallback", "val", "stringvalue");
  if (!among(kValues, lower(name))) return name;
  const std::string_view beside = quoted_before();
  return beside.empty() ? name_above() : beside;
}

std::string_view Back::name() {
  skip_quote();
  const bool blank = !skip(is_blank_sign).empty();
  const std::string_view signs =
      skip([](char c) { return contains("=:>|?,(", std::string_view(&c, 1)); });
  const char before = at_ > begin_ ? text_[at_ - 1] : '\n';
  if (signs.empty()) return blank ? spoken() : std::string_view{};
  if (contains("!<~+-*", std::string_view(&before, 1))) return {};
  if (signs == ">") return element();
  if (signs == "(") return argument();
  if (signs == ",") {
    skip(is_blank_sign);
    return at_ > begin_ && is_quote_sign(text_[at_ - 1]) ? assigned() : std::string_view{};
  }
  if (is_operation(signs)) return of_pair(assigned());
  // `process.env.NAME || "…"` has a blank before its sign.
  return {};
}

}  // namespace

std::string_view name_of_value(std::string_view text, std::size_t at) {
  return Back(text, at).name();
}

}  // namespace pawl::repo
