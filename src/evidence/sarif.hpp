// SARIF 2.1.0 as scanners print it, read into findings that can be compared between two trees.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "guards/evidence.hpp"

namespace pawl::evidence {

// The text of a file of the scanned tree; nothing when there is none.
using ReadText = std::function<std::optional<std::string>(const std::string& path)>;

// The findings of a SARIF log. Paths become relative to `root`, the folder that was scanned; a
// result outside it has an empty path. The severity is that of `security-severity` where the rule
// has one, else the result's level, else the rule's: `error`, `warning` or `note`. Results that
// pass, are suppressed, or are known from a baseline of the scanner are left out. Errc::invalid
// when the text is no SARIF log, upstream when it reports that the scan did not succeed.
Result<std::vector<guards::ScanFinding>> findings_of_sarif(std::string_view text,
                                                           const std::string& root,
                                                           const ReadText& read);

// The lines a finding is about, with a line on either side, blanks folded: what stays the same
// when code above it moves.
std::string code_window(std::string_view text, int first, int last);

}  // namespace pawl::evidence
