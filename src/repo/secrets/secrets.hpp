// Finds credentials in a text. Built for many small files: secrets are long runs of token
// characters, so the scan looks at every sixteenth byte and reads only around what may be one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::repo {

// Where a secret stands and what it looks like; the value itself is never kept.
struct SecretHit {
  std::string path;
  int line = 0;
  int column = 0;        // from 1, in bytes
  std::string kind;      // `GitHub token`, `private key`, `value of api_key`
  bool certain = false;  // the shape of an issuer, not only a suspicious name and value
  bool operator==(const SecretHit&) const = default;
};

// Whether the line carries a mark that allows a secret on it: `pawl:allow-secret`,
// `gitleaks:allow` or `pragma: allowlist secret`.
bool allows_secret(std::string_view line);

// Who wrote the marks that allow secrets: they count where a person may have reviewed them, on the
// base, and not in a change that is judged.
enum class Marks : std::uint8_t { count, ignored };

// Appends what it finds, at most one hit a line. Left out: placeholders, values of low entropy,
// test files and fixtures, in documents everything but issuers' shapes, and lines with a mark that
// allows it.
void find_secrets(const RepoPath& path, std::string_view text, std::vector<SecretHit>& hits,
                  Marks marks = Marks::count);

// The text with the value of each secret replaced by `[redacted]`. The shapes of issuers count
// wherever they stand and whatever a line says about them; suspicious names and values as above.
// Without a path the text is that of a tool.
std::string without_secrets(std::string_view text, const RepoPath* path = nullptr);

}  // namespace pawl::repo
