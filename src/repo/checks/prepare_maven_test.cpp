// Dependencies of Maven builds, from a registry with stand-ins for the plugins that Maven has by
// itself: they compile and run what is there, as those do.
#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "repo/checks/test_checks.hpp"
#include "repo/checks/test_registry.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::prepare_maven_test {
namespace {

using test_checks::Files;
using test_checks::has_tool;
using test_checks::Lab;
using test_checks::Package;
using test_checks::TestRegistry;

const std::string kOwn = "org.apache.maven.plugins";

constexpr const char* kWork = R"(package t;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import org.apache.maven.plugin.*;
import org.apache.maven.project.MavenProject;
public class Work extends AbstractMojo {
  public static class resources extends Work {}
  public static class testResources extends Work {}
  public static class compile extends Work {}
  public static class testCompile extends Work {}
  public static class test extends Work {}
  public static class stamp extends Work {}
  MavenProject project;
  String goal;
  boolean skip;
  public void execute() throws MojoExecutionException, MojoFailureException {
    try { work(); }
    catch (MojoFailureException e) { throw e; }
    catch (Exception e) { throw new MojoExecutionException(goal + ": " + e, e); }
  }
  int run(List<String> words) throws Exception {
    Process process = new ProcessBuilder(words).inheritIO().start();
    return process.waitFor();
  }
  void work() throws Exception {
    if (goal.equals("stamp")) {
      if (System.getenv("https_proxy") != null) throw new Exception("it ran with a network");
      Files.write(project.getBasedir().toPath().resolve("stamped"), new byte[0]);
      return;
    }
    if (skip || goal.equals("resources") || goal.equals("testResources")) return;
    boolean tests = !goal.equals("compile");
    String out = tests ? project.getBuild().getTestOutputDirectory()
                       : project.getBuild().getOutputDirectory();
    List<String> path = tests ? project.getTestClasspathElements()
                              : project.getCompileClasspathElements();
    if (goal.equals("test")) {
      if (!new File(out, "BoxTest.class").exists()) return;
      if (run(Arrays.asList("java", "-XX:TieredStopAtLevel=1", "-cp", String.join(":", path), "BoxTest")) == 0) return;
      System.out.println("[ERROR] Failures: ");
      System.out.println("[ERROR]   BoxTest.pads:3 expected something else");
      throw new MojoFailureException("There are test failures.");
    }
    File source = new File(project.getBasedir(), tests ? "src/test/java" : "src/main/java");
    List<String> words = new ArrayList<>(
        Arrays.asList("javac", "-J-XX:TieredStopAtLevel=1", "-d", out, "-cp", String.join(":", path)));
    File[] all = source.listFiles();
    if (all == null) return;
    for (File one : all) words.add(one.getPath());
    new File(out).mkdirs();
    if (run(words) != 0) throw new MojoFailureException("Compilation failure");
  }
}
)";

Package plugin(const std::string& group, const std::string& name, const std::string& version,
               const std::vector<std::string>& goals) {
  std::string mojos;
  for (const std::string& goal : goals) {
    const std::string needs = goal == "compile" ? "compile" : "test";
    mojos +=
        "<mojo><goal>" + goal + "</goal>" +
        (goal == "stamp"
             ? "<phase>generate-sources</phase>"
             : "<requiresDependencyResolution>" + needs + "</requiresDependencyResolution>") +
        "<requiresProject>true</requiresProject><implementation>t.Work$" + goal +
        "</implementation><language>java</language><instantiationStrategy>per-lookup</"
        "instantiationStrategy><executionStrategy>once-per-session</executionStrategy><parameters>"
        "<parameter><name>project</name><type>org.apache.maven.project.MavenProject</type>"
        "<required>true</required><editable>false</editable></parameter>"
        "<parameter><name>goal</name><type>java.lang.String</type></parameter>"
        "<parameter><name>skip</name><type>boolean</type></parameter></parameters>"
        "<configuration><project implementation=\"org.apache.maven.project.MavenProject\" "
        "default-value=\"${project}\"/><goal implementation=\"java.lang.String\" "
        "default-value=\"" +
        goal +
        "\"/><skip implementation=\"boolean\" default-value=\"false\"/>"
        "</configuration></mojo>";
  }
  return {.name = name,
          .version = version,
          .files = {{"META-INF/maven/plugin.xml",
                     "<plugin><groupId>" + group + "</groupId><artifactId>" + name +
                         "</artifactId><version>" + version + "</version><goalPrefix>" + name +
                         "</goalPrefix><mojos>" + mojos + "</mojos></plugin>"},
                    {"t/Work.java", kWork}}};
}

Package library(const std::string& name, const std::string& version, const std::string& code) {
  return {.name = name, .version = version, .files = {{name + "/It.java", code}}};
}

// What Maven 3 has `mvn test` run.
struct Versions {
  std::string resources = "2.6";
  std::string compiler = "3.1";
  std::string surefire = "2.12.4";
};

