#include "repo/secrets/secret_names.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

// `dbPassword_2` → db, password. Digits end a word and are none.
std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end = [&] {
    if (!word.empty()) words.push_back(lower(word));
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_letter(c)) {
      end();
      continue;
    }
    const bool turn = is_upper(c) && i > 0 && is_lower(name[i - 1]);
    const bool last_capital = is_upper(c) && i > 0 && is_upper(name[i - 1]) &&
                              i + 1 < name.size() && is_lower(name[i + 1]);
    if (turn || last_capital) end();
    word.push_back(c);
  }
  end();
  return words;
}

// Without what says which of several it is, and how it is written.
std::vector<std::string> essential_words(std::string_view name) {
  static constexpr auto kDetails = fixed_words(
      "prod", "production", "staging", "stage", "live", "default", "value", "string", "str", "raw",
      "plain", "plaintext", "cleartext", "encoded", "b64", "base", "bytes", "env", "old", "new",
      "current", "primary", "secondary", "backup", "main", "override", "fallback");
  std::vector<std::string> words = words_of_name(name);
  while (words.size() > 1 && among(kDetails, words.back())) words.pop_back();
  return words;
}

std::string last_words(const std::vector<std::string>& words) {
  std::string joined;
  const std::size_t first = words.size() > 3 ? words.size() - 3 : 0;
  for (std::size_t i = first; i < words.size(); ++i) joined += words[i];
  return joined;
}

bool ends_with_any(std::string_view joined, WordsView endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return joined.ends_with(ending); });
}

// One word of each line.
std::vector<std::string> read_services() {
  const auto list = asset("secrets/services.txt");
  PAWL_CHECK(list.has_value(), "data/secrets/services.txt is embedded");
  std::vector<std::string> services;
  for (const std::string_view line : split_lines(*list)) {
    const std::string_view word = trim(line);
    if (!word.empty() && !word.starts_with('#')) services.emplace_back(word);
  }
  return services;
}

// What a service hands out, by whatever name: `HEROKU_KEY`, `sonarLogin`.
bool names_service_key(const std::vector<std::string>& words) {
  static const std::vector<std::string> services = read_services();
  static constexpr auto kHandedOut = fixed_words("key", "keys", "pat", "auth", "login", "creds");
  if (words.size() < 2 || !among(kHandedOut, words.back())) return false;
  return std::any_of(words.begin(), words.end() - 1,
                     [&](const std::string& word) { return among(services, word); });
}

}  // namespace

bool names_password(std::string_view name) {
  static constexpr auto kEndings =
      fixed_words("password", "passwords", "passwd", "passwort", "pwd", "passphrase", "passcode");
  static constexpr auto kWords = fixed_words("pass", "pw");
  const std::vector<std::string> words = essential_words(name);
  if (words.empty()) return false;
  return ends_with_any(last_words(words), kEndings) || among(kWords, words.back());
}

bool names_secret(std::string_view name) {
  static constexpr auto kEndings = fixed_words(
      "secret", "secretkey", "apikey", "accesskey", "privatekey", "authtoken", "accesstoken",
      "apitoken", "bottoken", "token", "clientsecret", "apisecret", "encryptionkey", "signingkey",
      "authkey", "credential", "credentials", "secretaccesskey", "bearer", "masterkey",
      "accountkey", "sharedkey", "storagekey", "servicekey", "adminkey", "hmackey", "jwtkey",
      "sessionkey", "appkey", "applicationkey", "consumerkey", "subscriptionkey", "deploykey",
      "clientkey", "webhookkey", "cryptokey", "cipherkey", "aeskey", "serverkey", "integrationkey",
      "writekey", "rootkey", "sshkey", "licensekey", "restkey", "sastoken");
  const std::vector<std::string> words = essential_words(name);
  return names_password(name) || ends_with_any(last_words(words), kEndings) ||
         names_service_key(words);
}

}  // namespace pawl::repo
