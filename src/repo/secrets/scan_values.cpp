// Values behind a name that promises a secret.
#include <algorithm>
#include <array>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/secrets/secret_names.hpp"
#include "repo/secrets/secret_scan.hpp"
#include "repo/secrets/secret_values.hpp"
#include "repo/secrets/value_names.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kValueMax = 600;

// Part of every name of a password that is looked for by its name.
constexpr std::array<std::string_view, 2> kPasswordWords{"pass", "pwd"};

// How far Horspool's window may move by its last byte, capitals like small letters.
using Shifts = std::array<std::size_t, 256>;
constexpr Shifts shifts_of(std::string_view word) {
  Shifts shift{};
  for (auto& step : shift) step = word.size();
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    const auto c = static_cast<unsigned char>(word[i]);
    shift[c] = shift[c - 32U] = word.size() - 1 - i;
  }
  return shift;
}
constexpr std::array<Shifts, 2> kShifts{shifts_of(kPasswordWords[0]), shifts_of(kPasswordWords[1])};

// Settings files: a value stands there without quotes.
bool is_settings(const RepoPath& path) {
  static constexpr auto kEndings =
      fixed_words(".env", ".ini", ".cfg", ".conf", ".yaml", ".yml", ".properties", ".toml",
                  ".npmrc", ".pypirc", ".netrc", ".tfvars");
  const std::string name = lower(path.name());
  if (name.starts_with(".env")) return true;
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

// Scripts, makefiles and builds of containers: `NAME=value` without quotes.
bool assigns_bare_words(const RepoPath& path) {
  static constexpr auto kEndings =
      fixed_words(".sh", ".bash", ".zsh", ".mk", ".mak", ".envrc", ".dockerfile");
  static constexpr auto kBeginnings = fixed_words("dockerfile", "containerfile", "makefile",
                                                  "gnumakefile", "env", "bashrc", "profile");
  const std::string name = lower(path.name());
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); }) ||
         std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view begin) { return name.starts_with(begin); });
}

// Whose lines are words: `login me password x`.
bool holds_logins(const RepoPath& path) {
  return among({".netrc", "_netrc", ".authinfo"}, lower(path.name()));
}

}  // namespace

SecretScan::Value SecretScan::value_at(std::size_t at) const {
  Value value;
  const char quote = at < text_.size() && is_quote_sign(text_[at]) ? text_[at] : '\0';
  value.quoted = quote != '\0';
  const std::size_t begin = value.quoted ? at + 1 : at;
  const bool inside = !value.quoted && in_string(at);
  std::size_t end = begin;
  const std::size_t limit = std::min(text_.size(), begin + kValueMax);
  const auto ends = [&](char c) {
    if (value.quoted) return c == quote;
    return is_blank_sign(c) || c == ',' || c == ';' || c == '<' ||
           (inside && (is_quote_sign(c) || c == '&'));
  };
  while (end < limit && text_[end] != '\n' && text_[end] != '\r' && !ends(text_[end])) ++end;
  if (value.quoted && (end >= limit || text_[end] != quote)) return {};
  value.text = text_.substr(begin, end - begin);
  return value;
}

// Whether a value may stand there without quotes.
bool SecretScan::allows_bare(std::size_t at) const {
  return is_settings(path_) || assigns_bare_words(path_) || in_remark(at) || in_string(at);
}

// `https://token:…@host` is looked at as a link.
bool SecretScan::is_login_of_link(std::string_view name) const {
  return text_.substr(0, span_of(name).begin).ends_with("//");
}

// The key of Algolia's search is in the pages of every site that has one.
bool SecretScan::is_handed_out(std::string_view name) const {
  constexpr std::size_t kNear = 300;
  if (!equal_folded(name, "apiKey") && !equal_folded(name, "api_key")) return false;
  const std::size_t at = span_of(name).begin;
  const std::string_view near = text_.substr(at > kNear ? at - kNear : 0, 2 * kNear);
  return contains_folded(near, "algolia") || contains_folded(near, "docsearch") ||
         contains(near, "indexName");
}

void SecretScan::assigned(std::size_t begin) {
  const std::string_view name = name_of_value(text_, begin);
  if (name.empty() || !names_secret(name)) return;
  const bool quoted = begin > 0 && is_quote_sign(text_[begin - 1]);
  if (!quoted && !allows_bare(begin)) return;
  const Value value = value_at(quoted ? begin - 1 : begin);
  if (!is_secret_value(value.text) || is_login_of_link(name) || is_handed_out(name)) return;
  hit(begin, span_of(value.text), "value of " + printable(name.substr(0, 60), 60),
      weight_of(value.text));
}

