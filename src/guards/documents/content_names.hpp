// The frameworks and tools content-grounding knows: how people write their names, and what of a
// manifest or a source shows that a repository has to do with them (data/words/frameworks.txt).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pawl::guards {

struct KnownName {
  std::string_view shown;  // `Next.js`
  // As prose writes it, `|` between; letter case counts.
  std::string_view spelled;
  // Words any of which, in any file, grounds the name; letter case does not count.
  std::string_view marks;
  // The name is an ordinary word: it counts only as `X.js`, `X framework` and the like.
  bool ordinary = false;
};

std::span<const KnownName> known_names();

struct KnownLanguage {
  std::string_view shown;
  std::string_view endings;  // ` .py .pyi `
};
std::span<const KnownLanguage> known_languages();

}  // namespace pawl::guards
