// One search of a text for credentials: issued tokens and keys are in scan_tokens.cpp, values
// behind a name in scan_values.cpp, logins of links and commands in scan_logins.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"
#include "repo/kinds/family.hpp"
#include "repo/secrets/issued_tokens.hpp"
#include "repo/secrets/secrets.hpp"

namespace pawl::repo {

enum class Weight : std::uint8_t {
  suspicious,  // a name and a value
  drawn,       // likewise, and the value was drawn by lot: no sample that somebody made up
  certain,     // the shape of an issuer
  proven,      // its checksum is right: no sample, wherever it stands
};

// A password that a command gets on its line.
struct PasswordFlag {
  std::string_view program;
  std::string_view flag;  // the value follows it
  bool login = false;     // `user:password`
};

// Of tokens: letters, digits, `_-/+.~`; as many of them as make a look worth while.
bool is_token_sign(char c);
inline constexpr std::size_t kTokenRunMin = 16;

// Drawn by lot, as far as a look can tell.
bool is_drawn(std::string_view value);
// Drawn, or with the entropy of chance. A JSON web token counts by its own rule.
bool is_secret_value(std::string_view value);

// Of a value that only its name or its surroundings make a secret.
inline Weight weight_of(std::string_view value) {
  return is_drawn(value) ? Weight::drawn : Weight::suspicious;
}

class SecretScan {
 public:
  SecretScan(const RepoPath& path, std::string_view text, std::vector<SecretHit>& hits,
             Marks marks = Marks::count)
      : path_(path), text_(text), hits_(hits), marks_(marks), first_(hits.size()) {}

  // Looks through the text; `finish` then leaves one hit a line.
  void all();
  void finish();
  // The text without the values of the hits.
  std::string blanked() const;

 private:
  // Of a line, to either side of a place.
  static constexpr std::size_t kLineMax = 600;
  struct Value {
    std::string_view text;
    bool quoted = false;
  };
  // Where a value stands.
  struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void runs();
  void passwords();
  void links();
  void logins();
  void logins_without_scheme();
  void commands();
  void pieces();

  void command_at(std::size_t at, const PasswordFlag& row);
  void run(std::size_t begin, std::size_t end);
  bool issuer(std::size_t begin, std::size_t end);
  void issued_at(Span span, const Issued& issued);
  bool key_block(std::size_t begin, std::size_t end);
  void assigned(std::size_t begin);
  bool encoded(std::size_t begin, std::size_t end);
  bool turns_round(std::size_t at);
  bool header(std::size_t begin, std::size_t end);
  void password_at(std::size_t at);
  std::optional<std::size_t> value_of_name(std::string_view name) const;
  std::optional<std::size_t> value_between(std::string_view name, std::size_t at,
                                           std::size_t limit) const;
  bool allows_bare(std::size_t at) const;
  void login_at(std::size_t at);
  std::size_t joined_from(std::size_t at, std::string& joined) const;
  Value value_at(std::size_t at) const;
  std::size_t line_begin(std::size_t at) const {
    const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
  }
  // As much of it as is near.
  std::string_view line_of(std::size_t at) const {
    const std::size_t from = at > kLineMax ? at - kLineMax : 0;
    const std::size_t before = text_.substr(from, at - from).rfind('\n');
    const std::size_t begin = before == std::string_view::npos ? from : from + before + 1;
    const std::string_view rest = text_.substr(begin, at - begin + kLineMax);
    return rest.substr(0, rest.find('\n', at - begin));
  }
  std::string_view line_before(std::size_t at) const {
    const std::string_view line = line_of(at);
    return line.substr(0, static_cast<std::size_t>(text_.data() + at - line.data()));
  }
  bool azure_key(std::size_t begin, std::size_t end);
  static bool is_encoded_key(std::string_view token);
  bool in_connection_string(std::size_t at) const;
  bool is_login_of_link(std::string_view name) const;
  bool is_handed_out(std::string_view name) const;
  bool in_remark(std::size_t at) const;
  bool in_string(std::size_t at) const;
  bool counts_here(Weight weight);
  void hit(std::size_t at, Span span, std::string kind, Weight weight);
  Span span_of(std::string_view value) const {
    const auto begin = static_cast<std::size_t>(value.data() - text_.data());
    return {begin, begin + value.size()};
  }
  std::size_t end_of_key(std::size_t begin) const;
  bool sample() {
    if (!sample_known_) sample_ = is_sample_place(path_);
    sample_known_ = true;
    return sample_;
  }

  const RepoPath& path_;
  std::string_view text_;
  std::vector<SecretHit>& hits_;
  Marks marks_;
  std::size_t first_;
  std::vector<Span> spans_;
  std::optional<bool> turns_;  // something in the text turns a string round
  bool sample_ = false;
  bool sample_known_ = false;
  bool real_ = false;  // a token in a test that nobody made up by hand
};

}  // namespace pawl::repo
