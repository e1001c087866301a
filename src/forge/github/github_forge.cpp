#include "forge/github/github_forge.hpp"

#include "base/digest.hpp"
#include "base/text/text.hpp"
#include "forge/github/github_checks.hpp"
#include "forge/github/github_issues.hpp"
#include "forge/github/github_pulls.hpp"
#include "forge/github/github_reviews.hpp"
#include "forge/github/host.hpp"

namespace pawl::forge {
namespace {

class GithubForge final : public Forge {
 public:
  explicit GithubForge(GithubWorld world)
      : world_(std::move(world)),
        pulls_(world_),
        issues_(world_),
        reviews_(world_),
        checks_(world_) {}

  std::string_view kind() const override { return "github"; }
  Capabilities capabilities() const override {
    return {.fast_forward = false,
            .squash = true,
            .line_comments = true,
            .report_checks = false,
            .rerun_checks = true};
  }
  Answer<std::string> author() override {
    if (!author_.empty()) return author_;
    // REST knows users alone, no apps.
    TRY_ASSIGN(const Json data, world_.api.query("query { viewer { login } }", Json::object()));
    author_ = data["viewer"]["login"].string_or("");
    return author_;
  }
  Pulls& pulls() override { return pulls_; }
  Issues& issues() override { return issues_; }
  Reviews& reviews() override { return reviews_; }
  Checks& checks() override { return checks_; }

 private:
  GithubWorld world_;  // borrowed by all below
  std::string author_;
  GithubPulls pulls_;
  GithubIssues issues_;
  GithubReviews reviews_;
  GithubChecks checks_;
};

}  // namespace

Result<std::unique_ptr<Forge>> github_forge(const ForgeSetup& setup) {
  TRY_ASSIGN(const GithubHost host, github_host(setup.config.github_api_url));
  if (!is_on_github(setup.target, host)) {
    return fail(Errc::invalid, setup.target.name + " is not a repository on " + host.name +
                                   "; name it as owner/repo, or set forge.kind to local");
  }
  const std::string account = api_account(host, setup.config.github_token);
  const std::string digest = digest_hex(Hash::sha256, {account});
  return std::unique_ptr<Forge>(std::make_unique<GithubForge>(GithubWorld{
      .api = Api({.ports = setup.ports,
                  .host = host,
                  .token = setup.config.github_token,
                  .lock = setup.layout.lock("github-" + digest.substr(0, 16)),
                  .database = setup.database,
                  .rules = {.reserve = setup.config.github_reserve,
                            .write_gap = Milliseconds(setup.config.github_write_gap_ms)}}),
      .owner = setup.target.owner,
      .repo = setup.target.repo}));
}

}  // namespace pawl::forge
