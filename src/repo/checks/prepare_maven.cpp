// What `mvn test` needs. Maven itself fetches it, for poms that are written anew: no parent, no
// plugin but the three that copy, compile and test, which are told to do nothing, no repository but
// the one that settings of Pawl's name. So of what is fetched nothing runs but these three, all of
// the Maven project's own (https://maven.apache.org/ref/current/maven-core/default-bindings.html).
#include <algorithm>
#include <memory>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "os/network/gate_bridge.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/maven_flat.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kParentsFile = "parents.xml";
constexpr std::string_view kBuildFile = "build.xml";
constexpr std::string_view kSetsFile = "sets.xml";
constexpr std::string_view kSettingsFile = "maven-settings.xml";

// Every repository that any pom names is asked for at the one address. The way there is a proxy,
// which Maven takes from settings alone.
std::string settings_text(const PackageSource& source) {
  std::string port;
  for (const auto& [name, value] : os::bridge_environment()) {
    if (name == "https_proxy") port = value.substr(value.rfind(':') + 1);
  }
  std::string proxies;
  for (const std::string protocol : {"http", "https"}) {
    proxies += "<proxy><id>" + protocol + "</id><active>true</active><protocol>" + protocol +
               "</protocol><host>127.0.0.1</host><port>" + port +
               "</port><nonProxyHosts></nonProxyHosts></proxy>";
  }
  std::string url = replace_all(source.url, "&", "&amp;");
  url = replace_all(replace_all(url, "<", "&lt;"), ">", "&gt;");
  return "<settings><interactiveMode>false</interactiveMode><proxies>" + proxies +
         "</proxies><mirrors><mirror><id>central</id><mirrorOf>*</mirrorOf><url>" + url +
         "</url></mirror></mirrors></settings>\n";
}

