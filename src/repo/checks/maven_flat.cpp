#include "repo/checks/maven_flat.hpp"

#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kOwnGroup = "org.apache.maven.plugins";
constexpr auto kTestPlugins =
    fixed_words("maven-resources-plugin", "maven-compiler-plugin", "maven-surefire-plugin");
// Bound to phases behind the tests by Maven itself, in versions that it knows.
constexpr auto kLaterPlugins =
    fixed_words("maven-clean-plugin", "maven-deploy-plugin", "maven-ear-plugin", "maven-ejb-plugin",
                "maven-install-plugin", "maven-jar-plugin", "maven-rar-plugin", "maven-site-plugin",
                "maven-war-plugin");
constexpr auto kLaterPhases =
    fixed_words("none", "prepare-package", "package", "pre-integration-test", "integration-test",
                "post-integration-test", "verify", "install", "deploy", "pre-clean", "clean",
                "post-clean", "pre-site", "site", "post-site", "site-deploy");
constexpr auto kPackagings = fixed_words("jar", "pom", "war", "ejb", "ear", "rar");
constexpr auto kDependencyParts =
    fixed_words("groupId", "artifactId", "version", "type", "classifier", "scope", "optional");

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      default:
        if (static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t') out += c;
    }
  }
  return out;
}

std::string element(std::string_view name, std::string_view text) {
  const std::string tag(name);
  return "<" + tag + ">" + escaped(text) + "</" + tag + ">";
}

std::string wrapped(std::string_view name, const std::string& content) {
  if (content.empty()) return {};
  const std::string tag(name);
  return "<" + tag + ">\n" + content + "</" + tag + ">\n";
}

// `groupId:artifactId:type:classifier`, by which a pom has the last word over its parent.
std::string management_key(const XmlElement& one) {
  const std::string type = text_in(one, "type");
  return text_in(one, "groupId") + ":" + text_in(one, "artifactId") + ":" +
         (type.empty() ? "jar" : type) + ":" + text_in(one, "classifier");
}

std::string written_dependency(const Lineage& line, const XmlElement& one) {
  std::string out;
  for (const std::string_view name : kDependencyParts) {
    const std::string text = line.without_parent(text_in(one, name));
    if (!text.empty()) out += element(name, text);
  }
  std::string left_out;
  if (const XmlElement* list = one.child("exclusions")) {
    for (const XmlElement& each : list->children) {
      if (each.name != "exclusion") continue;
      left_out += "<exclusion>" +
                  element("groupId", line.without_parent(text_in(each, "groupId"))) +
                  element("artifactId", line.without_parent(text_in(each, "artifactId"))) +
                  "</exclusion>\n";
    }
  }
  return "<dependency>" + out + wrapped("exclusions", left_out) + "</dependency>\n";
}

// Those of a list that no nearer pom has said. A jar of the repository itself is not fetched.
std::string written_dependencies(const Lineage& line, const XmlElement* list,
                                 std::set<std::string>& said) {
  std::string out;
  if (list == nullptr) return out;
  for (const XmlElement& one : list->children) {
    const bool own = text_in(one, "scope") == "system" || one.child("systemPath") != nullptr;
    if (one.name != "dependency" || own || !said.insert(management_key(one)).second) continue;
    out += written_dependency(line, one);
  }
  return out;
}

// The names of `${…}` in a text.
void add_used(std::string_view text, std::vector<std::string>& used) {
  for (auto from = text.find("${"); from != std::string_view::npos; from = text.find("${", from)) {
    const auto to = text.find('}', from);
    if (to == std::string_view::npos) return;
    used.emplace_back(text.substr(from + 2, to - from - 2));
    from = to;
  }
}

bool is_property_name(std::string_view name) {
  return !name.empty() && name.size() <= 200 && (is_letter(name.front()) || name.front() == '_') &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
         });
}

