#include "repo/secrets/secrets.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"
#include "repo/secrets/secret_scan.hpp"
#include "repo/secrets/secret_values.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kHitsMax = 20;  // of one file
constexpr std::string_view kBlank = "[redacted]";

constexpr std::array<bool, 256> token_table() {
  std::array<bool, 256> table{};
  for (unsigned c = 0; c < 256; ++c) {
    table[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '_' || c == '-' || c == '/' || c == '+' || c == '.' || c == '~';
  }
  return table;
}
constexpr std::array<bool, 256> kToken = token_table();

}  // namespace

bool is_token_sign(char c) { return kToken[static_cast<unsigned char>(c)]; }

bool is_drawn(std::string_view value) { return looks_generated(value) || looks_scrambled(value); }

// A JSON web token counts by its own rule.
bool is_secret_value(std::string_view value) {
  return !value.starts_with("eyJ") && (looks_random(value) || is_drawn(value));
}

// Among samples somebody may have made up what looks like a secret: there it takes more.
bool SecretScan::counts_here(Weight weight) {
  if (weight == Weight::proven) return true;
  if (weight == Weight::drawn) return !is_fixture(path_);
  if (weight == Weight::suspicious) return !sample() && !is_document(path_);
  return !sample() || real_;
}

void SecretScan::hit(std::size_t at, Span span, std::string kind, Weight weight) {
  const bool issued = weight == Weight::certain || weight == Weight::proven;
  const bool counts = counts_here(weight);
  if (issued || counts) spans_.push_back(span);
  if (!counts || hits_.size() - first_ >= kHitsMax) return;
  if (marks_ == Marks::count && allows_secret(line_of(at))) return;
  const auto newlines =
      std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  hits_.push_back({path_.text(), static_cast<int>(newlines) + 1,
                   static_cast<int>(at - line_begin(at)) + 1, std::move(kind), issued});
}

// A run of kTokenRunMin token characters covers a multiple of kTokenRunMin: look only there, and
// where the byte is a token character, see how far the run reaches to both sides.
void SecretScan::runs() {
  std::size_t at = kTokenRunMin - 1;
  while (at < text_.size()) {
    if (!is_token_sign(text_[at])) {
      at += kTokenRunMin;
      continue;
    }
    std::size_t begin = at;
    const std::size_t limit = at - (kTokenRunMin - 1);
    while (begin > limit && is_token_sign(text_[begin - 1])) --begin;
    std::size_t end = at + 1;
    while (end < text_.size() && end - begin < kTokenRunMin && is_token_sign(text_[end])) ++end;
    if (end - begin < kTokenRunMin) {
      at = end + kTokenRunMin;
      continue;
    }
    while (begin > 0 && is_token_sign(text_[begin - 1])) --begin;
    while (end < text_.size() && is_token_sign(text_[end])) ++end;
    run(begin, end);
    at = end + kTokenRunMin;
  }
}

void SecretScan::run(std::size_t begin, std::size_t end) {
  const std::string_view token = text_.substr(begin, end - begin);
  if (issuer(begin, end)) return;
  const bool digits =
      std::any_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits && (key_block(begin, end) || azure_key(begin, end))) return;
  if (encoded(begin, end) || header(begin, end)) return;
  assigned(begin);
}

void SecretScan::all() {
  runs();
  passwords();
  links();
  logins();
  logins_without_scheme();
  commands();
  pieces();
}

void SecretScan::finish() {
  const auto begin = hits_.begin() + static_cast<std::ptrdiff_t>(first_);
  std::stable_sort(begin, hits_.end(), [](const SecretHit& a, const SecretHit& b) {
    return a.line != b.line ? a.line < b.line : a.certain > b.certain;
  });
  hits_.erase(std::unique(begin, hits_.end(),
                          [](const SecretHit& a, const SecretHit& b) { return a.line == b.line; }),
              hits_.end());
}

std::string SecretScan::blanked() const {
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

bool allows_secret(std::string_view line) {
  return contains(line, "pawl:allow-secret") || contains(line, "gitleaks:allow") ||
         contains(line, "pragma: allowlist secret");
}

void find_secrets(const RepoPath& path, std::string_view text, std::vector<SecretHit>& hits,
                  Marks marks) {
  SecretScan scan(path, text, hits, marks);
  scan.all();
  scan.finish();
}

std::string without_secrets(std::string_view text, const RepoPath* path) {
  static const RepoPath kOutput = *RepoPath::parse("output.log");
  std::vector<SecretHit> hits;
  SecretScan scan(path == nullptr ? kOutput : *path, text, hits);
  scan.all();
  return scan.blanked();
}

}  // namespace pawl::repo