// The place, in this part of a line, of the value that is given to this name: of its quote, or of
// its first byte.
std::optional<std::size_t> SecretScan::value_between(std::string_view name, std::size_t at,
                                                     std::size_t limit) const {
  const auto is_its = [&](std::size_t place) {
    const std::string_view found = name_of_value(text_, place);
    return !found.empty() && span_of(found).end == span_of(name).end;
  };
  for (std::size_t i = at; i < limit; ++i) {
    if (is_quote_sign(text_[i]) && is_its(i + 1)) return i;
  }
  const std::string_view rest = text_.substr(at, limit - at);
  const std::size_t value = rest.find_first_not_of(" \t=:>");
  if (value == std::string_view::npos || value == 0) return {};
  const bool word = rest.substr(0, value).find_first_not_of(" \t") == std::string_view::npos;
  if (word ? holds_logins(path_) : is_its(at + value)) return at + value;
  return {};
}

// In the name's own line, or in the one below where the two are a pair.
std::optional<std::size_t> SecretScan::value_of_name(std::string_view name) const {
  constexpr std::size_t kApart = 60;
  std::size_t at = span_of(name).end;
  while (at < text_.size() && (is_quote_sign(text_[at]) || text_[at] == ']')) ++at;
  const std::size_t end = at + std::min(text_.substr(at, kLineMax).find('\n'), text_.size() - at);
  if (const auto beside = value_between(name, at, std::min(end, at + kApart))) return beside;
  const std::string_view below = text_.substr(std::min(end + 1, text_.size()), kApart);
  const std::size_t value = below.find("value");
  if (value == std::string_view::npos || below.find_first_not_of(" \t\"'") != value) return {};
  std::size_t from = end + 1 + value + std::string_view("value").size();
  while (from < text_.size() && is_quote_sign(text_[from])) ++from;
  const std::string_view rest = text_.substr(std::min(from, text_.size()), kApart);
  return value_between(name, from, from + std::min(rest.find('\n'), rest.size()));
}

void SecretScan::password_at(std::size_t at) {
  constexpr std::size_t kNameMax = 60;
  std::size_t begin = at;
  while (begin > 0 && at - begin < kNameMax && is_name_sign(text_[begin - 1])) --begin;
  std::size_t end = at;
  while (end < text_.size() && end - at < kNameMax && is_name_sign(text_[end])) ++end;
  std::string_view name = text_.substr(begin, end - begin);
  while (name.starts_with('-') || name.starts_with('.')) name.remove_prefix(1);
  if (!names_password(name)) return;
  const auto place = value_of_name(name);
  if (!place) return;
  Value value = value_at(*place);
  const bool connection = !value.quoted && in_connection_string(at);
  const bool element = begin > 0 && text_[begin - 1] == '<';
  const bool bare = connection || element || holds_logins(path_) || allows_bare(*place);
  if (!value.quoted && !bare) return;
  // It ends where the string ends that holds it.
  if (connection) value.text = value.text.substr(0, value.text.find_first_of("\"'`"));
  if (!looks_like_password(value.text) && !is_secret_value(value.text) &&
      !(value.quoted && looks_like_passphrase(value.text))) {
    return;
  }
  hit(*place, span_of(value.text), "value of " + printable(name, kNameMax), weight_of(value.text));
}

// `// api key: …`, alone on its line or behind code.
bool SecretScan::in_remark(std::size_t at) const {
  const std::string_view before = line_before(at);
  for (const std::string_view mark : {"//", "#", "/*", "*", "--", "<!--", ";", "%", ".. "}) {
    if (trim(before).starts_with(mark)) return true;
  }
  return contains(before, " // ") || contains(before, " # ") || contains(before, "/* ") ||
         contains(before, "<!-- ");
}

// Whether a quote is open there in its line.
bool SecretScan::in_string(std::size_t at) const {
  char open = '\0';
  for (const char c : line_before(at)) {
    if (open == '\0' ? is_quote_sign(c) : c == open) open = open == '\0' ? c : '\0';
  }
  return open != '\0';
}

// `Server=db;User Id=sa;Password=`.
bool SecretScan::in_connection_string(std::size_t at) const {
  const std::string_view line = line_of(at);
  return contains_folded(line, "server=") || contains_folded(line, "data source=") ||
         contains_folded(line, "user id=") || contains_folded(line, "uid=") ||
         contains_folded(line, "host=") || contains_folded(line, "jdbc:");
}

// Horspool, in any case: looks at about every third byte.
void SecretScan::passwords() {
  for (std::size_t i = 0; i < kPasswordWords.size(); ++i) {
    const std::string_view word = kPasswordWords.at(i);
    for (std::size_t at = 0; at + word.size() <= text_.size();) {
      const char last = text_[at + word.size() - 1];
      if ((last | 0x20) == word.back() && equal_folded(text_.substr(at, word.size()), word)) {
        password_at(at);
      }
      at += kShifts.at(i)[static_cast<unsigned char>(last)];
    }
  }
}

}  // namespace pawl::repo
