#include "llm/answers/json_reader.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text/fixed_words.hpp"
#include "llm/answers/json_quotes.hpp"
#include "llm/answers/json_scalar.hpp"

namespace pawl::llm {
namespace {

constexpr std::size_t kDepthMax = 512;
constexpr std::size_t kSmallObject = 16;

constexpr auto kMendNames =
    fixed_words("trailing_comma", "extra_comma", "missing_comma", "missing_closer", "bare_quote",
                "raw_newline", "control_character", "bad_escape", "lone_surrogate", "single_quotes",
                "triple_quotes", "unquoted_key", "comment", "python_literal", "number_form");
static_assert(kMendNames.size() == static_cast<std::size_t>(Mend::number_form) + 1);

// Bytes a string may hold as they are; the quotes are decided on by the string.
constexpr auto kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t i = 0x20; i < plain.size(); ++i) {
    plain[i] = i != '"' && i != '\'' && i != '\\';
  }
  return plain;
}();

std::size_t past_plain(std::string_view text, std::size_t at) {
  while (at < text.size() && kPlain[static_cast<unsigned char>(text[at])]) ++at;
  return at;
}

// Json::object_of hashes every key; most objects have few.
Json object_from(Json::Object members) {
  if (members.size() > kSmallObject) return Json::object_of(std::move(members));
  for (std::size_t i = 1; i < members.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (members[i].first == members[j].first) return Json::object_of(std::move(members));
    }
  }
  Json out = Json::object();
  for (auto& [key, value] : members) out.set(key, std::move(value));
  return out;
}

// Recursive descent; every function returns false when reading has failed at `at_`.
class Reader {
 public:
  Reader(std::string_view text, std::size_t at, ReadRules rules)
      : text_(text), at_(at), rules_(rules) {}

  Reading read() {
    Reading out;
    out.found = value(out.value, Place::element);
    out.end = at_;
    out.cut_off = cut_off_;
    out.too_deep = too_deep_;
    out.mends = mends_;
    return out;
  }

 private:
  bool ended() const { return at_ >= text_.size(); }
  char here() const { return text_[at_]; }
  bool cut_off() {
    cut_off_ = true;
    return false;
  }
  // Notes a mend; false when reading is strict.
  bool mend(Mend what) {
    if (rules_.mend) mends_.add(what);
    return rules_.mend;
  }

  // Past blanks and, with mending, comments.
  void skip() {
    at_ = past_blanks(text_, at_);
    while (rules_.mend && !ended() && skip_comment()) at_ = past_blanks(text_, at_);
  }

  bool skip_comment() {
    const std::string_view rest = text_.substr(at_);
    const bool block = rest.starts_with("/*");
    if (!block && !rest.starts_with("//") && rest.front() != '#') return false;
    const auto end = text_.find(block ? "*/" : "\n", at_);
    at_ = end == std::string_view::npos ? text_.size() : end + (block ? 2 : 1);
    mends_.add(Mend::comment);
    return true;
  }

  bool value(Json& out, Place place) {
    skip();
    if (ended()) return cut_off();
    switch (here()) {
      case '{': return object(out);
      case '[': return array(out);
      case '\'':
        if (!mend(Mend::single_quotes)) return false;
        [[fallthrough]];
      case '"': {
        std::string content;
        if (!string(content, place)) return false;
        out = Json(std::move(content));
        return true;
      }
      default: return scalar(out);
    }
  }

  bool scalar(Json& out) {
    const std::string_view word = word_token(text_, at_);
    if (word.empty()) return number(out);
    if (word == "true" || word == "false") {
      out = Json(word == "true");
    } else if (word != "null") {
      const auto foreign = rules_.mend ? foreign_word(word) : std::nullopt;
      if (!foreign) return at_ + word.size() >= text_.size() ? cut_off() : false;
      mends_.add(Mend::python_literal);
      out = *foreign;
    }
    at_ += word.size();
    return true;
  }

  bool number(Json& out) {
    const std::string_view token = number_token(text_, at_);
    auto strict = strict_number(token);
    if (!strict && rules_.mend && !token.empty()) {
      if (token == "-" && word_token(text_, at_ + 1) == "Infinity") {
        mends_.add(Mend::python_literal);
        at_ += std::string_view("-Infinity").size();
        return true;
      }
      strict = strict_number(tidy_number(token));
      mends_.add(Mend::number_form);
    }
    if (!strict) return at_ + token.size() >= text_.size() ? cut_off() : false;
    out = *std::move(strict);
    at_ += token.size();
    return true;
  }

  bool enter(char opener) {
    if (open_.size() >= kDepthMax) {
      too_deep_ = true;
      return false;
    }
    open_ += opener;
    ++at_;
    return true;
  }

  bool object(Json& out) {
    if (!enter('{')) return false;
    Json::Object members;
    for (bool comma = false;;) {
      switch (between('}', comma, members.empty())) {
        case Next::failed: return false;
        case Next::closed: out = object_from(std::move(members)); return true;
        case Next::item: break;
      }
      Json::Member member;
      if (!key(member.first) || !value(member.second, Place::member)) return false;
      members.push_back(std::move(member));
      comma = take_comma();
    }
  }

