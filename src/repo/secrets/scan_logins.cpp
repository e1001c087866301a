// Passwords that links, connection strings and commands carry along.
#include <algorithm>
#include <array>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/secrets/secret_scan.hpp"
#include "repo/secrets/secret_values.hpp"

namespace pawl::repo {
namespace {

// A password of a URL needs no digit: small and capital letters, or a sign, are no placeholder.
bool is_chosen(std::string_view password) {
  constexpr std::size_t kMin = 10;
  if (password.size() < kMin || password.size() > 80 || is_sample_value(password)) return false;
  if (password.find_first_of("()[]:;,|'\"`") != std::string_view::npos) return false;
  const bool small = std::any_of(password.begin(), password.end(), is_lower);
  const bool large = std::any_of(password.begin(), password.end(), is_upper);
  const bool sign = password.find_first_of("!#^&+=?~-_.") != std::string_view::npos;
  const bool shouted = !small && large;
  return small && (large || sign) && !shouted && !contains_folded(password, "pass") &&
         !contains_folded(password, "token") && !contains_folded(password, "key");
}

// A value that leads somewhere: `db.prod.internal`, not a sample and not this machine.
bool is_real_host(std::string_view host) {
  static constexpr auto kNobody = fixed_words("localhost", "127.", "0.0.0.0", "10.0.2.", "[::1]",
                                              "example", "test", "host", "server", "your");
  static constexpr auto kNowhere =
      fixed_words(".example", ".test", ".invalid", ".localhost", ".local");
  const bool nobody = std::any_of(kNobody.begin(), kNobody.end(),
                                  [&](std::string_view word) { return host.starts_with(word); });
  return !nobody && contains(host, ".") && !contains(host, "example") &&
         std::none_of(kNowhere.begin(), kNowhere.end(),
                      [&](std::string_view end) { return host.ends_with(end); });
}

constexpr std::array<PasswordFlag, 12> kPasswordFlags{{
    {"curl", "-u ", true},
    {"curl", "--user ", true},
    {"wget", "--password="},
    {"sshpass", "-p "},
    {"sshpass", "-p"},
    {"mysql", "-p"},
    {"mysqldump", "-p"},
    {"mysqladmin", "-p"},
    {"redis-cli", "-a "},
    {"docker login", "-p "},
    {"podman login", "-p "},
    {"az login", "-p "},
}};

}  // namespace

// `scheme://user:password@host`.
void SecretScan::links() {
  for (std::size_t at = text_.find("://"); at != std::string_view::npos;
       at = text_.find("://", at + 3)) {
    const std::string_view rest = text_.substr(at + 3, 300);
    const std::string_view login = rest.substr(0, rest.find_first_of("/@ \t\r\n\"'`<>"));
    if (login.size() >= rest.size() || rest[login.size()] != '@') continue;
    const std::size_t colon = login.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view behind = rest.substr(login.size() + 1, 100);
    const std::string_view host = behind.substr(0, behind.find_first_of("/:?\"'` \t\r\n,;)>"));
    const bool nobody = host.starts_with("localhost") || host.starts_with("127.") ||
                        host.starts_with("example") || contains(host, ".example");
    if (nobody) continue;
    const std::string_view password = login.substr(colon + 1);
    const bool chosen = is_chosen(password) && password != login.substr(0, colon);
    if (!is_secret_value(password) && !looks_like_password(password) && !chosen) continue;
    hit(at + 3, span_of(password), "password in a URL",
        is_drawn(password) && is_real_host(host) ? Weight::drawn : Weight::suspicious);
  }
}

// `login: admin / …` of a remark or a document.
void SecretScan::logins() {
  for (std::size_t at = text_.find("/ "); at != std::string_view::npos;
       at = text_.find("/ ", at + 2)) {
    if (at > 0 && text_[at - 1] == ' ') login_at(at - 1);
  }
}

void SecretScan::login_at(std::size_t at) {
  static constexpr auto kWords = fixed_words("login", "credentials", "creds", "user", "username",
                                             "account", "auth", "access", "admin", "logins");
  const std::string_view before = line_before(at);
  const std::size_t colon = before.rfind(':');
  if (colon == std::string_view::npos) return;
  const auto words = split_words(before.substr(0, colon));
  if (words.empty() || !among(kWords, lower(words.back()))) return;
  if (split_words(before.substr(colon + 1)).size() != 1) return;
  const Value value = value_at(at + 3);
  if (!looks_like_password(value.text) || !is_drawn(value.text)) return;
  hit(at + 3, span_of(value.text), "password of a login", Weight::drawn);
}

void SecretScan::commands() {
  for (std::size_t at = text_.find('-'); at != std::string_view::npos;
       at = text_.find('-', at + 1)) {
    if (at == 0 || text_[at - 1] != ' ') continue;
    for (const PasswordFlag& row : kPasswordFlags) {
      if (text_.substr(at).starts_with(row.flag)) command_at(at, row);
    }
  }
}

void SecretScan::command_at(std::size_t at, const PasswordFlag& row) {
  const std::string_view before = line_before(at);
  if (!contains(before, std::string(row.program) + " ")) return;
  const std::size_t place = at + row.flag.size();
  Value value = value_at(place);
  if (row.login) {
    const std::size_t colon = value.text.find(':');
    if (colon == std::string_view::npos) return;
    value.text.remove_prefix(colon + 1);
  }
  if (!looks_like_password(value.text) && !is_secret_value(value.text)) return;
  hit(place, span_of(value.text), "password for " + std::string(row.program),
      weight_of(value.text));
}

// `user:password@tcp(host)` and `jdbc:oracle:thin:user/password@host`.
void SecretScan::logins_without_scheme() {
  for (const auto& [sign, parts] : {std::pair{"@tcp(", ':'}, std::pair{"@//", '/'}}) {
    for (std::size_t at = text_.find(sign); at != std::string_view::npos;
         at = text_.find(sign, at + 1)) {
      const std::string_view before = line_before(at);
      const std::size_t part = before.find_last_of(std::string("\"'` \t=") + parts);
      if (part == std::string_view::npos || before[part] != parts) continue;
      const std::string_view password = before.substr(part + 1);
      if (!looks_like_password(password) && !is_secret_value(password)) continue;
      hit(at, span_of(password), "password of a login", weight_of(password));
    }
  }
}

}  // namespace pawl::repo
