// What Maven leaves of its tests, with a program in its place that leaves what the test says.
#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "repo/checks/test_checks.hpp"

namespace pawl::repo::jvm_reports_test {
namespace {

using test_checks::Files;
using test_checks::Lab;

constexpr const char* kTest = "src/test/java/com/acme/BoxTest.java";

// Its tests end as `ends` says, after it has left `report.xml` of the repository.
CheckRun run_of(const std::string& ends, const Files& more) {
  Lab lab;
  const std::string tools = os::join_path(lab.path, "bin");
  REQUIRE(lab.files->make_folders(tools, 0755));
  REQUIRE(lab.files->write_atomic(
      os::join_path(tools, "mvn"),
      "#!/bin/sh\ncase \"$*\" in *test) ;; *) exit 0 ;; esac\n"
      "[ ! -f report.xml ] || { mkdir -p a/target/surefire-reports && cp report.xml "
      "a/target/surefire-reports/TEST-com.acme.BoxTest.xml; }\n" +
          ends + "\n",
      0755));
  lab.tools = tools + ":" + test_checks::path_list();
  Files files = {{"pom.xml", "<project><artifactId>box</artifactId></project>"}, {kTest, ""}};
  files.insert(more.begin(), more.end());
  for (CheckRun& run : lab.check(files).tests) {
    if (run.stack == "Maven") return std::move(run);
  }
  FAIL("nothing of Maven was run");
  return {};
}

std::string report(const std::string& cases) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"com.acme.BoxTest\">\n"
         "<properties>\n<property name=\"user.name\" value=\"a\"/>\n</properties>\n" +
         cases + "</testsuite>\n";
}

const std::string kPasses = "<testcase name=\"opens\" classname=\"com.acme.BoxTest\"/>\n";
const std::string kFails =
    "<testcase name=\"shuts\" classname=\"com.acme.BoxTest\"><failure message=\"m\">said</failure>"
    "</testcase>\n";

TEST_CASE("tests of Maven are those that its reports name") {
  const CheckRun run = run_of("echo '[ERROR]   BoxTest.shuts:3 said'; exit 1",
                              {{"report.xml", report(kPasses + kFails)}});
  CAPTURE(run.reason);
  CHECK(run.outcome == CheckOutcome::failed);
  REQUIRE(run.failing.size() == 1);
  CHECK(run.failing[0].id == "com.acme.BoxTest.shuts");
  CHECK(run.failing[0].file == kTest);
  CHECK(run.failing[0].message == "said");
  REQUIRE(run.passing.size() == 1);
  CHECK(run.passing[0].id == "com.acme.BoxTest.opens");
  CHECK(run.passing[0].file == kTest);
  CHECK(run.tests_passed == 1);
  CHECK(run.every_id);
  CHECK(run.exit_code == 1);
  CHECK_FALSE(contains(run.output, "testsuite"));
}

TEST_CASE("tests that fail are failures, whether or not the build is told to go on") {
  const CheckRun run = run_of("exit 0", {{"report.xml", report(kFails)}});
  CHECK(run.outcome == CheckOutcome::failed);
}

TEST_CASE("a build that ends before its tests have failed is not judged by those that passed") {
  const CheckRun run =
      run_of("printf '\\033[0m[ERROR] ---\\n[ERROR] The forked VM terminated\\n'; exit 1",
             {{"report.xml", report(kPasses)}});
  CHECK(run.outcome == CheckOutcome::unknown);
  CHECK(contains(run.reason, "The forked VM terminated"));
}

TEST_CASE("a module whose tests fail does not keep the next one from being tested") {
  const CheckRun run = run_of(
      "case \" $* \" in *' --fail-at-end '*) mkdir -p b/target/surefire-reports && "
      "cp next.xml b/target/surefire-reports/TEST-com.acme.LidTest.xml ;; esac; exit 1",
      {{"report.xml", report(kFails)},
       {"next.xml", report("<testcase name=\"lifts\" classname=\"com.acme.LidTest\"/>\n")}});
  CHECK(run.outcome == CheckOutcome::failed);
  CHECK(run.failing.size() == 1);
  REQUIRE(run.passing.size() == 1);
  CHECK(run.passing[0].id == "com.acme.LidTest.lifts");
}

TEST_CASE("without reports the words of Surefire count") {
  const CheckRun run =
      run_of("echo '[ERROR] Failures: '; echo '[ERROR]   BoxTest.shuts:3 said'; exit 1", {});
  CHECK(run.outcome == CheckOutcome::failed);
  REQUIRE(run.failing.size() == 1);
  CHECK(run.failing[0].id == "BoxTest.shuts");
}

TEST_CASE("reports that lay there before are none of this run") {
  const CheckRun run =
      run_of("exit 0", {{"target/surefire-reports/TEST-com.acme.BoxTest.xml", report(kFails)}});
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(run.failing.empty());
  CHECK_FALSE(run.tests_passed);
}

}  // namespace
}  // namespace pawl::repo::jvm_reports_test
