#include "forge/open_forge.hpp"

#include <array>

#include "base/text/text.hpp"
#include "forge/local_forge.hpp"

namespace pawl::forge {
namespace {

struct ForgeRow {
  std::string_view kind;
  std::unique_ptr<Forge> (*make)(const ForgeSetup& setup);
};

constexpr auto kForges = std::to_array<ForgeRow>({
    {"local", local_forge},
});

}  // namespace

Result<std::unique_ptr<Forge>> open_forge(const ForgeSetup& setup) {
  std::vector<std::string> kinds;
  for (const ForgeRow& row : kForges) {
    if (row.kind == setup.kind) return row.make(setup);
    kinds.emplace_back(row.kind);
  }
  return fail(Errc::invalid, "there is no forge \"" + printable(setup.kind, 40) +
                                 "\"; forge.kind may be: " + join(kinds, ", "));
}

}  // namespace pawl::forge
