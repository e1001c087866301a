#include "forge/open_forge.hpp"

#include <array>

#include "base/text/text.hpp"
#include "forge/github/github_forge.hpp"
#include "forge/github/host.hpp"
#include "forge/local_forge.hpp"

namespace pawl::forge {
namespace {

struct ForgeRow {
  std::string_view kind;
  Result<std::unique_ptr<Forge>> (*make)(const ForgeSetup& setup);
};

Result<std::unique_ptr<Forge>> make_local(const ForgeSetup& setup) { return local_forge(setup); }

constexpr auto kForges = std::to_array<ForgeRow>({
    {"local", make_local},
    {"github", github_forge},
});

}  // namespace

Result<std::string> forge_kind(const config::Config& config, const git::Target& target) {
  if (config.forge != "auto") return config.forge;
  const Result<GithubHost> host = github_host(config.github_api_url);
  if (host) return std::string(is_on_github(target, *host) ? "github" : "local");
  // A repository of this machine is on no GitHub, wherever that is.
  if (target.kind == git::TargetKind::local) return std::string("local");
  return Result<std::string>(host.error()).during("looking at github.api_url");
}

Result<std::unique_ptr<Forge>> open_forge(const ForgeSetup& setup) {
  TRY_ASSIGN(const std::string kind, forge_kind(setup.config, setup.target));
  std::vector<std::string> kinds{"auto"};
  for (const ForgeRow& row : kForges) {
    if (row.kind == kind) return row.make(setup);
    kinds.emplace_back(row.kind);
  }
  return fail(Errc::invalid, "there is no forge \"" + printable(kind, 40) +
                                 "\"; forge.kind may be: " + join(kinds, ", "));
}

}  // namespace pawl::forge