void add_plugins(TestRegistry& registry) {
  const std::string packaging = "<packaging>maven-plugin</packaging>";
  const Versions own;
  registry.add_maven(
      kOwn, plugin(kOwn, "maven-resources-plugin", own.resources, {"resources", "testResources"}),
      packaging);
  registry.add_maven(
      kOwn, plugin(kOwn, "maven-compiler-plugin", own.compiler, {"compile", "testCompile"}),
      packaging);
  registry.add_maven(kOwn, plugin(kOwn, "maven-surefire-plugin", own.surefire, {"test"}),
                     packaging);
  registry.add_maven("org.apache.maven.surefire",
                     {.name = "surefire-junit3", .version = own.surefire, .files = {{"x", "x"}}});
  registry.add_maven("org.codehaus.plexus",
                     {.name = "plexus-utils", .version = "1.1", .files = {{"x", "x"}}});
}

// So that it does not matter which versions the Maven of this machine would take.
std::string own_plugins() {
  const Versions own;
  std::string all;
  for (const auto& [name, version] : {std::pair("resources", own.resources),
                                      {"compiler", own.compiler},
                                      {"surefire", own.surefire}}) {
    all += "<plugin><artifactId>maven-" + std::string(name) + "-plugin</artifactId><version>" +
           version + "</version></plugin>";
  }
  return "<pluginManagement><plugins>" + all + "</plugins></pluginManagement>";
}

CheckRun run_of(const CheckResults& results) {
  for (const CheckRun& run : results.tests) {
    if (run.stack == "Maven") return run;
  }
  FAIL("nothing of Maven was run");
  return {};
}

bool has_maven() { return has_tool("mvn") && has_tool("javac") && has_tool("python3"); }

const std::string kUp =
    "<parent><groupId>p</groupId><artifactId>up</artifactId><version>1</version></parent>";
const std::string kRoot =
    "<parent><groupId>g</groupId><artifactId>root</artifactId><version>1-SNAPSHOT</version>"
    "</parent>";

// Runs of seconds: what their machine code would gain costs more to make.
const std::pair<const std::string, std::string> kBrief = {
    ".mvn/jvm.config", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC\n"};

Files workspace() {
  return {
      kBrief,
      {"pom.xml", "<project><modelVersion>4.0.0</modelVersion>" + kUp +
                      "<groupId>g</groupId><artifactId>root</artifactId><version>1-SNAPSHOT"
                      "</version><packaging>pom</packaging><properties><pad.version>1.0"
                      "</pad.version></properties><modules><module>a</module><module>b</module>"
                      "</modules></project>"},
      {"a/pom.xml", "<project><modelVersion>4.0.0</modelVersion>" + kRoot +
                        "<artifactId>a</artifactId><dependencies><dependency><groupId>d</groupId>"
                        "<artifactId>pad</artifactId></dependency></dependencies></project>"},
      {"a/src/main/java/A.java",
       "public class A { public static String pad(String s) { return pad.It.pad(s); } }\n"},
      {"b/pom.xml", "<project><modelVersion>4.0.0</modelVersion>" + kRoot +
                        "<artifactId>b</artifactId><dependencies><dependency><groupId>g</groupId>"
                        "<artifactId>a</artifactId><version>${project.version}</version>"
                        "</dependency><dependency><groupId>d</groupId><artifactId>say</artifactId>"
                        "<version>2</version><scope>test</scope></dependency></dependencies>"
                        "</project>"},
      {"b/src/test/java/BoxTest.java",
       "public class BoxTest { public static void main(String[] words) throws Exception {\n"
       "  if (!A.pad(\"a\").equals(say.It.wanted())) System.exit(1);\n"
       "  if (!new java.io.File(\"b/stamped\").exists() && !new java.io.File(\"stamped\").exists())"
       " System.exit(2);\n} }\n"}};
}

void add_packages(TestRegistry& registry) {
  add_plugins(registry);
  registry.add_maven("p", plugin("p", "stamp", "1", {"stamp"}),
                     "<packaging>maven-plugin</packaging>");
  // A parent from the registry manages versions by a property that the repository sets, and has a
  // plugin run.
  registry.add_maven(
      "p", {.name = "up", .version = "1", .files = {}},
      "<packaging>pom</packaging><properties><pad.version>0.1</pad.version></properties>"
      "<dependencyManagement><dependencies><dependency><groupId>d</groupId><artifactId>pad"
      "</artifactId><version>${pad.version}</version></dependency></dependencies>"
      "</dependencyManagement><build>" +
          own_plugins() +
          "<plugins><plugin><groupId>p</groupId><artifactId>stamp</artifactId><version>1</version>"
          "<executions><execution><goals><goal>stamp</goal></goals></execution></executions>"
          "</plugin></plugins></build>");
  registry.add_maven("d",
                     library("pad", "1.0",
                             "package pad; public class It { public static String pad(String s) { "
                             "try { return (String) Class.forName(\"core.It\").getMethod(\"pad\", "
                             "String.class).invoke(null, s); } catch (Exception e) { throw new "
                             "RuntimeException(e); } } }"),
                     "<dependencies><dependency><groupId>d</groupId><artifactId>core</artifactId>"
                     "<version>3</version></dependency></dependencies>");
  registry.add_maven("d", library("core", "3",
                                  "package core; public class It { public static String "
                                  "pad(String s) { return \" \" + s; } }"));
  registry.add_maven("d", library("say", "2",
                                  "package say; public class It { public static String wanted() { "
                                  "return \" a\"; } }"));
}

TEST_CASE("what Maven's modules need is fetched once, and none of their plugins runs meanwhile") {
  PASS_OVER_UNLESS(has_maven());
  TestRegistry registry;
  add_packages(registry);
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "maven", .url = registry.url("/maven/"), .others = {}}};
  const Files files = workspace();
  const CheckRun first = run_of(lab.check(files));
  CAPTURE(first.reason);
  CAPTURE(first.output);
  CHECK(first.outcome == CheckOutcome::passed);
  const std::size_t asked = registry.requests();
  CHECK(asked > 0);
  CHECK(lab.kept() == 1);
  Files broken = files;
  broken["a/src/main/java/A.java"] =
      "public class A { public static String pad(String s) { return s; } }\n";
  const CheckRun second = run_of(lab.check(broken));
  CAPTURE(second.reason);
  CHECK(second.outcome == CheckOutcome::failed);
  CHECK(registry.requests() == asked);
  // Another pom is another fetch. What the repository brings for Maven to start with is not there
  // then, though Maven cannot start with it afterwards.
  Files other = files;
  other["b/pom.xml"] += "<!-- another pom -->\n";
  other[".mvn/jvm.config"] = "-javaagent:evil.jar\n";
  const CheckRun third = run_of(lab.check(other));
  CAPTURE(third.reason);
  CHECK(third.outcome == CheckOutcome::unknown);
  CHECK_FALSE(contains(third.reason, "could not be fetched"));
  CHECK(registry.requests() > asked);
  CHECK(lab.kept() == 2);
}

