// What every forge keeps, on the GitHub fake server: a repository of alice's, where bob opens pull
// requests and carol reviews them.
#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "forge/contract.hpp"
#include "forge/github/test_server.hpp"
#include "forge/test_lab.hpp"
#include "tests/pass_over.hpp"

namespace pawl::forge::github_contract_test {
namespace {

// A person with a token, as the forge sees them.
class Person {
 public:
  Person(GithubServer& server, const std::string& repository, const std::string& token)
      : ports_{*clock_, lab_.files(), *processes_, *http_, *random_, cancel_, {}, "/"} {
    config_ = lab_.config();
    config_.forge = "github";
    config_.github_api_url = server.api();
    config_.github_token = Secret(token);
    ForgeSetup setup = lab_.setup(*clock_);
    const Result<git::Target> target = git::parse_target(repository, "", server.web());
    REQUIRE_MESSAGE(target, target.error().to_line());
    const auto forge = [&](const config::Config& config) {
      return open_forge({.config = config,
                         .target = *target,
                         .layout = setup.layout,
                         .database = setup.database,
                         .git = setup.git,
                         .ports = ports_});
    };
    auto opened = forge(config_);
    REQUIRE_MESSAGE(opened, opened.error().to_line());
    forge_ = *std::move(opened);
  }
  Forge& forge() { return *forge_; }

 private:
  Lab lab_{Lab::Layout::bare};
  std::unique_ptr<os::Clock> clock_ = os::real_clock();
  std::unique_ptr<os::Processes> processes_ = os::real_processes();
  std::unique_ptr<os::Http> http_ = os::real_http();
  std::unique_ptr<os::Random> random_ = os::real_random();
  os::Cancel cancel_;
  config::Config config_;
  os::Ports ports_;
  std::unique_ptr<Forge> forge_;
};

// Each case has a repository of its own on one server.
class GithubContract final : public ContractWorld {
 public:
  GithubContract(GithubServer& server, const std::string& name)
      : server_(server), repository_("alice/" + name) {
    const std::string bob = server.token_of("bob");
    const std::string carol = server.token_of("carol");
    server.control("user", Json::object({{"login", "alice"}}));
    const Json made = server.control(
        "repo",
        Json::object({{"owner", "alice"},
                      {"name", name},
                      {"files", Json::object({{"a.txt", "one\n"}, {"src/main.c", "int main;\n"}})},
                      {"collaborators", Json::object({{"bob", "write"}, {"carol", "write"}})}}));
    folder_ = made["folder"].text();
    base_ = made["sha"].text();
    bob_ = std::make_unique<Person>(server, repository_, bob);
    carol_ = std::make_unique<Person>(server, repository_, carol);
  }

  Forge& forge() override { return bob_->forge(); }
  Forge& reviewer() override { return carol_->forge(); }

  PullDraft publish(const std::string& run) override {
    const std::string branch = "pawl/improve/" + run;
    commit(branch, "LICENSE", "MIT\n", "bob");
    const std::string head = commit(branch, "src/main.c", "int main(void) { return 0; }\n", "bob");
    return {.title = "Improve demo",
            .body = "What changed:\n\n- a licence\n",
            .base = "main",
            .branch = branch,
            .base_commit = base_,
            .head_commit = head,
            .run = run,
            .labels = {"pawl"}};
  }
  std::string push(const PullDraft& draft) override {
    return commit(draft.branch, "more.txt", "more\n", "alice");
  }
  void move_base() override { commit("main", "moved.txt", "moved\n", "alice"); }
  void remove_branch(const std::string& branch) override {
    lab_.sh(folder_, "git update-ref -d refs/heads/" + branch);
  }

 private:
  std::string commit(const std::string& branch, const std::string& path, const std::string& text,
                     const std::string& author) {
    return std::string(server_
                           .control("commit", Json::object({{"repo", repository_},
                                                            {"branch", branch},
                                                            {"files", Json::object({{path, text}})},
                                                            {"author", author}}))["sha"]
                           .text());
  }

  GithubServer& server_;
  std::string repository_;
  std::string folder_;
  std::string base_;
  Lab lab_{Lab::Layout::bare};
  std::unique_ptr<Person> bob_;
  std::unique_ptr<Person> carol_;
};

}  // namespace

TEST_CASE("GitHub keeps the contract") {
  PASS_OVER_UNLESS(has_node_and_github_packages());
  GithubServer server;
  int count = 0;
  for (const ContractCase& each : contract_cases()) {
    CAPTURE(each.name);
    GithubContract world(server, "box-" + std::to_string(++count));
    each.run(world);
    CHECK(server.violations() == "");
  }
}

}  // namespace pawl::forge::github_contract_test
