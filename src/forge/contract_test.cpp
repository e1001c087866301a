#include "forge/contract.hpp"

#include <doctest/doctest.h>

#include "forge/test_error.hpp"
#include "forge/test_lab.hpp"

namespace pawl::forge::contract_test {
namespace {

class LocalContract final : public ContractWorld {
 public:
  Forge& forge() override { return *forge_; }
  PullDraft publish(const std::string& run) override { return lab_.publish(run); }
  std::string push(const PullDraft& draft) override {
    return lab_.commit(draft.branch, draft.branch, "more.txt", "more\n");
  }
  void move_base() override { lab_.commit("main", "main", "moved.txt", "moved\n"); }
  void remove_branch(const std::string& branch) override {
    lab_.in_target("git update-ref -d refs/heads/" + branch);
  }

 private:
  Lab lab_{Lab::Layout::bare};
  std::unique_ptr<Forge> forge_ = lab_.forge();
};

}  // namespace

TEST_CASE("the local forge keeps the contract") {
  for (const ContractCase& each : contract_cases()) {
    CAPTURE(each.name);
    LocalContract world;
    each.run(world);
  }
}

TEST_CASE("there is a forge of each kind the settings allow, and no other") {
  Lab lab;
  const ForgeSetup setup = lab.setup(lab.clock());
  CHECK(open_forge(setup));
  lab.config().forge = "sourcehut";
  const auto none = open_forge(setup);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == Errc::invalid);
  CHECK(contains(none.error().message, "forge.kind may be: auto, local, github"));
}

TEST_CASE("each kind of trouble has its error, and each error its kind") {
  struct Row {
    TroubleKind kind;
    Errc code;
  };
  const Row rows[] = {
      {TroubleKind::invalid, Errc::invalid},
      {TroubleKind::not_found, Errc::not_found},
      {TroubleKind::conflict, Errc::conflict},
      {TroubleKind::denied, Errc::denied},
      {TroubleKind::unauthorized, Errc::denied},
      {TroubleKind::rate_limited, Errc::upstream},
      {TroubleKind::unavailable, Errc::upstream},
      {TroubleKind::timeout, Errc::timeout},
      {TroubleKind::unsupported, Errc::invalid},
      {TroubleKind::cancelled, Errc::cancelled},
      {TroubleKind::local, Errc::io},
  };
  for (const Row& row : rows) {
    CAPTURE(static_cast<int>(row.kind));
    CHECK(to_error({.kind = row.kind, .message = "m", .way_out = {}}).code == row.code);
  }
  for (const Errc code : {Errc::invalid, Errc::not_found, Errc::conflict, Errc::denied,
                          Errc::timeout, Errc::cancelled, Errc::io, Errc::upstream}) {
    CHECK(to_error(to_trouble(fail(code, "m"))).code == code);
  }
  const Trouble limited{.kind = TroubleKind::rate_limited,
                        .message = "asked too often",
                        .way_out = "ask less",
                        .retry_at = Timestamp(Seconds(1'767'225'600)),
                        .trail = {"listing"}};
  CHECK(to_error(limited).to_line() ==
        "listing: asked too often; ask less; try again after 2026-01-01T00:00:00.000Z");
  const auto through = [&]() -> Result<int> {
    TRY_ASSIGN(const int value, Answer<int>(limited).during("outside"));
    return value;
  };
  CHECK(through().error().to_line() ==
        "outside › listing: asked too often; ask less; try again after 2026-01-01T00:00:00.000Z");
}

}  // namespace pawl::forge::contract_test
