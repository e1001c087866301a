#include "forge/landed.hpp"

#include <doctest/doctest.h>

#include "forge/test_lab.hpp"

namespace pawl::forge::landed_test {

TEST_CASE("work has landed when the base holds what the merge made") {
  Lab lab;
  const auto forge = lab.forge();
  const git::Target target = lab.setup(lab.clock()).target;
  const PullDraft draft = lab.publish();
  const auto landed = [&] { return *landed_head(*forge, lab.git(), target, draft.run); };
  CHECK_FALSE(landed());
  REQUIRE(forge->pulls().open(draft));
  CHECK_FALSE(landed());
  const std::string before = lab.in_target("git rev-parse main");
  REQUIRE(forge->pulls().merge(1, MergeMethod::squash, draft.head_commit));
  CHECK(landed() == draft.head_commit);
  lab.in_target("git update-ref -d refs/heads/" + draft.branch +
                "; git reflog expire --expire=now "
                "--all; git gc -q --prune=now");
  CHECK(landed() == draft.head_commit);
  // Somebody took it back: it is in the base no more.
  lab.in_target("git reset -q --hard " + before);
  CHECK_FALSE(landed());
}

}  // namespace pawl::forge::landed_test
