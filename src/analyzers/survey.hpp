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
  double share = 0;         // of the product and test files of all families that count
};

// A product source file of the sample, with its definitions.
struct SampledFile {
  const repo::Entry* entry = nullptr;
  repo::Family family = repo::Family::python;
  syntax::Language language = syntax::Language::python;
  std::vector<syntax::Definition> definitions;
  bool has_inner_tests = false;
};

struct Survey {
  // Families with at least a tenth of the source files, most files first; shell only when there
  // is nothing else. Empty when there is no code.
  std::vector<FamilyCount> families;
  std::array<FamilyCount, repo::kFamilyCount> all_families{};
  std::size_t product_files = 0;
  std::size_t files_scanned = 0;         // for secrets
  std::vector<repo::SecretHit> secrets;  // by path and line
  std::vector<SampledFile> sample;       // at most kSampleMax, chosen by path hash; by path
  std::size_t sample_population = 0;     // product files it was chosen from
  std::vector<std::string> empty_tests;  // test files without a test, by path
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