  bool array(Json& out) {
    if (!enter('[')) return false;
    Json::Array items;
    for (bool comma = false;;) {
      switch (between(']', comma, items.empty())) {
        case Next::failed: return false;
        case Next::closed: out = Json(std::move(items)); return true;
        case Next::item: break;
      }
      Json item;
      if (!value(item, Place::element)) return false;
      items.push_back(std::move(item));
      comma = take_comma();
    }
  }

  bool take_comma() {
    skip();
    if (ended() || here() != ',') return false;
    ++at_;
    return true;
  }

  enum class Next : std::uint8_t { item, closed, failed };

  // What comes between two items of a container, or behind the last: its end or one more item.
  Next between(char closer, bool comma, bool first) {
    skip();
    while (!ended() && here() == ',') {
      if (!mend(Mend::extra_comma)) return Next::failed;
      ++at_;
      comma = true;
      skip();
    }
    if (ended()) return close_unclosed(comma);
    if (here() == closer) {
      if (comma && !mend(Mend::trailing_comma)) return Next::failed;
      ++at_;
      open_.pop_back();
      return Next::closed;
    }
    if (closes_outer_container()) return close_unclosed(comma);
    if (first || comma) return Next::item;
    constexpr std::string_view kStarts = "\"'{[";
    const bool starts = kStarts.find(here()) != std::string_view::npos;
    return starts && mend(Mend::missing_comma) ? Next::item : Next::failed;
  }

  // The closer here is not this container's but fits the one around it.
  bool closes_outer_container() const {
    if (open_.size() < 2) return false;
    const char outer = open_[open_.size() - 2];
    return outer != open_.back() && here() == (outer == '{' ? '}' : ']');
  }

  Next close_unclosed(bool comma) {
    if (rules_.mend && rules_.close_at_end && !comma) {
      mends_.add(Mend::missing_closer);
      open_.pop_back();
      return Next::closed;
    }
    if (ended()) cut_off();
    return Next::failed;
  }

  bool key(std::string& out) {
    if (here() == '"' || (here() == '\'' && mend(Mend::single_quotes))) {
      if (!string(out, Place::key)) return false;
    } else {
      const std::string_view word = word_token(text_, at_);
      if (word.empty() || !mend(Mend::unquoted_key)) return false;
      out = std::string(word);
      at_ += word.size();
    }
    skip();
    if (ended()) return cut_off();
    if (here() != ':') return false;
    ++at_;
    return true;
  }

  // A string whose opening quote is here.
  bool string(std::string& out, Place place) {
    const char quote = here();
    if (rules_.mend && place != Place::key && text_.substr(at_, 3) == "\"\"\"") {
      return triple_quoted(out);
    }
    for (++at_; !ended();) {
      const std::size_t start = at_;
      at_ = past_plain(text_, at_);
      out.append(text_, start, at_ - start);
      if (ended()) break;
      if (here() == quote) {
        if (!rules_.mend || closes_string(text_, at_, place, open_.size() < 2)) {
          ++at_;
          return true;
        }
        mends_.add(Mend::bare_quote);
        out += quote;
        ++at_;
      } else if (here() == '\\') {
        if (!escape(out)) return false;
      } else if (here() == '"' || here() == '\'') {
        out += here();
        ++at_;
      } else {
        if (!mend(here() == '\n' ? Mend::raw_newline : Mend::control_character)) return false;
        out += here();
        ++at_;
      }
    }
    return cut_off();
  }

  bool escape(std::string& out) {
    if (at_ + 1 >= text_.size()) {
      at_ = text_.size();
      return cut_off();
    }
    const std::size_t before = out.size();
    const Escape known = read_escape(text_, at_, out);
    if (known.length > 0) {
      if (known.lone_surrogate && !mend(Mend::lone_surrogate)) {
        out.resize(before);
        return false;
      }
      at_ += known.length;
      return true;
    }
    if (!mend(Mend::bad_escape)) return false;
    // `\'` and a backslash before a line break are habits of other languages; any other backslash
    // was meant as one.
    const char next = text_[at_ + 1];
    if (next != '\'' && next != '\n') out += '\\';
    ++at_;
    if (next == '\'') {
      out += next;
      ++at_;
    }
    return true;
  }

  bool triple_quoted(std::string& out) {
    const auto end = text_.find("\"\"\"", at_ + 3);
    if (end == std::string_view::npos) {
      at_ = text_.size();
      return cut_off();
    }
    mends_.add(Mend::triple_quotes);
    std::string_view content = text_.substr(at_ + 3, end - at_ - 3);
    if (content.starts_with('\n')) content.remove_prefix(1);
    out.append(content);
    at_ = end + 3;
    return true;
  }

  std::string_view text_;
  std::size_t at_;
  ReadRules rules_;
  std::string open_;  // the openers of the containers around here
  Mends mends_;
  bool cut_off_ = false;
  bool too_deep_ = false;
};

}  // namespace

std::vector<std::string> Mends::names() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kMendNames.size(); ++i) {
    if ((bits_ >> i & 1U) != 0) out.emplace_back(kMendNames[i]);
  }
  return out;
}

Reading read_json(std::string_view text, std::size_t at, ReadRules rules) {
  return Reader(text, at, rules).read();
}

}  // namespace pawl::llm
