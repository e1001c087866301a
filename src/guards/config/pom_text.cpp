// The elements of a pom.xml: Maven stops at those it does not know, at one that stands there twice,
// and at a dependency that does not say what it is.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"

namespace pawl::guards {
namespace {

// What may stand in an element; `*` behind it: more than once. From Maven's descriptor of a project
// (maven.apache.org/ref/current/maven-model/maven.html).
struct PomElement {
  std::string_view name;
  std::string_view children;
};

constexpr auto kPomElements = std::to_array<PomElement>({
    {"project",
     "modelVersion parent groupId artifactId version packaging name description url inceptionYear "
     "organization licenses developers contributors mailingLists prerequisites modules scm "
     "issueManagement ciManagement distributionManagement properties dependencyManagement "
     "dependencies repositories pluginRepositories build reports reporting profiles"},
    {"parent", "groupId artifactId version relativePath"},
    {"dependencyManagement", "dependencies"},
    {"dependencies", "dependency*"},
    {"dependency",
     "groupId artifactId version type classifier scope systemPath exclusions optional"},
    {"exclusions", "exclusion*"},
    {"exclusion", "groupId artifactId"},
    {"build",
     "sourceDirectory scriptSourceDirectory testSourceDirectory outputDirectory "
     "testOutputDirectory extensions defaultGoal resources testResources directory finalName "
     "filters pluginManagement plugins"},
    {"pluginManagement", "plugins"},
    {"plugins", "plugin*"},
    {"plugin",
     "groupId artifactId version extensions executions dependencies goals inherited configuration "
     "reportSets"},
    {"executions", "execution*"},
    {"execution", "id phase goals inherited configuration priority"},
    {"modules", "module*"},
    {"profiles", "profile*"},
    {"profile",
     "id activation build modules distributionManagement properties dependencyManagement "
     "dependencies repositories pluginRepositories reports reporting"},
    {"scm", "connection developerConnection tag url"},
    {"licenses", "license*"},
    {"license", "name url distribution comments"},
});

constexpr auto kScopes = fixed_words("compile", "provided", "runtime", "test", "system", "import");

const PomElement* element_named(std::string_view name) {
  const auto found = std::find_if(kPomElements.begin(), kPomElements.end(),
                                  [&](const PomElement& each) { return each.name == name; });
  return found == kPomElements.end() ? nullptr : &*found;
}

struct OpenElement {
  std::string_view name;
  int line = 0;
  const PomElement* known = nullptr;  // nothing below an element that is free
  std::set<std::string_view> children = {};
};

// Of a text whose tags are balanced.
class PomReader {
 public:
  explicit PomReader(std::string_view text) : text_(text) {}

  BuildFaults read() {
    for (std::size_t at = text_.find('<'); at != std::string_view::npos; at = text_.find('<', at)) {
      const std::string_view rest = text_.substr(at);
      if (rest.starts_with("<!--")) {
        at = behind("-->", at);
      } else if (rest.starts_with("<![CDATA[")) {
        at = behind("]]>", at);
      } else if (rest.starts_with("<?") || rest.starts_with("<!")) {
        at = behind(">", at);
      } else if (rest.starts_with("</")) {
        close(at);
        at = behind(">", at);
      } else {
        at = open(at);
      }
    }
    return std::move(faults_);
  }

 private:
  void add(int line, std::string message) {
    faults_.push_back({kBuildParseError, line, std::move(message)});
  }

  std::size_t behind(std::string_view mark, std::size_t at) const {
    const std::size_t found = text_.find(mark, at);
    return found == std::string_view::npos ? text_.size() : found + mark.size();
  }

  int line_at(std::size_t at) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted_ = at;
    return line_;
  }

  std::size_t open(std::size_t at) {
    const std::size_t end = behind(">", at);
    const std::string_view name =
        text_.substr(at + 1, text_.find_first_of(" \t\r\n/>", at + 1) - at - 1);
    const int line = line_at(at);
    OpenElement element{.name = name, .line = line};
    if (open_.empty()) {
      element.known = name == "project" ? element_named(name) : nullptr;
    } else if (open_.back().known != nullptr) {
      element.known = child(open_.back(), name, line);
    }
    if (!text_.substr(at, end - at).ends_with("/>")) {
      begun_ = end;
      open_.push_back(std::move(element));
    }
    return end;
  }

  const PomElement* child(OpenElement& parent, std::string_view name, int line) {
    const auto names = split_words(parent.known->children);
    const std::string many = std::string(name) + "*";
    const bool repeats = among(names, many);
    const std::string in = "<" + std::string(parent.name) + ">";
    if (!repeats && !among(names, name)) {
      // Another tool's, by a namespace of its own.
      if (!contains(name, ":")) add(line, in + " has no <" + printable(name, 60) + ">");
      return nullptr;
    }
    if (!parent.children.insert(name).second && !repeats) {
      add(line, in + " has <" + std::string(name) + "> twice");
    }
    return element_named(name);
  }

  void close(std::size_t at) {
    if (open_.empty()) return;
    const OpenElement element = std::move(open_.back());
    open_.pop_back();
    if (element.known != nullptr) return needs(element);
    const bool scope = element.name == "scope" && !open_.empty() &&
                       open_.back().name == "dependency" && open_.back().known != nullptr;
    const std::string_view text = trim(text_.substr(begun_, at - begun_));
    if (scope && !among(kScopes, text) && !contains(text, "$") && !text.empty()) {
      add(element.line, "no scope of Maven's: " + printable(text, 40));
    }
  }

  void needs(const OpenElement& element) {
    const auto need = [&](std::string_view name) {
      if (element.children.contains(name)) return;
      add(element.line, "a <" + std::string(element.name) + "> without its " + std::string(name));
    };
    if (element.name == "dependency" || element.name == "plugin") need("artifactId");
    if (element.name == "dependency") need("groupId");
  }

  std::string_view text_;
  std::size_t counted_ = 0;
  std::size_t begun_ = 0;  // the text of the innermost element
  int line_ = 1;
  std::vector<OpenElement> open_;
  BuildFaults faults_;
};

}  // namespace

BuildFaults faults_in_pom(std::string_view text) {
  BuildFaults faults = faults_in_project_xml(text);
  // Newer models have other elements.
  if (!faults.empty() || contains(text, "POM/4.1") || contains(text, ">4.1.0</modelVersion>")) {
    return faults;
  }
  return PomReader(text).read();
}

}  // namespace pawl::guards