// What conditions a profile has that say nothing of files; empty: nobody turns it on here.
std::string written_activation(const XmlElement& profile) {
  const XmlElement* activation = profile.child("activation");
  if (activation == nullptr) return {};
  std::string out;
  for (const char* name : {"activeByDefault", "jdk"}) {
    if (const std::string text = text_in(*activation, name); !text.empty()) {
      out += element(name, text);
    }
  }
  const auto add = [&](const char* name, std::initializer_list<std::string_view> parts) {
    const XmlElement* of = activation->child(name);
    if (of == nullptr) return;
    std::string content;
    for (const std::string_view part : parts) {
      if (const std::string text = text_in(*of, part); !text.empty()) {
        content += element(part, text);
      }
    }
    out += wrapped(name, content);
  };
  add("os", {"name", "family", "arch", "version"});
  add("property", {"name", "value"});
  return wrapped("activation", out);
}

Artifact resolved_artifact(const Lineage& line, const XmlElement& one) {
  const auto part = [&](std::string_view name) { return line.resolved(text_in(one, name)); };
  return {.group = part("groupId"),
          .name = part("artifactId"),
          .version = part("version"),
          .type = part("type"),
          .classifier = part("classifier")};
}

Status check_artifact(const Artifact& one, const std::string& what, const std::string& path) {
  const std::string named = path + " names the " + what + " " + printable(one.id(), 200);
  if (one.version.empty()) return fail(Errc::denied, named + " without a version");
  if (const std::string why = why_it_changes(one.version); !why.empty()) {
    return fail(Errc::denied, named + " in " + printable(one.version, 60) + ", which is " + why +
                                  " and not the same on another day");
  }
  const bool plain = is_plain_name(one.group) && is_plain_name(one.name) &&
                     is_plain_name(one.version) && (one.type.empty() || is_plain_name(one.type)) &&
                     (one.classifier.empty() || is_plain_name(one.classifier));
  if (plain) return Done{};
  return fail(Errc::denied,
              named + " in " + printable(one.version, 60) + ", which is no plain name");
}

// A plugin of Maven's own that does nothing, but has Maven fetch what its goals take.
std::string idle_plugin(std::string_view name, const std::string& version) {
  return "<plugin>" + element("groupId", kOwnGroup) + element("artifactId", name) +
         (version.empty() ? "" : element("version", version)) +
         "<configuration><skip>true</skip><skipMain>true</skipMain></configuration></plugin>\n";
}

class FlatPom {
 public:
  FlatPom(const Lineage& line, const std::string& path) : line_(line), path_(path) {}

  Result<std::string> write(const std::string& folder) {
    for (const XmlElement* pom : line_.poms()) add_profiles(*pom);
    TRY_ASSIGN(const std::string built, build(folder));
    const std::string own = dependencies();
    const std::set<std::string> used = used_properties(own);
    std::string properties;
    for (const std::string& name : used) {
      const auto value = line_.property(name);
      if (value) properties += element(name, line_.without_parent(*value)) + "\n";
    }
    std::string profiles;
    for (const Profile& one : profiles_) profiles += written(one, used);
    const std::string packaging = text_in(*line_.poms().front(), "packaging");
    return "<project><modelVersion>4.0.0</modelVersion>\n" +
           element("groupId", line_.self().group) + element("artifactId", line_.self().name) +
           element("version", line_.self().version) +
           element("packaging", among(kPackagings, packaging) ? packaging : "jar") + "\n" +
           wrapped("properties", properties) + own + wrapped("profiles", profiles) + built +
           "</project>\n";
  }

 private:
  struct Profile {
    std::string content;
    const XmlElement* properties;
  };

  std::string managed_and_own(const std::vector<const XmlElement*>& poms) const {
    std::set<std::string> managed;
    std::set<std::string> said;
    std::string management;
    std::string own;
    for (const XmlElement* pom : poms) {
      const XmlElement* list = inside(*pom, {"dependencyManagement", "dependencies"});
      management += written_dependencies(line_, list, managed);
      own += written_dependencies(line_, pom->child("dependencies"), said);
    }
    return wrapped("dependencyManagement", wrapped("dependencies", management)) +
           wrapped("dependencies", own);
  }
  std::string dependencies() const { return managed_and_own(line_.poms()); }

