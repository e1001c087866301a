// What issuers gave out: tokens in their shapes, whole, in pieces or encoded, and private keys.
#include <algorithm>
#include <string>

#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"
#include "repo/secrets/secret_scan.hpp"
#include "repo/secrets/secret_values.hpp"
#include "repo/secrets/value_names.hpp"

namespace pawl::repo {
namespace {

// A part of it that is long enough to show that it was drawn by lot.
bool holds_drawn(std::string_view body) {
  if (is_drawn(body)) return true;
  while (!body.empty()) {
    const std::size_t end = std::min(body.find_first_of("-_./"), body.size());
    if (is_drawn(body.substr(0, end))) return true;
    body.remove_prefix(std::min(end + 1, body.size()));
  }
  return false;
}

}  // namespace

// An issuer's token stands at the start of the run or after a joint of it.
bool SecretScan::issuer(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at + kTokenRunMin <= end; ++at) {
    if (at > begin) {
      const char joint = text_[at - 1];
      if (joint != '/' && joint != '.' && joint != '+') continue;
    }
    if (!begins_like_token(text_[at])) continue;
    const Issued issued = issuer_of(text_.substr(at, end - at));
    if (issued.name.empty()) continue;
    issued_at({at, end}, issued);
    return true;
  }
  return false;
}

void SecretScan::issued_at(Span span, const Issued& issued) {
  const bool in_test = is_test_file(path_) || lies_among_tests(path_);
  real_ = !issued.disproven && !is_fixture(path_) && holds_drawn(issued.body);
  const Weight likely = issued.dated && !in_test ? Weight::drawn : Weight::suspicious;
  hit(span.begin, span, std::string(issued.name),
      issued.proven    ? Weight::proven
      : issued.certain ? Weight::certain
                       : likely);
  real_ = false;
}

// A token, once more in base 64 or hexadecimal digits, or from its end to its begin where the line
// says that it turns it round.
bool SecretScan::encoded(std::size_t begin, std::size_t end) {
  const std::string_view token = text_.substr(begin, end - begin);
  Issued issued = encoded_issuer_of(token);
  std::string turned;
  if (issued.name.empty() && turns_round(begin)) {
    turned.assign(token.rbegin(), token.rend());
    issued = issuer_of(turned);
  }
  if (issued.name.empty()) return false;
  issued_at({begin, end}, issued);
  return true;
}

bool SecretScan::turns_round(std::size_t at) {
  const auto says = [](std::string_view text) {
    return contains(text, "::-1]") || contains(text, "reverse") || contains(text, "| rev");
  };
  if (!turns_) turns_ = says(text_);
  return *turns_ && says(line_of(at));
}

// What follows `Basic ` and `Bearer `, as a header has it.
bool SecretScan::header(std::size_t begin, std::size_t end) {
  const std::string_view before =
      text_.substr(begin > 8 ? begin - 8 : 0, std::min<std::size_t>(begin, 8));
  const std::string_view token = text_.substr(begin, end - begin);
  if (before.ends_with("Basic ") || before.ends_with("basic ")) {
    const std::string password = encoded_password(token);
    if (!is_secret_value(password) && !looks_like_password(password)) return false;
    hit(begin, {begin, end}, "login of HTTP Basic", weight_of(password));
    return true;
  }
  if (!before.ends_with("Bearer ") && !before.ends_with("bearer ")) return false;
  if (!is_secret_value(token)) return false;
  hit(begin, {begin, end}, "bearer token", weight_of(token));
  return true;
}

// The strings that stand from here, with little between one and the next, as one; where they end.
std::size_t SecretScan::joined_from(std::size_t at, std::string& joined) const {
  constexpr std::size_t kJoinedMax = 400;
  constexpr std::size_t kBetween = 40;
  std::size_t end = at;
  while (at < text_.size() && joined.size() < kJoinedMax) {
    const char quote = text_[at];
    std::size_t close = at + 1;
    while (close < text_.size() && is_token_sign(text_[close])) ++close;
    if (close >= text_.size() || text_[close] != quote) break;
    joined += text_.substr(at + 1, close - at - 1);
    end = close + 1;
    const std::size_t next = text_.substr(end, kBetween).find_first_of("\"'`");
    if (next == std::string_view::npos) break;
    at = end + next;
  }
  return end;
}

