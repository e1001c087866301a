// G27: no line a change adds holds a credential. The value is never told, only what it looks like
// and where it stands.
#include "repo/secrets/secrets.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/policy.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kTextBytesMax = 4U << 20U;
constexpr std::string_view kPrivateKey = "private key";

// The added lines and the one above each, all others empty: the lines keep their numbers, and an
// old secret costs nothing. `added` by line, from 0.
std::string masked(std::string_view after, const std::vector<bool>& added) {
  std::string out;
  const auto lines = split_lines(after);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (added[i] || (i + 1 < lines.size() && added[i + 1])) out += lines[i];
    out += '\n';
  }
  return out;
}

// Every line there was before the change, in any file: what only moved is not new.
class OldLines {
 public:
  explicit OldLines(const git::Change& change) : change_(change) {}

  bool hold(std::string_view line) {
    if (!read_) {
      for (const git::FileChange& file : change_.files) {
        if (!file.before || looks_binary(*file.before)) continue;
        for (const std::string_view old : split_lines(*file.before)) lines_.insert(trim(old));
      }
      read_ = true;
    }
    return lines_.contains(trim(line));
  }

 private:
  const git::Change& change_;
  std::unordered_set<std::string_view> lines_;
  bool read_ = false;
};

std::string secret_rule(const repo::SecretHit& hit) {
  if (hit.kind == kPrivateKey) return "secrets/private-key";
  return hit.certain ? "secrets/token" : "secrets/value";
}

Finding secret_finding(const repo::SecretHit& hit, std::string_view line) {
  const bool marked = repo::allows_secret(line);
  return {.rule = secret_rule(hit),
          .kind = RuleKind::defect,
          .path = hit.path,
          .line = hit.line,
          .message = "looks like a credential: " + hit.kind +
                     (marked ? "; the mark that allows it counts once it is on the base" : ""),
          .feedback =
              "Take the credential out, read it from the environment or a secret store, and "
              "revoke it if it is real. If it is none, a person says so in " +
              std::string(kSuppressionsPath) + " of the base branch."};
}

void check_secrets(const git::FileChange& file, OldLines& old, Verdict& verdict) {
  const std::string_view after = *file.after;
  const auto lines = split_lines(after);
  const std::vector<bool> added =
      file.before ? added_lines(*file.before, after) : std::vector<bool>(lines.size(), true);
  std::vector<repo::SecretHit> hits;
  repo::find_secrets(file.path, file.before ? masked(after, added) : std::string(after), hits,
                     repo::Marks::ignored);
  for (const repo::SecretHit& hit : hits) {
    const auto at = static_cast<std::size_t>(hit.line - 1);
    // A key block is told at its header; its body is what is secret.
    const bool body = hit.kind == kPrivateKey && at + 1 < lines.size();
    const bool is_new = added.at(at) || (body && added[at + 1]);
    if (!is_new) continue;
    // What others wrote and packed names passwords; only a token of a known form is one there.
    if (!hit.certain && (repo::is_vendored(file.path) || repo::is_generated(file.path))) continue;
    if (!old.hold(lines[body ? at + 1 : at])) {
      verdict.refuse(secret_finding(hit, lines[at]));
    } else if (!repo::allows_secret(lines[at])) {
      verdict.note(secret_finding(hit, lines[at]));
    }
  }
}

}  // namespace

Verdict secrets(const git::Change& change, const Context&) {
  Verdict verdict;
  OldLines old(change);
  for (const git::FileChange& file : change.files) {
    if (!file.after || file.before == file.after) continue;
    if (looks_binary(*file.after) || file.after->size() > kTextBytesMax) continue;
    verdict.applies();
    check_secrets(file, old, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