  void add_profiles(const XmlElement& pom) {
    const XmlElement* list = pom.child("profiles");
    if (list == nullptr) return;
    for (const XmlElement& one : list->children) {
      const std::string activation = written_activation(one);
      if (one.name != "profile" || activation.empty()) continue;
      profiles_.push_back({activation + managed_and_own({&one}), one.child("properties")});
    }
  }

  std::string written(const Profile& profile, const std::set<std::string>& used) {
    std::string said;
    for (const std::string& name : used) {
      const XmlElement* one =
          profile.properties == nullptr ? nullptr : profile.properties->child(name);
      if (one != nullptr) said += element(name, line_.without_parent(trim(one->text))) + "\n";
    }
    return "<profile>" + element("id", "profile-" + std::to_string(number_++)) + profile.content +
           wrapped("properties", said) + "</profile>\n";
  }

  // The three plugins in the versions that the poms say: nothing of them but these.
  Result<std::string> build(const std::string& folder) const {
    std::string plugins;
    for (const std::string_view name : kTestPlugins) {
      const Artifact plugin{
          .group = std::string(kOwnGroup), .name = std::string(name), .version = version_of(name)};
      if (!plugin.version.empty()) TRY(check_artifact(plugin, "plugin", path_));
      plugins += idle_plugin(name, plugin.version);
    }
    return wrapped("build", element("directory", folder) + "\n" + wrapped("plugins", plugins));
  }

  std::string version_of(std::string_view plugin) const {
    for (const auto names : {std::initializer_list<std::string_view>{"build", "plugins"},
                             {"build", "pluginManagement", "plugins"}}) {
      for (const XmlElement* pom : line_.poms()) {
        const XmlElement* list = inside(*pom, names);
        if (list == nullptr) continue;
        for (const XmlElement& one : list->children) {
          const std::string group = line_.resolved(text_in(one, "groupId"));
          const bool is_it = (group.empty() || group == kOwnGroup) &&
                             line_.resolved(text_in(one, "artifactId")) == plugin;
          const std::string version = line_.resolved(text_in(one, "version"));
          if (is_it && !version.empty()) return version;
        }
      }
    }
    return {};
  }

  // Names of properties that the text and the profiles use, and that those use.
  std::set<std::string> used_properties(const std::string& text) const {
    std::vector<std::string> used;
    add_used(text, used);
    for (const Profile& one : profiles_) add_used(one.content, used);
    std::set<std::string> known;
    for (std::size_t i = 0; i < used.size(); ++i) {
      const std::string name = used[i];
      if (!is_property_name(name) || !known.insert(name).second) continue;
      if (const auto value = line_.property(name)) add_used(line_.without_parent(*value), used);
      for (const Profile& one : profiles_) {
        if (one.properties != nullptr) add_used(text_in(*one.properties, name), used);
      }
    }
    return known;
  }

  const Lineage& line_;
  const std::string& path_;
  std::vector<Profile> profiles_;
  int number_ = 0;
};

// What the poms of a lineage say of one plugin.
struct PluginSaid {
  Artifact plugin;
  bool runs = false;  // until the tests, as far as a pom says
  ArtifactSet with;   // its further dependencies and what it fetches itself
};

class PluginReader {
 public:
  PluginReader(const Lineage& line, const MavenBuild& build, const std::string& path)
      : line_(line), build_(build), path_(path) {}

