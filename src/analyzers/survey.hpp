// One concurrent pass over the files, reading each at most once, for all analyzers that have to
// look inside many files.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "analyzers/steps.hpp"
#include "os/cancel.hpp"
#include "repo/kinds/family.hpp"
#include "repo/secrets/secrets.hpp"
#include "repo/views/view.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::analyzers {

struct FamilyCount {
  repo::Family family = repo::Family::python;
  std::size_t product = 0;  // files
  std::size_t tests = 0;    // files that hold tests, product files with tests inside too
  std::size_t cases = 0;    // tests in them, an estimate
  std::size_t helpers =
      0;             // of the product files, those that only help to make it: scripts/, tools/
  double share = 0;  // of the product and test files of all families that count
};

// A product source file of the sample, with its definitions.
struct SampledFile {
  const repo::Entry* entry = nullptr;
  repo::Family family = repo::Family::python;
  syntax::Language language = syntax::Language::python;
  // Documented also by any comment that stands above, one blank line between them allowed; not
  // public where they implement what is documented elsewhere (a trait's method, an override).
  std::vector<syntax::Definition> definitions;
  bool has_inner_tests = false;
  bool program = false;  // Go's package main: nobody can import it
};

// Qualified, but for C and C++, where macros hide what a definition belongs to.
const std::string& shown_name(const SampledFile& file, const syntax::Definition& definition);

struct Survey {
  // Families with at least a tenth of the source files, most files first; shell only when it is
  // most of the code, and none whose files only help to make something else. Empty when there is
  // no code.
  std::vector<FamilyCount> families;
  std::array<FamilyCount, repo::kFamilyCount> all_families{};
  std::size_t product_files = 0;
  std::size_t code_files = 0;            // in languages that can be measured: tests and helpers too
  std::size_t files_scanned = 0;         // for secrets
  std::vector<repo::SecretHit> secrets;  // by path and line
  std::vector<SampledFile> sample;       // at most kSampleMax, chosen by path hash; by path
  std::size_t sample_population = 0;     // product files it was chosen from
  std::vector<std::string> empty_tests;  // files named as tests that hold no code, by path
  Ci ci;
  // Files at the root, in .github, .gitlab and docs.
  std::vector<const repo::Entry*> shelf;

  bool uses(repo::Family family) const;
  // The first shelf file whose name without endings is one of these (folded), the root first.
  const repo::Entry* on_shelf(std::initializer_list<std::string_view> stems) const;
};

inline constexpr std::size_t kSampleMax = 200;
inline constexpr std::uint64_t kScanBytesMax = 1U << 20U;     // larger files are data
inline constexpr std::uint64_t kParseBytesMax = 256U << 10U;  // larger sources are left out

// The same survey for the same view, whatever the number of threads. A file that cannot be read
// is left out, and trouble of the view. Ends early, with what it has, when cancelled.
Survey survey(const repo::RepoView& view, unsigned threads, const os::Cancel* cancel);

}  // namespace pawl::analyzers
