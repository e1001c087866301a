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

struct Login {
  TokenSource token;
  std::string account;
  std::function<Answer<bool>()> may_write = {};
};

Login login_of(const ForgeSetup& setup, const GithubHost& host) {
  const config::Config& config = setup.config;
  if (!config.github_app) {
    return {.token = fixed_token(config.github_token),
            .account = api_account(host, config.github_token)};
  }
  const std::string repository = setup.target.owner + "/" + setup.target.repo;
  const config::GithubLogins app = config.github_app;
  return {.token = [app, repository](const Secret& refused) -> Answer<Secret> {
            TRY_ASSIGN(config::GithubLogin login, app(repository, refused));
            return std::move(login.token);
          },
          .account = app_account(host, config.github_app_id, setup.target.owner),
          .may_write = [app, repository]() -> Answer<bool> {
            TRY_ASSIGN(const config::GithubLogin login, app(repository, {}));
            return login.writes;
          }};
}

}  // namespace

Result<std::unique_ptr<Forge>> github_forge(const ForgeSetup& setup) {
  TRY_ASSIGN(const GithubHost host, github_host(setup.config.github_api_url));
  if (!is_on_github(setup.target, host)) {
    return fail(Errc::invalid, setup.target.name + " is not a repository on " + host.name +
                                   "; name it as owner/repo, or set forge.kind to local");
  }
  const Login login = login_of(setup, host);
  const std::string digest = digest_hex(Hash::sha256, {login.account});
  return std::unique_ptr<Forge>(std::make_unique<GithubForge>(GithubWorld{
      .api = Api({.ports = setup.ports,
                  .host = host,
                  .token = login.token,
                  .account = login.account,
                  .lock = setup.layout.lock("github-" + digest.substr(0, 16)),
                  .database = setup.database,
                  .rules = {.reserve = setup.config.github_reserve,
                            .write_gap = Milliseconds(setup.config.github_write_gap_ms)}}),
      .owner = setup.target.owner,
      .repo = setup.target.repo,
      .app_may_write = login.may_write}));
}

}  // namespace pawl::forge