  Result<std::vector<ArtifactSet>> read() {
    for (const XmlElement* pom : line_.poms()) {
      add(inside(*pom, {"build", "plugins"}), true);
      add_extensions(inside(*pom, {"build", "extensions"}));
      const XmlElement* profiles = pom->child("profiles");
      if (profiles == nullptr) continue;
      for (const XmlElement& one : profiles->children) {
        const XmlElement* by_default = inside(one, {"activation", "activeByDefault"});
        const bool on = by_default != nullptr && trim(by_default->text) == "true";
        if (on) add(inside(one, {"build", "plugins"}), true);
      }
    }
    for (const XmlElement* pom : line_.poms()) {
      add(inside(*pom, {"build", "pluginManagement", "plugins"}), false);
    }
    for (const auto& [id, one] : said_) TRY(add_set(one));
    return std::move(sets_);
  }

 private:
  void add(const XmlElement* list, bool used) {
    if (list == nullptr) return;
    for (const XmlElement& one : list->children) {
      if (one.name != "plugin") continue;
      Artifact plugin = resolved_artifact(line_, one);
      if (plugin.group.empty()) plugin.group = kOwnGroup;
      if (!used && !said_.contains(plugin.id())) continue;
      PluginSaid& said = said_[plugin.id()];
      if (said.plugin.name.empty())
        said.plugin = {.group = plugin.group, .name = plugin.name, .version = {}};
      if (said.plugin.version.empty()) said.plugin.version = plugin.version;
      said.runs |= runs(one);
      if (const XmlElement* more = one.child("dependencies")) add_artifacts(*more, said.with);
      add_processors(one, said.with, 0);
    }
  }

  static bool runs(const XmlElement& plugin) {
    if (text_in(plugin, "extensions") == "true") return true;
    const XmlElement* executions = plugin.child("executions");
    return executions != nullptr &&
           std::any_of(
               executions->children.begin(), executions->children.end(), [](const XmlElement& one) {
                 return one.name == "execution" && !among(kLaterPhases, text_in(one, "phase"));
               });
  }

  void add_artifacts(const XmlElement& list, ArtifactSet& to) const {
    for (const XmlElement& one : list.children) {
      Artifact artifact = resolved_artifact(line_, one);
      // What has its version from the poms' dependencies is fetched as one of these.
      const bool known = artifact.version.empty() || build_.has(artifact) ||
                         std::find(to.begin(), to.end(), artifact) != to.end();
      if (!known) to.push_back(std::move(artifact));
    }
  }

  // `<annotationProcessorPaths>`, also of an execution.
  void add_processors(const XmlElement& from, ArtifactSet& to, int depth) const {
    for (const XmlElement& one : from.children) {
      if (one.name == "annotationProcessorPaths") add_artifacts(one, to);
      const bool holds =
          one.name == "configuration" || one.name == "executions" || one.name == "execution";
      if (holds && depth < 4) add_processors(one, to, depth + 1);
    }
  }

  void add_extensions(const XmlElement* list) {
    if (list == nullptr) return;
    for (const XmlElement& one : list->children) {
      PluginSaid said{.plugin = resolved_artifact(line_, one), .runs = true, .with = {}};
      if (one.name == "extension") said_.emplace("extension " + said.plugin.id(), std::move(said));
    }
  }

  Status add_set(const PluginSaid& one) {
    const bool own = one.plugin.group == kOwnGroup && among(kTestPlugins, one.plugin.name);
    const bool later = one.plugin.group == kOwnGroup && among(kLaterPlugins, one.plugin.name);
    if (build_.has(one.plugin) || (later && one.plugin.version.empty())) return Done{};
    if (!own && !one.runs) return Done{};
    if (own && one.with.empty()) return Done{};
    ArtifactSet all = one.with;
    // The three are fetched where they are used.
    if (!own) all.push_back(one.plugin);
    for (const Artifact& each : all) TRY(check_artifact(each, "plugin", path_));
    // As Maven 3 before 3.9 adds to what has none.
    if (!own) sets_.push_back({{"org.codehaus.plexus", "plexus-utils", "1.1"}});
    sets_.push_back(std::move(all));
    return Done{};
  }

  const Lineage& line_;
  const MavenBuild& build_;
  const std::string& path_;
  std::map<std::string, PluginSaid> said_;
  std::vector<ArtifactSet> sets_;
};

}  // namespace

