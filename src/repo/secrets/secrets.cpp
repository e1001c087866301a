#include "repo/secrets/secrets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"
#include "repo/secrets/secret_shapes.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kRunMin = 16;
constexpr std::size_t kLookBack = 160;
constexpr std::size_t kValueMax = 600;
constexpr std::size_t kHitsMax = 20;  // of one file
constexpr std::string_view kBlank = "[redacted]";

constexpr std::array<bool, 256> token_table() {
  std::array<bool, 256> table{};
  for (unsigned c = 0; c < 256; ++c) {
    table[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '_' || c == '-' || c == '/' || c == '+' || c == '.';
  }
  return table;
}
constexpr std::array<bool, 256> kToken = token_table();

constexpr std::string_view kWord = "passw";

// How far Horspool's window may move by its last byte, capitals like small letters.
constexpr std::array<std::size_t, 256> shift_table() {
  std::array<std::size_t, 256> shift{};
  for (auto& step : shift) step = kWord.size();
  for (std::size_t i = 0; i + 1 < kWord.size(); ++i) {
    const auto c = static_cast<unsigned char>(kWord[i]);
    shift[c] = shift[c - 32U] = kWord.size() - 1 - i;
  }
  return shift;
}
constexpr std::array<std::size_t, 256> kShift = shift_table();

bool is_token(char c) { return kToken[static_cast<unsigned char>(c)]; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
bool is_name(char c) { return is_token(c) && c != '/' && c != '+'; }

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

enum class Weight : std::uint8_t {
  suspicious,  // a name and a value
  certain,     // the shape of an issuer
  proven,      // its checksum is right: no sample, wherever it stands
};

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

// What people make up for a test counts up, repeats itself or is made of words; what an issuer
// gives out has nearly as much entropy as its length allows.
// Short ones are made up for tests too often.
bool looks_issued(std::string_view token, bool in_test) {
  const std::size_t least_size = in_test ? 30 : 20;
  if (token.size() < least_size) return false;
  std::size_t steps = 0;  // one more than the last, or the same
  std::size_t digits = 0;
  for (std::size_t i = 1; i < token.size(); ++i) {
    const int step = token[i] - token[i - 1];
    steps += step == 1 || step == 0 || step == -1 ? 1U : 0U;
    digits += is_digit(token[i]) ? 1U : 0U;
  }
  // Of a short token it is bounded by the length.
  const double least = token.size() < 30 ? std::log2(static_cast<double>(token.size())) - 0.7 : 4.4;
  return steps * 6 < token.size() && digits >= 2 && entropy(token) >= least;
}

class Scan {
 public:
  Scan(const RepoPath& path, std::string_view text, std::vector<SecretHit>& hits,
       Marks marks = Marks::count)
      : path_(path), text_(text), hits_(hits), marks_(marks), first_(hits.size()) {}

  void runs();
  void passwords();
  void links();
  void finish();
  // The text without the values of the hits.
  std::string blanked() const;

 private:
  struct Value {
    std::string_view text;
    bool quoted = false;
  };
  // Where a value stands.
  struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void run(std::size_t begin, std::size_t end);
  bool issuer(std::size_t begin, std::size_t end);
  bool key_block(std::size_t begin, std::size_t end);
  void assigned(std::size_t begin);
  void password_at(std::size_t at);
  std::string_view name_before(std::size_t at) const;
  void skip_type(std::size_t& i, std::size_t limit) const;
  Value value_at(std::size_t at) const;
  std::size_t line_begin(std::size_t at) const {
    const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
  }
  std::string_view line_of(std::size_t at) const {
    const std::size_t begin = line_begin(at);
    return text_.substr(begin, std::min(text_.find('\n', at), text_.size()) - begin);
  }
  bool azure_key(std::size_t begin, std::size_t end);
  static bool is_encoded_key(std::string_view token);
  bool in_connection_string(std::size_t at) const;
  bool in_remark(std::size_t at) const;
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
  bool sample_ = false;
  bool sample_known_ = false;
  bool real_ = false;  // a token in a test that nobody made up by hand
};

void Scan::hit(std::size_t at, Span span, std::string kind, Weight weight) {
  if (weight != Weight::suspicious || !(sample() || is_document(path_))) spans_.push_back(span);
  if (hits_.size() - first_ >= kHitsMax) return;
  if (weight != Weight::proven && sample() && !(weight == Weight::certain && real_)) return;
  if (weight == Weight::suspicious && is_document(path_)) return;
  if (marks_ == Marks::count && allows_secret(line_of(at))) return;
  const auto newlines =
      std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  hits_.push_back({path_.text(), static_cast<int>(newlines) + 1,
                   static_cast<int>(at - line_begin(at)) + 1, std::move(kind),
                   weight != Weight::suspicious});
}

// A run of kRunMin token characters covers a multiple of kRunMin: look only there, and where the
// byte is a token character, see how far the run reaches to both sides.
void Scan::runs() {
  std::size_t at = kRunMin - 1;
  while (at < text_.size()) {
    if (!is_token(text_[at])) {
      at += kRunMin;
      continue;
    }
    std::size_t begin = at;
    const std::size_t limit = at - (kRunMin - 1);
    while (begin > limit && is_token(text_[begin - 1])) --begin;
    std::size_t end = at + 1;
    while (end < text_.size() && end - begin < kRunMin && is_token(text_[end])) ++end;
    if (end - begin < kRunMin) {
      at = end + kRunMin;
      continue;
    }
    while (begin > 0 && is_token(text_[begin - 1])) --begin;
    while (end < text_.size() && is_token(text_[end])) ++end;
    run(begin, end);
    at = end + kRunMin;
  }
}

void Scan::run(std::size_t begin, std::size_t end) {
  const std::string_view token = text_.substr(begin, end - begin);
  if (issuer(begin, end)) return;
  const bool digits =
      std::any_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits && (key_block(begin, end) || azure_key(begin, end))) return;
  assigned(begin);
}

// An issuer's token stands at the start of the run or after a joint of it.
bool Scan::issuer(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at + kRunMin <= end; ++at) {
    if (at > begin) {
      const char joint = text_[at - 1];
      if (joint != '/' && joint != '.' && joint != '+') continue;
    }
    if (!begins_like_token(text_[at])) continue;
    const Issued issued = issuer_of(text_.substr(at, end - at));
    if (issued.name.empty()) continue;
    const bool in_test = is_test_file(path_) || lies_among_tests(path_);
    real_ = !issued.disproven && !is_fixture(path_) &&
            looks_issued(text_.substr(at, end - at), in_test);
    hit(at, {at, end}, std::string(issued.name),
        issued.proven    ? Weight::proven
        : issued.certain ? Weight::certain
                         : Weight::suspicious);
    real_ = false;
    return true;
  }
  return false;
}