TEST_CASE("what a Maven registry does not have is named, and remembered for a while") {
  PASS_OVER_UNLESS(has_maven());
  TestRegistry registry;
  add_plugins(registry);
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "maven", .url = registry.url("/maven/"), .others = {}}};
  const Files files = {
      kBrief,
      {"pom.xml",
       "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>box"
       "</artifactId><version>1</version><dependencies><dependency><groupId>d</groupId>"
       "<artifactId>gone</artifactId><version>1</version></dependency></dependencies>"
       "<build>" +
           own_plugins() + "</build></project>"},
      {"src/test/java/BoxTest.java", "public class BoxTest {}\n"}};
  const CheckRun run = run_of(lab.check(files));
  CAPTURE(run.reason);
  CHECK(run.outcome == CheckOutcome::unknown);
  CHECK(contains(run.reason, "could not be fetched: maven: Could not find artifact d:gone:jar:1"));
  const std::size_t asked = registry.requests();
  CHECK(contains(run_of(lab.check(files)).reason, "could not be fetched"));
  CHECK(registry.requests() == asked);
}

TEST_CASE("a pom that names another repository is refused with its host, and nobody is asked") {
  TestRegistry registry;
  Lab lab;
  lab.needs.sources = {{.manager = "maven", .url = registry.url("/maven/"), .others = {}}};
  const auto pom = [](const std::string& rest) {
    return "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>box"
           "</artifactId><version>1</version>" +
           rest + "</project>";
  };
  const auto repository = [](const std::string& url) {
    return "<repositories><repository><id>x</id><url>" + url + "</url></repository></repositories>";
  };
  struct Row {
    Files files;
    std::string reason;
  };
  const Row rows[] = {
      {{{"pom.xml", pom(repository("https://evil.example/m2"))}},
       "pom.xml names evil.example, which is no registry of maven (checks.mirrors)"},
      {{{"pom.xml", pom("<modules><module>a</module></modules>" +
                        repository("https://repo1.maven.org/maven2"))},
        {"a/pom.xml", pom(repository("http://evil.example:81/"))}},
       "a/pom.xml names evil.example"},
      {{{"pom.xml", pom("<modules><module>../x</module></modules>")}},
       "pom.xml names the module ../x, which the repository does not have"},
      {{{"pom.xml", pom("<dependencies><dependency><groupId>d</groupId><artifactId>x</artifactId>"
                        "<version>2-SNAPSHOT</version></dependency></dependencies>")}},
       "pom.xml names the dependency d:x in 2-SNAPSHOT, which is a snapshot"}};
  for (const Row& row : rows) {
    CAPTURE(row.reason);
    const CheckRun run = run_of(lab.check(row.files));
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(contains(run.reason, row.reason));
  }
  CHECK(registry.requests() == 0);
}

}  // namespace
}  // namespace pawl::repo::prepare_maven_test
