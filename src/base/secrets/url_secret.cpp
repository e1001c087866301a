#include "base/secrets/url_secret.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl {
namespace {

constexpr std::string_view kUser = "a user or a password";
constexpr std::string_view kQuery = "a key in its query";
constexpr std::string_view kBlankedSecret = "…";

// Parts of the names of parameters that carry secrets, without dashes and underscores.
constexpr auto kKeyNames = fixed_words("key", "token", "secret", "password", "passwd", "pwd",
                                       "auth", "credential", "signature");

// A URL in a text: from behind `://` to the next blank, quote or bracket.
struct Place {
  std::string_view scheme;
  std::size_t begin = 0;  // of the authority
  std::size_t end = 0;
};

bool is_scheme_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '-' || c == '.';
}

bool find_url(std::string_view text, std::size_t from, Place& place) {
  constexpr std::string_view kMark = "://";
  const std::size_t mark = text.find(kMark, from);
  if (mark == std::string_view::npos) return false;
  std::size_t begin = mark;
  while (begin > 0 && is_scheme_letter(text[begin - 1])) --begin;
  place.scheme = text.substr(begin, mark - begin);
  place.begin = mark + kMark.size();
  place.end = std::min(text.find_first_of(" \t\r\n\"'<>`", place.begin), text.size());
  return true;
}

bool is_key_name(std::string_view name) {
  const std::string plain = replace_all(replace_all(lower(name), "-", ""), "_", "");
  return std::any_of(kKeyNames.begin(), kKeyNames.end(),
                     [&](std::string_view part) { return contains(plain, part); });
}

bool query_holds_key(std::string_view query) {
  for (const std::string_view part : split(query, '&')) {
    const auto equals = part.find('=');
    if (equals != std::string_view::npos && equals + 1 < part.size() &&
        is_key_name(part.substr(0, equals))) {
      return true;
    }
  }
  return false;
}

std::string_view secret_of(const Place& place, std::string_view url) {
  const std::string_view authority = url.substr(0, url.find_first_of("/?#\\"));
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    const bool ssh = contains_folded(place.scheme, "ssh");
    if (!ssh || contains(authority.substr(0, at), ":")) return kUser;
  }
  const auto query = url.find_first_of("?#");
  return query != std::string_view::npos && query_holds_key(url.substr(query + 1)) ? kQuery : "";
}

}  // namespace

std::string_view secret_in_url(std::string_view text) {
  Place place;
  for (std::size_t from = 0; find_url(text, from, place); from = place.begin) {
    const auto found = secret_of(place, text.substr(place.begin, place.end - place.begin));
    if (!found.empty()) return found;
  }
  return {};
}

std::string without_url_secrets(std::string_view text) {
  std::string out;
  std::size_t done = 0;
  Place place;
  while (find_url(text, done, place)) {
    out += text.substr(done, place.begin - done);
    std::string_view url = text.substr(place.begin, place.end - place.begin);
    const auto path = url.find_first_of("/?#\\");
    if (const auto at = url.substr(0, path).rfind('@'); at != std::string_view::npos) {
      out += std::string(kBlankedSecret) + "@";
      url.remove_prefix(at + 1);
    }
    const auto query = url.find_first_of("?#");
    out += url.substr(0, query);
    if (query != std::string_view::npos)
      out += std::string(1, url[query]) + std::string(kBlankedSecret);
    done = place.end;
  }
  return out + std::string(text.substr(done));
}

}  // namespace pawl
