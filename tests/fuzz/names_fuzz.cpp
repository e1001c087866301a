// What a file of a repository names: paths within it, of any text under any name that is read.
#include <array>
#include <cstdint>
#include <string_view>

#include "base/check.hpp"
#include "guards/references/named_files.hpp"

namespace {

constexpr auto kPaths = std::to_array<std::string_view>(
    {"Dockerfile", "compose.yaml", ".github/workflows/a.yml", "Makefile", "CMakeLists.txt",
     "package.json", "pyproject.toml", "Cargo.toml", "go.mod", "docs/a.rst", "README.md"});

}  // namespace

// The first byte says what kind of file it is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto path = pawl::RepoPath::parse(kPaths[data[0] % kPaths.size()]);
  PAWL_CHECK(path.ok(), "a path of this file");
  const pawl::guards::NamedThings named = pawl::guards::named_things(*path, text);
  for (const pawl::guards::NamedFile& file : named.files) {
    PAWL_CHECK(!file.path.starts_with("../"), "a path out of the repository");
  }
  return 0;
}