// The first line of a key after its header; a header alone, as documents show it, is no key.
bool Scan::key_block(std::size_t begin, std::size_t end) {
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
    return is_token(c) || is_blank(c) || is_quote(c) || c == '\n' || c == '\r' || c == '\\' ||
           c == '=' || c == ':' || c == ',' || c == '#' || c == '*' || c == '|' || c == '(';
  });
  if (!plain || contains(between, "-----") || contains(between, "...")) return false;
  const std::size_t at = from + start;
  hit(at, {at, end_of_key(begin)}, "private key", Weight::certain);
  return true;
}

// PEM or the format of OpenSSH, once more in base 64.
bool Scan::is_encoded_key(std::string_view token) {
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
std::size_t Scan::end_of_key(std::size_t begin) const {
  constexpr std::size_t kKeyBytesMax = 16U << 10U;
  const std::string_view rest = text_.substr(begin, kKeyBytesMax);
  const std::size_t footer = rest.find("-----END");
  if (footer != std::string_view::npos) return begin + footer;
  std::size_t end = begin;
  while (end < text_.size() && (is_token(text_[end]) || text_[end] == '=' || text_[end] == '\n')) {
    ++end;
  }
  return end;
}

// `AccountKey=` in a connection string, 64 bytes in base 64.
bool Scan::azure_key(std::size_t begin, std::size_t end) {
  const std::string_view before = text_.substr(0, begin);
  if (end - begin < 42 || text_.substr(end, 1) != "=") return false;
  if (!before.ends_with("AccountKey=") && !before.ends_with("SharedAccessKey=")) return false;
  const std::string_view key = text_.substr(begin, end - begin);
  // The emulator's key is the same on every machine.
  if (key.starts_with("Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1") || !looks_random(key)) return false;
  hit(begin, {begin, end}, "Azure key", Weight::certain);
  return true;
}

// Back over a type between the name and the sign: `name: &'static str =`, `name string =`.
void Scan::skip_type(std::size_t& i, std::size_t limit) const {
  static constexpr auto kTypes = fixed_words("str", "String", "string");
  std::size_t begin = i;
  while (begin > limit && is_letter(text_[begin - 1])) --begin;
  if (!among(kTypes, text_.substr(begin, i - begin))) return;
  const auto back = [&](auto pred) {
    while (begin > limit && pred(text_[begin - 1])) --begin;
  };
  back([](char c) { return is_blank(c) || c == '&'; });
  constexpr std::string_view kStatic = "'static";
  if (text_.substr(0, begin).ends_with(kStatic)) {
    begin -= kStatic.size();
    back([](char c) { return is_blank(c) || c == '&'; });
  }
  back([](char c) { return c == ':'; });
  back(is_blank);
  i = begin;
}

// The name a value at this place is given to: `name = "`, `"name": "`, `name: `, `Bearer `.
std::string_view Scan::name_before(std::size_t at) const {
  const std::size_t limit = at > kLookBack ? at - kLookBack : 0;
  std::size_t i = at;
  const auto skip = [&](auto pred) {
    while (i > limit && pred(text_[i - 1])) --i;
  };
  skip(is_quote);
  skip(is_blank);
  const std::size_t sign = i;
  skip([](char c) { return c == '=' || c == ':' || c == '>'; });
  const std::string_view operation = text_.substr(i, sign - i);
  if (operation == "==" || operation == "===" || operation == "::" || operation == ">") return {};
  if (operation.empty()) return {};
  skip(is_blank);
  skip_type(i, limit);
  skip([](char c) { return is_quote(c) || c == ']' || c == '[' || c == '?'; });
  const std::size_t end = i;
  skip(is_name);
  return text_.substr(i, end - i);
}

Scan::Value Scan::value_at(std::size_t at) const {
  Value value;
  const char quote = at < text_.size() && is_quote(text_[at]) ? text_[at] : '\0';
  value.quoted = quote != '\0';
  const std::size_t begin = value.quoted ? at + 1 : at;
  std::size_t end = begin;
  const std::size_t limit = std::min(text_.size(), begin + kValueMax);
  while (end < limit && text_[end] != '\n' && text_[end] != '\r') {
    const char c = text_[end];
    if (value.quoted ? c == quote : is_blank(c) || c == ',' || c == ';') break;
    ++end;
  }
  if (value.quoted && (end >= limit || text_[end] != quote)) return {};
  value.text = text_.substr(begin, end - begin);
  return value;
}

void Scan::assigned(std::size_t begin) {
  const bool quoted = begin > 0 && is_quote(text_[begin - 1]);
  if (!quoted && !is_settings(path_) && !assigns_bare_words(path_) && !in_remark(begin)) return;
  const std::string_view name = name_before(begin);
  if (name.empty() || !names_secret(name)) return;
  const Value value = value_at(quoted ? begin - 1 : begin);
  if (!looks_random(value.text) && !looks_scrambled(value.text)) return;
  hit(begin, span_of(value.text), "value of " + printable(name.substr(0, 60), 60),
      Weight::suspicious);
}

void Scan::password_at(std::size_t at) {
  std::size_t i = at;
  while (i < text_.size() && is_name(text_[i]) && i - at < 24) ++i;
  const std::string_view name = text_.substr(at, i - at);
  if (!equal_folded(name, "password") && !equal_folded(name, "passwd") &&
      !equal_folded(name, "passwords")) {
    return;
  }
  const auto skip = [&](std::string_view set) {
    while (i < text_.size() && set.find(text_[i]) != std::string_view::npos) ++i;
  };
  skip("\"'`]");
  skip(" \t");
  const std::size_t sign = i;
  skip("=:>");
  const std::string_view operation = text_.substr(sign, i - sign);
  const bool assigned = among({"=", ":", "=>", ":="}, operation);
  if (!assigned && !(operation.empty() && holds_logins(path_))) return;
  skip(" \t");
  Value value = value_at(i);
  const bool connection = !value.quoted && in_connection_string(at);
  const bool bare = is_settings(path_) || (operation != ":" && assigns_bare_words(path_));
  if (!value.quoted && !bare && !connection) return;
  // It ends where the string ends that holds it.
  if (connection) value.text = value.text.substr(0, value.text.find_first_of("\"'`"));
  if (!looks_like_password(value.text) && !looks_random(value.text) &&
      !looks_scrambled(value.text)) {
    return;
  }
  hit(i, span_of(value.text), "value of " + std::string(name), Weight::suspicious);
}

// `// api key: …`
bool Scan::in_remark(std::size_t at) const {
  const std::string_view line = trim(line_of(at));
  for (const std::string_view mark : {"//", "# ", "/*", "* ", "--", "<!--", ";"}) {
    if (line.starts_with(mark)) return true;
  }
  return false;
}

// `Server=db;User Id=sa;Password=`.
bool Scan::in_connection_string(std::size_t at) const {
  const std::string_view line = line_of(at);
  return contains_folded(line, "server=") || contains_folded(line, "data source=") ||
         contains_folded(line, "user id=") || contains_folded(line, "uid=") ||
         contains_folded(line, "host=") || contains_folded(line, "jdbc:");
}

// Horspool for `passw` in any case: looks at about every fifth byte.
void Scan::passwords() {
  for (std::size_t at = 0; at + kWord.size() <= text_.size();) {
    const char last = text_[at + kWord.size() - 1];
    if ((last == 'w' || last == 'W') && equal_folded(text_.substr(at, kWord.size()), kWord)) {
      password_at(at);
    }
    at += kShift[static_cast<unsigned char>(last)];
  }
}

// `scheme://user:password@host`.
void Scan::links() {
  for (std::size_t at = text_.find("://"); at != std::string_view::npos;
       at = text_.find("://", at + 3)) {
    const std::string_view rest = text_.substr(at + 3, 300);
    const std::string_view login = rest.substr(0, rest.find_first_of("/@ \t\r\n\"'`<>"));
    if (login.size() >= rest.size() || rest[login.size()] != '@') continue;
    const std::size_t colon = login.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view host = rest.substr(login.size() + 1, 20);
    const bool nobody = host.starts_with("localhost") || host.starts_with("127.") ||
                        host.starts_with("example") || contains(host, ".example");
    if (nobody) continue;
    const std::string_view password = login.substr(colon + 1);
    const bool chosen = is_chosen(password) && password != login.substr(0, colon);
    if (looks_random(password) || looks_like_password(password) || chosen) {
      hit(at + 3, span_of(password), "password in a URL", Weight::suspicious);
    }
  }
}

void Scan::finish() {
  const auto begin = hits_.begin() + static_cast<std::ptrdiff_t>(first_);
  std::stable_sort(begin, hits_.end(), [](const SecretHit& a, const SecretHit& b) {
    return a.line != b.line ? a.line < b.line : a.certain > b.certain;
  });
  hits_.erase(std::unique(begin, hits_.end(),
                          [](const SecretHit& a, const SecretHit& b) { return a.line == b.line; }),
              hits_.end());
}

std::string Scan::blanked() const {
  std::vector<Span> spans = spans_;
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t done = 0;
  for (const Span& span : spans) {
    if (span.end <= done) continue;
    if (span.begin >= done) {
      out += text_.substr(done, span.begin - done);
      out += kBlank;
      done = span.begin;
    }
    // Lines keep their numbers.
    const std::string_view gone = text_.substr(done, span.end - done);
    out.append(static_cast<std::size_t>(std::count(gone.begin(), gone.end(), '\n')), '\n');
    done = span.end;
  }
  out += text_.substr(done);
  return out;
}

}  // namespace

bool allows_secret(std::string_view line) {
  return contains(line, "pawl:allow-secret") || contains(line, "gitleaks:allow") ||
         contains(line, "pragma: allowlist secret");
}

void find_secrets(const RepoPath& path, std::string_view text, std::vector<SecretHit>& hits,
                  Marks marks) {
  Scan scan(path, text, hits, marks);
  scan.runs();
  scan.passwords();
  scan.links();
  scan.finish();
}

std::string without_secrets(std::string_view text, const RepoPath* path) {
  static const RepoPath kOutput = *RepoPath::parse("output.log");
  std::vector<SecretHit> hits;
  Scan scan(path == nullptr ? kOutput : *path, text, hits);
  scan.runs();
  scan.passwords();
  scan.links();
  return scan.blanked();
}

}  // namespace pawl::repo
