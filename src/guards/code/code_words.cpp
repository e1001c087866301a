#include "guards/code/code_words.hpp"

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

bool remarks_with_hash(Language language) {
  return language == Language::python || language == Language::ruby || language == Language::bash;
}

bool has_keys(Language language) {
  return language != Language::c && language != Language::cpp && language != Language::java &&
         language != Language::bash && language != Language::python;
}

class WordScan {
 public:
  WordScan(Language language, std::string_view code) : language_(language), code_(code) {}

  std::vector<std::string_view> run() {
    while (at_ < code_.size()) step();
    return std::move(out_);
  }

 private:
  bool starts(std::string_view mark) const { return code_.substr(at_).starts_with(mark); }

  void skip_past(std::string_view mark, std::size_t from) {
    const std::size_t end = code_.find(mark, from);
    at_ = end == std::string_view::npos ? code_.size() : end + mark.size();
  }

  void step() {
    const char c = code_[at_];
    if (remarks_with_hash(language_) ? is_hash_comment() : starts("//"))
      return skip_past("\n", at_);
    if (!remarks_with_hash(language_) && starts("/*")) return skip_past("*/", at_ + 2);
    if (c == '"' || c == '\'' || c == '`') return string(c);
    if (is_word(c)) return word();
    ++at_;
  }

  bool is_hash_comment() const {
    return code_[at_] == '#' && (at_ == 0 || is_space(code_[at_ - 1]));
  }

  void string(char quote) {
    const std::string triple(3, quote);
    // A lifetime of Rust, or a character: neither holds names.
    if (language_ == Language::rust && quote == '\'') {
      const std::size_t end = code_.find('\'', at_ + 2);
      const bool character = end != std::string_view::npos && end - at_ <= 4;
      at_ = character ? end + 1 : at_ + 1;
      return;
    }
    const bool three = language_ == Language::python && starts(triple);
    const std::string mark = three ? triple : std::string(1, quote);
    const std::size_t begin = at_ + mark.size();
    std::size_t end = begin;
    while (end < code_.size() && !code_.substr(end).starts_with(mark)) {
      end += code_[end] == '\\' ? std::size_t{2} : std::size_t{1};
    }
    end = std::min(end, code_.size());
    put_in(code_.substr(begin, end - begin));
    at_ = std::min(end + mark.size(), code_.size());
  }

  // `{name}`, `#{name}`, `${name}`, `$name`.
  void put_in(std::string_view text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      const bool opens = text[i] == '{' || (text[i] == '$' && language_ == Language::bash);
      if (!opens || !(is_letter(text[i + 1]) || text[i + 1] == '_')) continue;
      std::size_t end = i + 1;
      while (end < text.size() && is_word(text[end])) ++end;
      out_.push_back(text.substr(i + 1, end - i - 1));
    }
  }

  void word() {
    std::size_t end = at_;
    while (end < code_.size() && is_word(code_[end])) ++end;
    const std::string_view found = code_.substr(at_, end - at_);
    std::size_t next = end;
    while (next < code_.size() && (code_[next] == ' ' || code_[next] == '?')) ++next;
    const bool colon =
        next < code_.size() && code_[next] == ':' && !code_.substr(next).starts_with("::");
    const bool symbol = language_ == Language::ruby && at_ > 0 && code_[at_ - 1] == ':';
    const bool shell_number = at_ > 0 && code_[at_ - 1] == '$';
    const bool number = is_digit(found.front()) && !shell_number;
    if (!number && !(colon && has_keys(language_)) && !symbol) out_.push_back(found);
    at_ = end;
  }

  Language language_;
  std::string_view code_;
  std::size_t at_ = 0;
  std::vector<std::string_view> out_;
};

}  // namespace

std::vector<std::string_view> code_words(Language language, std::string_view code) {
  return WordScan(language, code).run();
}

}  // namespace pawl::guards