// An issuer's token in pieces: `"gh" + "p_…"`.
void SecretScan::pieces() {
  for (const char quote : {'"', '\'', '`'}) {
    for (std::size_t at = text_.find(quote); at != std::string_view::npos;
         at = text_.find(quote, at + 1)) {
      std::size_t close = at + 1;
      while (close < text_.size() && is_token_sign(text_[close])) ++close;
      if (!may_begin_token(text_.substr(at + 1, close - at - 1))) continue;
      std::string joined;
      const std::size_t end = joined_from(at, joined);
      if (end <= at + joined.size() + 2) continue;  // one alone
      const Issued issued = issuer_of(joined);
      if (!issued.name.empty()) issued_at({at, end}, issued);
    }
  }
}

// The first line of a key after its header; a header alone, as documents show it, is no key.
bool SecretScan::key_block(std::size_t begin, std::size_t end) {
  constexpr std::size_t kLineMin = 32;
  constexpr std::size_t kAbove = 300;
  if (end - begin < kLineMin) return false;
  if (contains(text_.substr(begin, end - begin), "...")) return false;
  const std::size_t from = begin > kAbove ? begin - kAbove : 0;
  const std::string_view above = text_.substr(from, begin - from);
  if (is_encoded_key(text_.substr(begin, end - begin))) {
    hit(begin, {begin, end}, "private key", Weight::certain);
    return true;
  }
  const std::size_t start = above.rfind("-----BEGIN");
  if (start == std::string_view::npos) {
    const bool putty = above.rfind("Private-Lines: ") != std::string_view::npos &&
                       above.size() - above.rfind("Private-Lines: ") < 24;
    if (putty) hit(begin, {begin, end_of_key(begin)}, "private key", Weight::certain);
    return putty;
  }
  const std::string_view header = above.substr(start + 10);
  const std::size_t name_end = header.find("-----");
  if (name_end == std::string_view::npos || name_end > 40) return false;
  if (!contains(header.substr(0, name_end), "PRIVATE KEY")) return false;
  const std::string_view between = header.substr(name_end + 5);
  // What encrypted keys say of themselves, quotes and escapes of languages, the lines before.
  const bool plain = std::all_of(between.begin(), between.end(), [](char c) {
    return is_token_sign(c) || is_blank_sign(c) || is_quote_sign(c) || c == '\n' || c == '\r' ||
           c == '\\' || c == '=' || c == ':' || c == ',' || c == '#' || c == '*' || c == '|' ||
           c == '(';
  });
  if (!plain || contains(between, "-----") || contains(between, "...")) return false;
  const std::size_t at = from + start;
  hit(at, {at, end_of_key(begin)}, "private key", Weight::certain);
  return true;
}

// PEM or the format of OpenSSH, once more in base 64.
bool SecretScan::is_encoded_key(std::string_view token) {
  constexpr std::size_t kKeyMin = 200;
  if (token.size() < kKeyMin) return false;
  return token.starts_with("LS0tLS1CRUdJTiBSU0EgUFJJVkFURS") ||
         token.starts_with("LS0tLS1CRUdJTiBQUklWQVRF") ||
         token.starts_with("LS0tLS1CRUdJTiBFQyBQUklWQVRF") ||
         token.starts_with("LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg") ||
         token.starts_with("LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS") ||
         token.starts_with("b3BlbnNzaC1rZXktdjEA");
}

// The end of its last line, or of what looks like a line of it.
std::size_t SecretScan::end_of_key(std::size_t begin) const {
  constexpr std::size_t kKeyBytesMax = 16U << 10U;
  const std::string_view rest = text_.substr(begin, kKeyBytesMax);
  const std::size_t footer = rest.find("-----END");
  if (footer != std::string_view::npos) return begin + footer;
  std::size_t end = begin;
  while (end < text_.size() &&
         (is_token_sign(text_[end]) || text_[end] == '=' || text_[end] == '\n')) {
    ++end;
  }
  return end;
}

// `AccountKey=` in a connection string, 64 bytes in base 64.
bool SecretScan::azure_key(std::size_t begin, std::size_t end) {
  const std::string_view before = text_.substr(0, begin);
  if (end - begin < 42 || text_.substr(end, 1) != "=") return false;
  if (!before.ends_with("AccountKey=") && !before.ends_with("SharedAccessKey=")) return false;
  const std::string_view key = text_.substr(begin, end - begin);
  // The emulator's key is the same on every machine.
  if (key.starts_with("Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1") || !looks_random(key)) return false;
  hit(begin, {begin, end}, "Azure key", Weight::certain);
  return true;
}

}  // namespace pawl::repo
