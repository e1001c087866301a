#include "forge/local_forge.hpp"

#include "forge/local_issues.hpp"
#include "forge/local_pulls.hpp"
#include "forge/local_reviews.hpp"

namespace pawl::forge {
namespace {

class LocalForge final : public Forge {
 public:
  explicit LocalForge(const ForgeSetup& setup)
      : world_{.tables = Tables(setup.database),
               .git = setup.git,
               .files = setup.ports.files,
               .clock = setup.ports.clock,
               .target = setup.target,
               .scratch = setup.layout.forge_scratch()},
        issues_(world_),
        pulls_(world_, issues_),
        reviews_(world_),
        checks_(world_) {}

  std::string_view kind() const override { return "local"; }
  Capabilities capabilities() const override {
    return {.fast_forward = true, .squash = true, .line_comments = true, .report_checks = true};
  }
  Answer<std::string> author() override { return std::string("pawl"); }
  Pulls& pulls() override { return pulls_; }
  Issues& issues() override { return issues_; }
  Reviews& reviews() override { return reviews_; }
  Checks& checks() override { return checks_; }

 private:
  LocalWorld world_;  // borrowed by all below
  LocalIssues issues_;
  LocalPulls pulls_;
  LocalReviews reviews_;
  LocalChecks checks_;
};

}  // namespace

std::unique_ptr<Forge> local_forge(const ForgeSetup& setup) {
  return std::make_unique<LocalForge>(setup);
}

}  // namespace pawl::forge