Result<std::string> flat_pom(const Lineage& line, const std::string& folder,
                             const std::string& path) {
  return FlatPom(line, path).write(folder);
}

Result<std::vector<ArtifactSet>> plugins_of(const Lineage& line, const MavenBuild& build,
                                            const std::string& path) {
  return PluginReader(line, build, path).read();
}

Status check_versions(const Lineage& line, const MavenBuild& build, const Pom& pom) {
  const auto check = [&](const XmlElement* list, bool imports_alone) -> Status {
    if (list == nullptr) return Done{};
    for (const XmlElement& one : list->children) {
      const Artifact artifact = resolved_artifact(line, one);
      const bool passed_over = (imports_alone && text_in(one, "scope") != "import") ||
                               text_in(one, "scope") == "system" || artifact.version.empty() ||
                               contains(artifact.version, "${") || build.has(artifact);
      if (!passed_over) TRY(check_artifact(artifact, "dependency", pom.path));
    }
    return Done{};
  };
  TRY(check(pom.project.child("dependencies"), false));
  return check(inside(pom.project, {"dependencyManagement", "dependencies"}), true);
}

std::vector<std::string> repositories_of(const Lineage& line, const Pom& pom) {
  std::vector<std::string> found;
  const auto add = [&](const XmlElement& from) {
    for (const char* list : {"repositories", "pluginRepositories"}) {
      const XmlElement* all = from.child(list);
      if (all == nullptr) continue;
      for (const XmlElement& one : all->children) {
        const std::string url = line.resolved(text_in(one, "url"));
        if (!url.empty()) found.push_back(url);
      }
    }
  };
  add(pom.project);
  const XmlElement* profiles = pom.project.child("profiles");
  if (profiles == nullptr) return found;
  for (const XmlElement& one : profiles->children) {
    if (!written_activation(one).empty()) add(one);
  }
  return found;
}

std::string set_pom(const ArtifactSet& artifacts, const std::string& name,
                    const OwnPlugins& plugins) {
  std::string list;
  for (const Artifact& one : artifacts) {
    list += "<dependency>" + element("groupId", one.group) + element("artifactId", one.name) +
            element("version", one.version) + (one.type.empty() ? "" : element("type", one.type)) +
            (one.classifier.empty() ? "" : element("classifier", one.classifier)) +
            "</dependency>\n";
  }
  const std::string used = idle_plugin(kTestPlugins[0], plugins.resources) +
                           idle_plugin(kTestPlugins[1], plugins.compiler);
  return "<project><modelVersion>4.0.0</modelVersion><groupId>pawl.fetched</groupId>" +
         element("artifactId", name) + "<version>1</version>\n" + wrapped("dependencies", list) +
         wrapped("build", element("directory", "out-" + name) + "\n" + wrapped("plugins", used)) +
         "</project>\n";
}

std::string import_pom(const std::vector<Artifact>& poms) {
  std::string list;
  for (const Artifact& one : poms) {
    list += "<dependency>" + element("groupId", one.group) + element("artifactId", one.name) +
            element("version", one.version) +
            "<type>pom</type><scope>import</scope></dependency>\n";
  }
  return "<project><modelVersion>4.0.0</modelVersion><groupId>pawl.fetched</groupId>"
         "<artifactId>parents</artifactId><version>1</version><packaging>pom</packaging>\n" +
         wrapped("dependencyManagement", wrapped("dependencies", list)) + "</project>\n";
}

std::string list_pom(const std::vector<std::string>& modules) {
  std::string list;
  for (const std::string& one : modules) list += element("module", one) + "\n";
  return "<project><modelVersion>4.0.0</modelVersion><groupId>pawl.fetched</groupId>"
         "<artifactId>all</artifactId><version>1</version><packaging>pom</packaging>\n" +
         wrapped("modules", list) + "</project>\n";
}

}  // namespace pawl::repo
