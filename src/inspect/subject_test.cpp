#include "inspect/subject.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"
#include "inspect/replay.hpp"

namespace pawl::inspect::subject_test {
namespace {

using git::Lab;

guards::Stopwatch still() {
  return [] { return guards::Nanoseconds(0); };
}

guards::Context open() {
  guards::Context context;
  context.fenced = false;
  return context;
}

std::string paths(const git::Change& change) {
  std::string out;
  for (const git::FileChange& file : change.files) out += file.path.text() + " ";
  return out;
}

}  // namespace

TEST_CASE("what a request judges") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "git checkout -q -b side; echo s > side.txt; git add -A; git commit -qm side;"
         "git checkout -q main; echo m > main.txt; git add -A; git commit -qm main;"
         "git checkout -q side; echo w > staged.txt; git add staged.txt; echo u > untracked");
  const std::string side = lab.sh(repo, "git rev-parse side");
  struct Row {
    const char* name;
    SubjectRequest request;
    const char* paths;
  };
  const Row rows[] = {
      {"a commit is what it changed", {.against = Against::head, .head = "HEAD"}, "side.txt "},
      {"a base that went on is its merge base",
       {.against = Against::head, .base = "main", .head = "side"},
       "side.txt "},
      {"a first commit",
       {.against = Against::head, .head = "main~1"},
       "README.md run.sh src/main.c "},
      {"staged", {.against = Against::staged}, "staged.txt "},
      {"worktree", {.against = Against::worktree}, "staged.txt untracked "},
      {"worktree against another base",
       {.against = Against::worktree, .base = "HEAD~1"},
       "side.txt staged.txt untracked "},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    SubjectRequest request = row.request;
    request.folder = repo + "/src";  // any folder will do
    const auto subject = open_subject(lab.git(), request);
    REQUIRE(subject.ok());
    CHECK(paths((*subject)->change) == row.paths);
  }
  SubjectRequest absent{.folder = repo, .against = Against::head, .head = "nothing"};
  CHECK(open_subject(lab.git(), absent).error().code == Errc::not_found);
  absent.head = "--all";
  CHECK(open_subject(lab.git(), absent).error().code == Errc::invalid);
}

TEST_CASE("suppressions come from the base, not from the change") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "mkdir .pawl; printf 'suppress:\\n- rule: syntax\\n  path: \"*.json\"\\n  reason: r'"
         " > .pawl/guards.yaml; printf '{,}' > bad.json; git add -A; git commit -qm both;"
         "printf '{,,}' > worse.json; git add -A; git commit -qm later");
  const std::vector<std::string> commits = commits_of(lab.git(), repo, "HEAD~2..HEAD").value();
  REQUIRE(commits.size() == 2);
  const config::Config config;
  guards::Policy policy;
  policy.only = {"syntax"};
  const auto request_of = [&](unsigned threads) {
    return ReplayRequest{.folder = repo,
                         .commits = commits,
                         .config = config,
                         .files = lab.files(),
                         .schemas = {},
                         .policy = policy,
                         .order = open(),
                         .cache = lab.path("cache"),
                         .threads = threads};
  };
  const auto replayed = replay(lab.git(), request_of(2), still(), [] {});
  CHECK(replayed[0].trouble.empty());
  CHECK(replayed[0].evaluation.refused());  // its own suppression does not count yet
  CHECK_FALSE(replayed[1].evaluation.refused());
  CHECK(replayed[1].evaluation.findings().front().standing == guards::Standing::suppressed);
}

TEST_CASE("a replay keeps the order of its commits, whatever the number of threads") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "for i in 1 2 3 4 5 6 7 8; do echo '{' > f$i.json; git add -A; git commit -qm $i;"
         "done");
  const auto commits = commits_of(lab.git(), repo, "HEAD~8..HEAD").value();
  const config::Config config;
  guards::Policy policy;
  const auto request_of = [&](unsigned threads) {
    return ReplayRequest{.folder = repo,
                         .commits = commits,
                         .config = config,
                         .files = lab.files(),
                         .schemas = {},
                         .policy = policy,
                         .order = open(),
                         .cache = lab.path("cache"),
                         .threads = threads};
  };
  const auto one = replay(lab.git(), request_of(1), still(), [] {});
  const auto four = replay(lab.git(), request_of(4), still(), [] {});
  for (std::size_t i = 0; i < commits.size(); ++i) {
    CHECK(one[i].commit == commits[i]);
    CHECK(four[i].commit == commits[i]);
    REQUIRE(one[i].evaluation.refusing().size() == four[i].evaluation.refusing().size());
    CHECK(one[i].evaluation.refusing().front().path == four[i].evaluation.refusing().front().path);
  }
  CHECK(commits_of(lab.git(), repo, "no..HEAD").ok() == false);
}

}  // namespace pawl::inspect::subject_test