// Of Maven's start script, which reads files of the machine and the user otherwise.
// It runs for seconds: what its machine code would gain costs more to make.
Environment maven_environment() {
  return {{"MAVEN_SKIP_RC", "1"}, {"MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}};
}

Step maven_step(Workbench& bench, std::string_view pom, const char* phase) {
  const std::string settings = bench.cache(kSettingsFile).for_command();
  return {.argv = {"mvn", "-B", "-q", "-C", "-s", settings, "-gs", settings,
                   "-Dmaven.repo.local=" + bench.cache(kMavenKept).for_command(), "-f",
                   std::string(pom), phase},
          .environment = maven_environment(),
          .one_stream = true,
          .at_root = true};
}

// `[ERROR] Failed to execute goal on project a: Could not resolve dependencies …`
std::string maven_complaint(std::string_view output) {
  for (std::string_view line : split_lines(output)) {
    constexpr std::string_view kStart = "[ERROR] ";
    // What resets colours may stand before it.
    const auto start = line.find(kStart);
    if (start == std::string_view::npos) continue;
    line = trim(line.substr(start + kStart.size()));
    if (line.starts_with(kStart)) line = trim(line.substr(kStart.size()));
    // Of a pom it says first that it cannot be read.
    const auto missing = line.find("Could not find artifact");
    if (missing != std::string_view::npos) return std::string(line.substr(missing));
    const auto why = line.find("Could not transfer artifact");
    if (why != std::string_view::npos) return std::string(line.substr(why));
    const bool head = line.starts_with("Some problems were encountered") ||
                      line.starts_with("The build could not read");
    if (!line.empty() && !head) return std::string(line);
  }
  return {};
}

// `3.0.0-M5` is at least 2.22.
bool is_at_least(std::string_view version, long long major, long long minor) {
  const auto parts = split(version.substr(0, version.find('-')), '.');
  const long long first = parse_int(parts[0]).value_or(0);
  const long long second = parts.size() > 1 ? parse_int(parts[1]).value_or(0) : 0;
  return first > major || (first == major && second >= minor);
}

// What of a local repository decides about the rest.
class Fetched {
 public:
  explicit Fetched(std::string_view listing) {
    for (const std::string_view line : split_lines(listing)) {
      const auto parts = split(line, '/');
      if (parts.size() < 5 || parts[0] != ".") continue;
      const std::string_view version = parts[parts.size() - 2];
      std::string group;
      for (std::size_t i = 1; i + 3 < parts.size(); ++i) {
        group += (group.empty() ? "" : ".") + std::string(parts[i]);
      }
      if (is_plain_name(version)) {
        found_[group + ":" + std::string(parts[parts.size() - 3])].emplace(version);
      }
    }
  }

  const std::set<std::string>& versions(const std::string& id) const {
    static const std::set<std::string> kNone;
    const auto at = found_.find(id);
    return at == found_.end() ? kNone : at->second;
  }
  std::string one_of(const std::string& id) const {
    const auto& all = versions(id);
    return all.empty() ? std::string() : *all.rbegin();
  }

  // What Surefire asks for only once it has tests to run: the provider for their framework, and of
  // JUnit 5 the parts that a project need not name
  // (https://maven.apache.org/surefire/maven-surefire-plugin/examples/providers.html).
  std::vector<ArtifactSet> providers(bool groups) const {
    std::vector<ArtifactSet> sets;
    const auto& platform = versions("org.junit.platform:junit-platform-commons");
    const bool testng = !versions("org.testng:testng").empty();
    const std::string junit = one_of("junit:junit");
    // It asks for providers of the version that its booter has.
    const auto& booters = versions("org.apache.maven.surefire:surefire-booter");
    const auto& plugins = versions("org.apache.maven.plugins:maven-surefire-plugin");
    for (const std::string& version : booters.empty() ? plugins : booters) {
      // Some systems' own repositories call the version of all that they have by one word.
      const bool number = !version.empty() && is_digit(version.front());
      const std::string& release = number || plugins.empty() ? version : *plugins.rbegin();
      const auto add = [&](const char* name) {
        sets.push_back({{"org.apache.maven.surefire", name, version}});
      };
      const bool fifth = !platform.empty() && is_at_least(release, 2, 22);
      const bool fourth = is_at_least(junit, 4, 0);
      if (fifth) add("surefire-junit-platform");
      if (testng) add("surefire-testng");
      if (fourth) add("surefire-junit4");
      if (fourth && groups && is_at_least(junit, 4, 7)) add("surefire-junit47");
      if (!fifth && !testng && !fourth) add("surefire-junit3");
    }
    for (const std::string& version : platform) {
      sets.push_back({{"org.junit.platform", "junit-platform-launcher", version}});
    }
    for (const std::string& version : versions("org.junit.jupiter:junit-jupiter-api")) {
      sets.push_back({{"org.junit.jupiter", "junit-jupiter-engine", version}});
    }
    return sets;
  }

 private:
  std::map<std::string, std::set<std::string>> found_;
};

class MavenFetch {
 public:
  explicit MavenFetch(MavenBuild build) : build_(std::move(build)) {}

  // What can be said before anything is asked.
  Status check(Preparation& plan) const {
    for (std::size_t i = 0; i < build_.poms.size(); ++i) {
      const Pom& pom = build_.poms[i];
      TRY_ASSIGN(const Lineage line, Lineage::of(build_, i, nullptr));
      TRY(check_versions(line, build_, pom));
      for (std::string& url : repositories_of(line, pom)) add_named(plan, pom, std::move(url));
      plan.made_from.push_back(pom.path);
      plan.made_from.push_back(pom.text);
    }
    for (const auto& [name, value] : build_.given) plan.made_from.push_back(name + "=" + value);
    for (const Artifact& one : build_.extensions) plan.made_from.push_back(key_of(one));
    return Done{};
  }

  std::vector<Artifact> parents() const {
    std::vector<Artifact> all;
    for (const Pom& pom : build_.poms) {
      const auto& one = pom.parent_outside;
      if (one && std::find(all.begin(), all.end(), *one) == all.end()) all.push_back(*one);
    }
    return all;
  }

  std::vector<Step> first(Workbench& bench, const PackageSource& source) const {
    std::vector<Step> steps = {
        {.argv = {"sh", "-c", "mkdir -p \"$2\"; printf %s \"$3\" > \"$1\"", "sh",
                  bench.cache(kSettingsFile).for_command(), bench.cache(kMavenKept).for_command(),
                  settings_text(source)},
         .environment = maven_environment(),
         .at_root = true}};
    if (!parents().empty()) steps.push_back(maven_step(bench, kParentsFile, "validate"));
    return steps;
  }

  Result<std::optional<FetchRound>> next(Workbench& bench, std::size_t asked) {
    if (asked == 0) return modules(bench);
    if (asked == 1) return rest(bench);
    return std::optional<FetchRound>();
  }

 private:
  static void add_named(Preparation& plan, const Pom& pom, std::string url) {
    // In-repository folders are no hosts; what only they have is not found.
    if (url.starts_with("file:")) return;
    // Nobody is asked without encryption for it.
    for (const char* host : {"repo.maven.apache.org/", "repo1.maven.org/"}) {
      const std::string plain = "http://" + std::string(host);
      if (url.starts_with(plain)) url = "https://" + url.substr(7);
      if (url.starts_with("https://" + std::string(host)))
        return plan.named.push_back(std::move(url));
    }
    plan.named.insert(plan.named.begin(), std::move(url));
    plan.named_in = pom.path;
  }

  // All that the poms inherit from, which Maven has fetched to read them.
  Status read_parents(Workbench& bench) {
    std::vector<Artifact> wanted = parents();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Artifact one = wanted[i];
      if (outside_.contains(key_of(one))) continue;
      if (i > kPomsMax) return fail(Errc::invalid, "pom.xml has too many parents");
      const std::string path = std::string(kMavenKept) + "/" + replace_all(one.group, ".", "/") +
                               "/" + one.name + "/" + one.version + "/" + one.name + "-" +
                               one.version + ".pom";
      TRY_ASSIGN(const std::string text, bench.read_result(bench.cache(path)));
      XmlElement project = text.size() > kPomBytesMax ? XmlElement() : parse_xml(text);
      if (project.name != "project") {
        return fail(Errc::not_found, key_of(one) + ", which pom.xml inherits from, is no pom");
      }
      const auto above = parent_of(project);
      if (!above) return fail(above.error().code, key_of(one) + " " + above.error().message);
      if (*above) wanted.push_back(**above);
      outside_.emplace(key_of(one), std::move(project));
    }
    return Done{};
  }

  Result<std::optional<FetchRound>> modules(Workbench& bench) {
    TRY(read_parents(bench));
    FetchRound round;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < build_.poms.size(); ++i) {
      const Pom& pom = build_.poms[i];
      if (!pom.built) continue;
      TRY_ASSIGN(const Lineage line, Lineage::of(build_, i, &outside_));
      TRY(check_versions(line, build_, pom));
      TRY_ASSIGN(std::vector<ArtifactSet> plugins, plugins_of(line, build_, pom.path));
      for (ArtifactSet& one : plugins) add_set(std::move(one));
      names.push_back("module-" + std::to_string(i) + ".xml");
      TRY_ASSIGN(round.files[names.back()], flat_pom(line, "out-" + std::to_string(i), pom.path));
    }
    for (const Artifact& one : build_.extensions) {
      TRY(check_extension(one));
      add_set({one});
    }
    round.files[std::string(kBuildFile)] = list_pom(names);
    round.steps = {maven_step(bench, kBuildFile, "test")};
    return std::optional(std::move(round));
  }

  static Status check_extension(const Artifact& one) {
    const bool plain =
        is_plain_name(one.group) && is_plain_name(one.name) && is_plain_name(one.version);
    if (plain && why_it_changes(one.version).empty()) return Done{};
    return fail(Errc::denied, ".mvn/extensions.xml names " + printable(key_of(one), 200) +
                                  ", which is not one artifact alone");
  }

  Result<std::optional<FetchRound>> rest(Workbench& bench) {
    const Ran listed = bench.run(
        {.argv =
             {"sh", "-c",
              "cd \"$1\" && find . -name '*.jar' '(' -path './junit/*' -o -path './org/junit/*' "
              "-o -path './org/testng/*' -o -path './org/apache/maven/plugins/*' -o -path "
              "'./org/apache/maven/surefire/*' ')'",
              "sh", bench.cache(kMavenKept).for_command()},
         .at_root = true});
    if (!listed.succeeded()) return fail(Errc::io, "what was fetched could not be listed");
    const Fetched fetched(listed.out);
    for (ArtifactSet& one : fetched.providers(uses_groups())) add_set(std::move(one));
    const OwnPlugins plugins{
        .resources = fetched.one_of("org.apache.maven.plugins:maven-resources-plugin"),
        .compiler = fetched.one_of("org.apache.maven.plugins:maven-compiler-plugin")};
    FetchRound round;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      const std::string name = "set-" + std::to_string(i);
      names.push_back(name + ".xml");
      round.files[names.back()] = set_pom(sets_[i], name, plugins);
    }
    round.files[std::string(kSetsFile)] = list_pom(names);
    if (!sets_.empty()) round.steps.push_back(maven_step(bench, kSetsFile, "test-compile"));
    // Maven would take what a repository of another name has for what is not there.
    round.steps.push_back({.argv = {"find", bench.cache(kMavenKept).for_command(), "(", "-name",
                                    "_remote.repositories", "-o", "-name", "*.lastUpdated", "-o",
                                    "-name", "resolver-status.properties", ")", "-delete"},
                           .environment = maven_environment(),
                           .at_root = true});
    return std::optional(std::move(round));
  }

  bool uses_groups() const {
    const auto said = [](const std::string& text) {
      return contains(text, "<parallel>") || contains(text, "roups>");
    };
    return std::any_of(build_.poms.begin(), build_.poms.end(),
                       [&](const Pom& pom) { return said(pom.text); });
  }

  void add_set(ArtifactSet one) {
    if (std::find(sets_.begin(), sets_.end(), one) == sets_.end()) sets_.push_back(std::move(one));
  }

  MavenBuild build_;
  OutsidePoms outside_;
  std::vector<ArtifactSet> sets_;
};

}  // namespace

Result<std::optional<Preparation>> maven_preparation(const Facts&, const RepoView& view,
                                                     std::string_view folder) {
  TRY_ASSIGN(MavenBuild build, read_maven_build(view, std::string(folder)));
  const auto fetch = std::make_shared<MavenFetch>(std::move(build));
  Preparation plan{.manager = "maven",
                   .files = {},
                   .version_of = {"mvn", "-version"},
                   .named = {},
                   .named_in = "pom.xml",
                   .kept_caches = {std::string(kMavenKept)}};
  plan.program.complaint = maven_complaint;
  TRY(fetch->check(plan));
  const std::vector<Artifact> parents = fetch->parents();
  if (!parents.empty()) plan.files.emplace(kParentsFile, import_pom(parents));
  plan.steps = [fetch](Workbench& bench, const PackageSource& source) {
    return fetch->first(bench, source);
  };
  plan.next = [fetch](Workbench& bench, std::size_t asked) { return fetch->next(bench, asked); };
  return std::optional(std::move(plan));
}

}  // namespace pawl::repo
