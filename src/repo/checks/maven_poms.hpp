// The pom.xml files of a Maven build, and what of them says which artifacts there are: for fetching
// these without what a pom may have Maven run (https://maven.apache.org/pom.html). For the files of
// this module only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "repo/views/view.hpp"
#include "repo/xml.hpp"

namespace pawl::repo {

inline constexpr std::size_t kPomBytesMax = 2U << 20U;
inline constexpr std::size_t kPomsMax = 2000;  // of one build
inline constexpr std::size_t kPomsAboveMax = 40;

struct Artifact {
  std::string group;
  std::string name;
  std::string version;
  std::string type = {};  // `jar` when empty
  std::string classifier = {};

  std::string id() const { return group + ":" + name; }
  bool operator==(const Artifact&) const = default;
};

struct Pom {
  std::string path;                             // inside the repository
  std::string text;                             // all of it
  XmlElement project;                           // of that text
  Artifact self;                                // as written
  bool built = false;                           // it is a module; others are a module's parents
  std::optional<std::size_t> parent = {};       // among the poms
  std::optional<Artifact> parent_outside = {};  // else: from a registry
};

// What `mvn test` in a folder builds, and the poms of the repository that it inherits from.
struct MavenBuild {
  std::vector<Pom> poms;  // that of the folder first
  // `revision`, `sha1` and `changelist` of .mvn/maven.config
  // (https://maven.apache.org/guides/mini/guide-maven-ci-friendly.html).
  std::map<std::string, std::string> given;
  std::vector<Artifact> extensions;  // of .mvn/extensions.xml

  bool has(const Artifact& one) const;  // whether it makes an artifact of that name
};

// invalid, denied: a module is not there or lies outside the repository, a pom inherits from
// itself, there are more than kPomsMax, one is no pom or names its parent by no plain name.
Result<MavenBuild> read_maven_build(const RepoView& view, const std::string& folder);

// By `group:name:version`: poms of a registry.
using OutsidePoms = std::map<std::string, XmlElement>;
std::string key_of(const Artifact& artifact);
// The parent that a pom of a registry names; nothing when it has none. denied: by no plain name.
Result<std::optional<Artifact>> parent_of(const XmlElement& project);

// A pom with those that it inherits from, the nearest first.
class Lineage {
 public:
  // What is given outlives this. Without `outside` it ends with the poms of the repository.
  // not_found: `outside` lacks one. invalid: one of them inherits from itself.
  static Result<Lineage> of(const MavenBuild& build, std::size_t index, const OutsidePoms* outside);

  const std::vector<const XmlElement*>& poms() const { return poms_; }
  // With the properties of all of them; what they do not say stays `${…}`.
  std::string resolved(std::string_view text) const;
  // The value of a property as the nearest pom has it; nothing: none has it.
  std::optional<std::string_view> property(std::string_view name) const;
  // `${project.parent.version}` and the like in the words of the parent.
  std::string without_parent(std::string_view text) const;
  const Artifact& self() const { return self_; }  // resolved

 private:
  std::optional<std::string> value_of(std::string_view key) const;

  std::vector<const XmlElement*> poms_;
  const std::map<std::string, std::string>* given_ = nullptr;
  Artifact self_;
  Artifact parent_;
};

// Text of an element's child, without blanks around it.
std::string text_in(const XmlElement& parent, std::string_view name);
// What is below the names, one in the other; nullptr when one is missing.
const XmlElement* inside(const XmlElement& from, std::initializer_list<std::string_view> names);
// Letters, digits, `.`, `-`, `_` and, in versions, `+`: no way to another folder or element.
bool is_plain_name(std::string_view text);
// A version that means other artifacts on another day; empty when it means one alone.
std::string why_it_changes(std::string_view version);

}  // namespace pawl::repo
