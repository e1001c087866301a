#include "git/worktrees/attachment.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"
#include "git/worktrees/clone.hpp"

namespace pawl::git::attachment_test {

TEST_CASE("a text is kept under a ref, once, and a newer one on top of it") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo, "git clone -q . ../clone");
  const std::string clone = repo + "/../clone";
  const Target target = Lab::local(repo);
  Attachment attachment{.ref = "refs/pawl/proofs/x",
                        .file = "proof.json",
                        .text = "{}\n",
                        .message = "Proof of x",
                        .at = Timestamp(Milliseconds(1'700'000'000'000))};
  const auto first = attach(lab.git(), clone, target, attachment);
  REQUIRE(first);
  CHECK(attached(lab.git(), repo, attachment.ref, "proof.json", 100).value() == "{}\n");
  const auto again = attach(lab.git(), clone, target, attachment);
  REQUIRE(again);
  CHECK(*again == *first);
  attachment.text = "{\"a\":1}\n";
  const auto second = attach(lab.git(), clone, target, attachment);
  REQUIRE(second);
  CHECK(lab.sh(repo, "git rev-parse refs/pawl/proofs/x^") == *first);
  CHECK(attached(lab.git(), repo, attachment.ref, "proof.json", 100).value() == attachment.text);

  CHECK(attached(lab.git(), repo, attachment.ref, "proof.json", 3).error().code == Errc::invalid);
  CHECK(attached(lab.git(), repo, attachment.ref, "other", 100).error().code == Errc::not_found);
  CHECK(attached(lab.git(), repo, "refs/pawl/proofs/y", "proof.json", 100).error().code ==
        Errc::not_found);
  const Status missing =
      fetch_from(lab.git(), target, {.folder = clone, .refspecs = {"refs/pawl/proofs/y"}});
  CHECK(missing.error().code == Errc::not_found);
}

}  // namespace pawl::git::attachment_test
