#include "repo/checks/maven_poms.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "repo/checks/maven_flat.hpp"
#include "repo/checks/test_checks.hpp"

namespace pawl::repo::maven_poms_test {
namespace {

using test_checks::Files;

std::string pom(const std::string& name, const std::string& rest, const std::string& parent = "") {
  return "<?xml version=\"1.0\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n" +
         (parent.empty() ? "<groupId>g</groupId><version>1.0-SNAPSHOT</version>" : parent) +
         "<artifactId>" + name + "</artifactId>" + rest + "</project>\n";
}

std::string parent(const std::string& name, const std::string& version = "1.0-SNAPSHOT",
                   const std::string& rest = "") {
  return "<parent><groupId>g</groupId><artifactId>" + name + "</artifactId><version>" + version +
         "</version>" + rest + "</parent>";
}

std::string dependency(const std::string& name, const std::string& version,
                       const std::string& rest = "") {
  return "<dependency><groupId>d</groupId><artifactId>" + name + "</artifactId>" +
         (version.empty() ? "" : "<version>" + version + "</version>") + rest + "</dependency>";
}

std::string plugin(const std::string& name, const std::string& rest, const std::string& group) {
  return "<plugin>" + (group.empty() ? "" : "<groupId>" + group + "</groupId>") + "<artifactId>" +
         name + "</artifactId>" + rest + "</plugin>";
}

Result<MavenBuild> build_of(const Files& files) {
  const auto view = memory_view(files);
  return read_maven_build(*view, "");
}

std::vector<std::string> paths_of(const MavenBuild& build) {
  std::vector<std::string> paths;
  for (const Pom& one : build.poms) paths.push_back((one.built ? "+" : "-") + one.path);
  return paths;
}

std::string flat_of(const Files& files, std::size_t index = 0) {
  const auto build = build_of(files);
  REQUIRE(build);
  const auto line = Lineage::of(*build, index, nullptr);
  REQUIRE(line);
  const auto flat = flat_pom(*line, "out", build->poms[index].path);
  return flat ? *flat : "refused: " + flat.error().message;
}

std::string trouble_of(const Files& files) {
  const auto build = build_of(files);
  if (!build) return build.error().message;
  for (std::size_t i = 0; i < build->poms.size(); ++i) {
    const auto line = Lineage::of(*build, i, nullptr);
    if (!line) return line.error().message;
    if (const Status good = check_versions(*line, *build, build->poms[i]); !good) {
      return good.error().message;
    }
    const auto plugins = plugins_of(*line, *build, build->poms[i].path);
    if (!plugins) return plugins.error().message;
    const auto flat = flat_pom(*line, "out", build->poms[i].path);
    if (!flat) return flat.error().message;
  }
  return {};
}

using Paths = std::vector<std::string>;

TEST_CASE("modules and parents are found as Maven finds them, inside the repository") {
  const Files files = {
      {"pom.xml", pom("root",
                      "<packaging>pom</packaging><modules><module>a</module>"
                      "<module>./b/other.xml</module></modules>"
                      "<profiles><profile><activation><activeByDefault>true"
                      "</activeByDefault></activation><modules><module>c</module></modules>"
                      "</profile><profile><id>release</id><modules><module>gone</module>"
                      "</modules></profile></profiles>")},
      {"a/pom.xml",
       pom("a", "", parent("up", "1.0-SNAPSHOT", "<relativePath>../up</relativePath>"))},
      {"b/other.xml", pom("b", "", parent("root"))},
      {"c/pom.xml", pom("c", "", parent("elsewhere", "3.1"))},
      {"up/pom.xml", pom("up", "", parent("root"))}};
  const auto build = build_of(files);
  REQUIRE(build);
  CHECK(paths_of(*build) ==
        Paths{"+pom.xml", "+a/pom.xml", "+b/other.xml", "+c/pom.xml", "-up/pom.xml"});
  CHECK(build->poms[1].parent == 4);
  CHECK(build->poms[2].parent == 0);
  CHECK(build->poms[4].parent == 0);
  CHECK(build->poms[3].parent_outside == Artifact{"g", "elsewhere", "3.1"});
}

TEST_CASE("a hostile build is refused by what is wrong with it") {
  const auto with_module = [](const std::string& path) {
    return pom("root", "<modules><module>" + path + "</module></modules>");
  };
  struct Row {
    std::string reason;
    Files files;
  };
  const Row rows[] = {
      {"pom.xml names the module ../../x, which the repository does not have",
       {{"pom.xml", with_module("../../x")}}},
      {"pom.xml names the module /etc, which", {{"pom.xml", with_module("/etc")}}},
      {"pom.xml names the module gone, which", {{"pom.xml", with_module("gone")}}},
      {"pom.xml names the module , which", {{"pom.xml", with_module("")}}},
      {"a/pom.xml is no pom", {{"pom.xml", with_module("a")}, {"a/pom.xml", "<html/>"}}},
      {"pom.xml is no pom", {{"pom.xml", "project"}}},
      {"pom.xml has too many parents",
       {{"pom.xml", pom("root", "",
                        parent("b", "1", "<relativePath>b</relativePath>") +
                            "<groupId>g</groupId><version>1</version>")},
        {"b/pom.xml",
         pom("b", "", parent("root", "1") + "<groupId>g</groupId><version>1</version>")}}},
      {"pom.xml inherits from g:x:../../../evil, which is no plain name",
       {{"pom.xml", pom("root", "", parent("x", "../../../evil"))}}},
      {"pom.xml inherits from g:x:&v;, which is no plain name",
       {{"pom.xml", "<!DOCTYPE p [<!ENTITY v SYSTEM \"file:///etc/passwd\">]>" +
                        pom("root", "", parent("x", "&v;"))}}},
      {"pom.xml inherits from g:x:2-SNAPSHOT, which is a snapshot",
       {{"pom.xml", pom("root", "", parent("x", "2-SNAPSHOT"))}}},
      {"pom.xml inherits from g:x:[1,2), which is a range",
       {{"pom.xml", pom("root", "", parent("x", "[1,2)"))}}},
      {"pom.xml names the dependency d:x in [1,2), which is a range",
       {{"pom.xml", pom("root", "<dependencies>" + dependency("x", "${v}") + "</dependencies>" +
                                    "<properties><v>[1,2)</v></properties>")}}},
      {"pom.xml names the dependency d:x in 1-SNAPSHOT, which is a snapshot",
       {{"pom.xml",
         pom("root", "<dependencies>" + dependency("x", "1-SNAPSHOT") + "</dependencies>")}}},
      {"pom.xml names the dependency d:bom in RELEASE, which is whatever is the newest",
       {{"pom.xml", pom("root", "<dependencyManagement><dependencies>" +
                                    dependency("bom", "RELEASE", "<scope>import</scope>") +
                                    "</dependencies></dependencyManagement>")}}},
      {"pom.xml names the dependency d:x in 1/../../y, which is no plain name",
       {{"pom.xml",
         pom("root", "<dependencies>" + dependency("x", "1/../../y") + "</dependencies>")}}},
      {"pom.xml names the plugin p:x without a version",
       {{"pom.xml", pom("root", "<build><plugins>" +
                                    plugin("x", "<executions><execution/></executions>", "p") +
                                    "</plugins></build>")}}},
      {"pom.xml names the plugin org.apache.maven.plugins:maven-surefire-plugin in "
       "../../../../com/evil/x, which is no plain name",
       {{"pom.xml", pom("root",
                        "<properties><s>../../../../com/evil/x</s></properties>"
                        "<build><pluginManagement><plugins>" +
                            plugin("maven-surefire-plugin", "<version>${s}</version>", "") +
                            "</plugins></pluginManagement></build>")}}}};
  for (const Row& row : rows) {
    CAPTURE(row.reason);
    const std::string trouble = trouble_of(row.files);
    CAPTURE(trouble);
    CHECK(contains(trouble, row.reason));
  }
}

TEST_CASE("more poms than a build has, modules that name each other, properties without end") {
  Files many;
  std::string list;
  for (std::size_t i = 0; i <= kPomsMax; ++i) {
    const std::string name = "m" + std::to_string(i);
    list += "<module>" + name + "</module>";
    many[name + "/pom.xml"] = pom(name, "");
  }
  many["pom.xml"] = pom("root", "<modules>" + list + "</modules>");
  CHECK(contains(trouble_of(many), "more than 2000 poms"));
  const Files ring = {
      {"pom.xml", pom("root", "<modules><module>a</module><module>.</module></modules>")},
      {"a/pom.xml", pom("a", "<modules><module>..</module></modules>")}};
  CHECK(paths_of(*build_of(ring)) == Paths{"+pom.xml", "+a/pom.xml"});
  CHECK(trouble_of(ring).empty());
  const Files endless = {{"pom.xml", pom("root",
                                         "<properties><a>${b}${b}</a><b>${a}${a}</b></properties>"
                                         "<dependencies>" +
                                             dependency("x", "${a}") + "</dependencies>")}};
  const auto build = build_of(endless);
  const auto line = Lineage::of(*build, 0, nullptr);
  CHECK(line->resolved("${a}").size() < 5000);
  CHECK(line->resolved("${").size() == 2);
  std::string deep = "<project>";
  for (int i = 0; i < 100'000; ++i) deep += "<modules>";
  CHECK(trouble_of({{"pom.xml", deep}}).empty());
}

TEST_CASE(
    "a pom is written anew with what says which artifacts there are, and with nothing to run") {
  const Files files = {
      {"pom.xml",
       pom("root",
           "<packaging>pom</packaging><modules><module>a</module></modules><properties>"
           "<argLine>-javaagent:evil.jar</argLine><x.version>1.${minor}</x.version>"
           "<minor>2</minor><surefire>3.0.0</surefire></properties>"
           "<dependencyManagement><dependencies>" +
               dependency("x", "${x.version}") + dependency("own", "${project.version}") +
               "</dependencies></dependencyManagement><dependencies>" + dependency("y", "7") +
               "</dependencies><build><extensions><extension><groupId>e</groupId></extension>"
               "</extensions><pluginManagement><plugins>" +
               plugin("maven-surefire-plugin",
                      "<version>${surefire}</version><configuration><jvm>evil</jvm>"
                      "</configuration><dependencies>" +
                          dependency("evil", "1") + "</dependencies>",
                      "") +
               "</plugins></pluginManagement></build>")},
      {"a/pom.xml",
       pom("a",
           "<packaging>bundle</packaging><properties><minor>3</minor></properties><dependencies>" +
               dependency("x", "",
                          "<exclusions><exclusion><groupId>*</groupId><artifactId>*"
                          "</artifactId></exclusion></exclusions><evil/>") +
               dependency("y", "8", "<scope>test</scope>") +
               dependency("jar", "1", "<scope>system</scope><systemPath>/x.jar</systemPath>") +
               dependency("p", "${project.parent.version}") +
               "</dependencies><profiles><profile><id>z</id><activation><jdk>[9,)</"
               "jdk><file><exists>"
               "x</exists></file></activation><dependencies>" +
               dependency("q", "${x.version}") +
               "</dependencies><properties><minor>4</minor><jvm>evil</jvm></properties><build>"
               "<plugins>" +
               plugin("evil", "<version>1</version>", "e") +
               "</plugins></build></profile></profiles><repositories><repository><url>"
               "https://evil.example</url></repository></repositories>",
           parent("root"))}};
  const std::string flat = flat_of(files, 1);
  CAPTURE(flat);
  for (const char* gone :
       {"evil", "<parent", "argLine", "systemPath", "repositor", "extension", "<exists", "bundle",
        "modules", "<version>7</version>", "${project.parent"}) {
    CAPTURE(gone);
    CHECK_FALSE(contains(flat, gone));
  }
  for (const char* there :
       {"<groupId>g</groupId><artifactId>a</artifactId><version>1.0-SNAPSHOT</version>",
        "<packaging>jar</packaging>", "<minor>3</minor>", "<x.version>1.${minor}</x.version>",
        "<version>8</version><scope>test</scope>", "<version>${x.version}</version>",
        "<exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>",
        "<artifactId>p</artifactId><version>1.0-SNAPSHOT</version>", "<jdk>[9,)</jdk>",
        "<minor>4</minor>",
        "<artifactId>maven-surefire-plugin</artifactId><version>3.0.0</version>"}) {
    CAPTURE(there);
    CHECK(contains(flat, there));
  }
  const XmlElement read = parse_xml(flat);
  CHECK(read.name == "project");
  CHECK(inside(read, {"build", "plugins"})->children.size() == 3);
}

TEST_CASE("texts of a pom stay texts") {
  const std::string flat = flat_of(
      {{"pom.xml", pom("root", "<dependencies>" +
                                   dependency("x", "<![CDATA[1</version></dependency><build>]]>") +
                                   "</dependencies><properties><a>&lt;b/&gt;</a></properties>")}});
  CHECK(contains(flat, "<version>1&lt;/version&gt;&lt;/dependency&gt;&lt;build&gt;</version>"));
  CHECK(parse_xml(flat).child("build")->children.size() == 2);
}

TEST_CASE("plugins that run until the tests are fetched with what they name, others are not") {
  const Files files = {
      {".mvn/maven.config", "-Drevision=2.5 -Dmaven.ext.class.path=evil.jar\n"},
      {".mvn/extensions.xml",
       "<extensions><extension><groupId>e</groupId><artifactId>core</artifactId>"
       "<version>1</version></extension></extensions>"},
      {"pom.xml",
       "<project><groupId>g</groupId><artifactId>root</artifactId><version>${revision}</version>"
       "<build><extensions><extension><groupId>e</groupId><artifactId>wagon</artifactId>"
       "<version>${w}</version></extension></extensions><plugins>" +
           plugin("early", "<executions><execution><phase>compile</phase></execution></executions>",
                  "p") +
           plugin("late", "<executions><execution><phase>verify</phase></execution></executions>",
                  "p") +
           plugin("idle", "<version>1</version>", "p") +
           plugin("maven-jar-plugin", "<executions><execution/></executions>", "") +
           plugin("maven-compiler-plugin",
                  "<configuration><annotationProcessorPaths><path><groupId>d</groupId>"
                  "<artifactId>processor</artifactId><version>4</version></path>"
                  "</annotationProcessorPaths></configuration>",
                  "") +
           "</plugins><pluginManagement><plugins>" +
           plugin(
               "early",
               "<version>3</version><dependencies>" + dependency("more", "5") + "</dependencies>",
               "p") +
           plugin("unused", "<executions><execution/></executions>", "p") +
           "</plugins></pluginManagement></build><properties><w>6</w></properties></project>"}};
  const auto build = build_of(files);
  REQUIRE(build);
  CHECK(build->given == std::map<std::string, std::string>{{"revision", "2.5"}});
  CHECK(build->extensions == std::vector<Artifact>{{"e", "core", "1"}});
  const auto line = Lineage::of(*build, 0, nullptr);
  CHECK(line->self().version == "2.5");
  const auto sets = plugins_of(*line, *build, "pom.xml");
  REQUIRE(sets);
  std::vector<std::string> found;
  for (const ArtifactSet& set : *sets) {
    std::string all;
    for (const Artifact& one : set) all += (all.empty() ? "" : " ") + key_of(one);
    if (!contains(all, "plexus-utils")) found.push_back(all);
  }
  CHECK(found == Paths{"e:wagon:6", "d:processor:4", "d:more:5 p:early:3"});
}

TEST_CASE("repositories are named as they are asked") {
  const Files files = {
      {"pom.xml", pom("root",
                      "<properties><host>evil.example</host></properties><repositories>"
                      "<repository><url>https://${host}/m2</url></repository>"
                      "</repositories><pluginRepositories><pluginRepository><url>"
                      "https://other.example/</url></pluginRepository>"
                      "</pluginRepositories>")}};
  const auto build = build_of(files);
  const auto line = Lineage::of(*build, 0, nullptr);
  CHECK(repositories_of(*line, build->poms[0]) ==
        Paths{"https://evil.example/m2", "https://other.example/"});
}

}  // namespace
}  // namespace pawl::repo::maven_poms_test
