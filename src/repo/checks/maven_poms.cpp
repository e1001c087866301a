#include "repo/checks/maven_poms.hpp"

#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "os/files/files.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kResolvedBytesMax = 4096;
constexpr int kRoundsMax = 40;
constexpr auto kFriendlyNames = fixed_words("revision", "sha1", "changelist");

// A path from a folder of the repository; nothing when it leads out of it.
std::optional<std::string> path_from(std::string_view folder, std::string_view path) {
  std::vector<std::string_view> parts;
  if (!folder.empty()) parts = split(folder, '/');
  if (path.empty() || path.front() == '/' || contains(path, "\\")) return {};
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return {};
    } else {
      parts.pop_back();
    }
  }
  return join(parts, "/");
}

// The pom that a path names by its folder or itself.
std::optional<std::string> pom_at(const RepoView& view, std::string_view folder,
                                  std::string_view path) {
  const auto at = path_from(folder, path);
  if (!at) return {};
  if (view.has(*at)) return at;
  std::string below = os::join_path(*at, "pom.xml");
  if (at->empty()) below = "pom.xml";
  return view.has(below) ? std::optional(std::move(below)) : std::nullopt;
}

Artifact artifact_of(const XmlElement& element) {
  return {.group = text_in(element, "groupId"),
          .name = text_in(element, "artifactId"),
          .version = text_in(element, "version")};
}

// What a pom says of itself, its parent's group and version where it does not.
Artifact self_of(const XmlElement& project) {
  Artifact self = artifact_of(project);
  if (const XmlElement* parent = project.child("parent")) {
    const Artifact above = artifact_of(*parent);
    if (self.group.empty()) self.group = above.group;
    if (self.version.empty()) self.version = above.version;
  }
  return self;
}

// Modules of a profile are built where that is on by default.
std::vector<std::string> modules_of(const XmlElement& project) {
  std::vector<std::string> all;
  const auto add = [&](const XmlElement& of) {
    const XmlElement* list = of.child("modules");
    if (list == nullptr) return;
    for (const XmlElement& one : list->children) {
      if (one.name == "module") all.emplace_back(trim(one.text));
    }
  };
  add(project);
  if (const XmlElement* profiles = project.child("profiles")) {
    for (const XmlElement& one : profiles->children) {
      const XmlElement* by_default = inside(one, {"activation", "activeByDefault"});
      if (by_default != nullptr && trim(by_default->text) == "true") add(one);
    }
  }
  return all;
}

class BuildReader {
 public:
  BuildReader(const RepoView& view, std::string folder) : view_(view), folder_(std::move(folder)) {}

  Result<MavenBuild> read() {
    TRY(add(beside(folder_, "pom.xml"), true));
    for (std::size_t i = 0; i < build_.poms.size(); ++i) {
      if (build_.poms[i].built) TRY(add_modules(i));
      TRY(find_parent(i));
    }
    for (std::size_t i = 0; i < build_.poms.size(); ++i) TRY(check_ends(i));
    read_settings();
    return std::move(build_);
  }

 private:
  static std::string beside(const std::string& folder, const char* name) {
    return folder.empty() ? name : os::join_path(folder, name);
  }

  Result<std::size_t> add(const std::string& path, bool built) {
    if (const auto known = places_.find(path); known != places_.end()) {
      build_.poms[known->second].built |= built;
      return known->second;
    }
    if (build_.poms.size() == kPomsMax) {
      return fail(Errc::denied, "it has more than " + std::to_string(kPomsMax) + " poms");
    }
    TRY_ASSIGN(Pom pom, read_pom(path));
    pom.built = built;
    places_.emplace(path, build_.poms.size());
    build_.poms.push_back(std::move(pom));
    return build_.poms.size() - 1;
  }

  Result<Pom> read_pom(const std::string& path) const {
    TRY_ASSIGN(const RepoPath file, RepoPath::from_git(path));
    Pom pom{.path = path, .text = {}, .project = {}, .self = {}};
    TRY_ASSIGN(pom.text, view_.read(file, kPomBytesMax));
    pom.project = parse_xml(pom.text);
    if (pom.project.name != "project") return fail(Errc::invalid, path + " is no pom");
    pom.self = self_of(pom.project);
    return pom;
  }

  Status add_modules(std::size_t index) {
    const std::string from = build_.poms[index].path;
    for (const std::string& module : modules_of(build_.poms[index].project)) {
      const auto at = pom_at(view_, folder_of(from), module);
      if (!at) {
        return fail(Errc::invalid, from + " names the module " + printable(module, 120) +
                                       ", which the repository does not have");
      }
      TRY(add(*at, true));
      // Read for the sake of a module before: its own are still to come.
      if (places_.at(*at) < index && expanded_.insert(*at).second)
        TRY(add_modules(places_.at(*at)));
    }
    expanded_.insert(from);
    return Done{};
  }

  // As Maven does: the pom that the relative path leads to, when it is the one that is named.
  Status find_parent(std::size_t index) {
    const std::string path = build_.poms[index].path;
    const XmlElement* parent = build_.poms[index].project.child("parent");
    if (parent == nullptr) return Done{};
    const Artifact named = artifact_of(*parent);
    const XmlElement* relative = parent->child("relativePath");
    const std::string way = relative == nullptr ? "../pom.xml" : std::string(trim(relative->text));
    const auto at = pom_at(view_, folder_of(path), way);
    const Result<Pom> above = at && *at != path ? read_pom(*at) : fail(Errc::not_found, "");
    if (above && above->self == named) {
      TRY_ASSIGN(build_.poms[index].parent, add(*at, false));
      return Done{};
    }
    for (std::size_t i = 0; i < build_.poms.size(); ++i) {
      if (i == index || !build_.poms[i].built || build_.poms[i].self != named) continue;
      build_.poms[index].parent = i;
      return Done{};
    }
    const Result<std::optional<Artifact>> outside = parent_of(build_.poms[index].project);
    if (!outside) return fail(outside.error().code, path + " " + outside.error().message);
    build_.poms[index].parent_outside = **outside;
    return Done{};
  }

  Status check_ends(std::size_t index) const {
    std::size_t steps = 0;
    for (auto at = std::optional(index); at; at = build_.poms[*at].parent) {
      if (++steps > kPomsAboveMax) {
        return fail(Errc::invalid, build_.poms[index].path + " has too many parents");
      }
    }
    return Done{};
  }

  // Of the folder's own .mvn, or that of the repository.
  void read_settings() {
    for (const std::string& folder : {folder_, std::string()}) {
      const auto config = view_.text(beside(folder, ".mvn/maven.config"));
      for (const std::string_view word : split_words(config ? *config : std::string_view())) {
        for (const std::string_view name : kFriendlyNames) {
          const std::string start = "-D" + std::string(name) + "=";
          if (word.starts_with(start)) build_.given[std::string(name)] = word.substr(start.size());
        }
      }
      const auto text = view_.text(beside(folder, ".mvn/extensions.xml"));
      const XmlElement list = text ? parse_xml(*text) : XmlElement();
      for (const XmlElement& one : list.children) {
        if (one.name == "extension") build_.extensions.push_back(artifact_of(one));
      }
      if (config || text) return;
    }
  }

  const RepoView& view_;
  std::string folder_;
  MavenBuild build_;
  std::map<std::string, std::size_t> places_;
  std::set<std::string> expanded_;
};

}  // namespace

std::string text_in(const XmlElement& parent, std::string_view name) {
  const XmlElement* child = parent.child(name);
  return child == nullptr ? std::string() : std::string(trim(child->text));
}

const XmlElement* inside(const XmlElement& from, std::initializer_list<std::string_view> names) {
  const XmlElement* at = &from;
  for (const std::string_view name : names) {
    at = at->child(name);
    if (at == nullptr) return nullptr;
  }
  return at;
}

bool is_plain_name(std::string_view text) {
  return !text.empty() && text.size() <= 200 && text.find("..") == std::string_view::npos &&
         text != "." && std::all_of(text.begin(), text.end(), [](char c) {
           return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_' || c == '+';
         });
}

std::string why_it_changes(std::string_view version) {
  if (version.ends_with("-SNAPSHOT")) return "a snapshot";
  if (version == "LATEST" || version == "RELEASE") return "whatever is the newest";
  if (version.find_first_of("[]()") != std::string_view::npos) return "a range";
  return {};
}

bool MavenBuild::has(const Artifact& one) const {
  return std::any_of(poms.begin(), poms.end(), [&](const Pom& pom) {
    return pom.self.group == one.group && pom.self.name == one.name;
  });
}

Result<MavenBuild> read_maven_build(const RepoView& view, const std::string& folder) {
  return BuildReader(view, folder).read();
}

std::string key_of(const Artifact& artifact) { return artifact.id() + ":" + artifact.version; }

Result<std::optional<Artifact>> parent_of(const XmlElement& project) {
  const XmlElement* parent = project.child("parent");
  if (parent == nullptr) return std::optional<Artifact>();
  Artifact named = artifact_of(*parent);
  if (const std::string why = why_it_changes(named.version); !why.empty()) {
    return fail(Errc::denied, "inherits from " + printable(key_of(named), 200) + ", which is " +
                                  why + " and not the same on another day");
  }
  if (is_plain_name(named.group) && is_plain_name(named.name) && is_plain_name(named.version)) {
    return std::optional(std::move(named));
  }
  return fail(Errc::denied,
              "inherits from " + printable(key_of(named), 200) + ", which is no plain name");
}

Result<Lineage> Lineage::of(const MavenBuild& build, std::size_t index,
                            const OutsidePoms* outside) {
  Lineage line;
  line.given_ = &build.given;
  std::optional<std::size_t> at = index;
  std::optional<Artifact> next;
  while (at) {
    const Pom& pom = build.poms[*at];
    line.poms_.push_back(&pom.project);
    next = pom.parent_outside;
    at = pom.parent;
  }
  while (next && outside != nullptr) {
    const auto known = outside->find(key_of(*next));
    if (known == outside->end()) {
      return fail(Errc::not_found, printable(key_of(*next), 200) + " was not fetched");
    }
    if (line.poms_.size() > kPomsAboveMax) {
      return fail(Errc::invalid, build.poms[index].path + " has too many parents");
    }
    line.poms_.push_back(&known->second);
    TRY_ASSIGN(next, parent_of(known->second));
  }
  const Artifact raw = build.poms[index].self;
  const XmlElement* parent = build.poms[index].project.child("parent");
  if (parent != nullptr) line.parent_ = artifact_of(*parent);
  line.self_ = raw;
  line.self_ = {.group = line.resolved(raw.group),
                .name = line.resolved(raw.name),
                .version = line.resolved(raw.version)};
  line.parent_.version = line.resolved(line.parent_.version);
  return line;
}

std::optional<std::string_view> Lineage::property(std::string_view name) const {
  if (const auto given = given_->find(std::string(name)); given != given_->end()) {
    return given->second;
  }
  for (const XmlElement* pom : poms_) {
    const XmlElement* properties = pom->child("properties");
    const XmlElement* one = properties == nullptr ? nullptr : properties->child(name);
    if (one != nullptr) return trim(one->text);
  }
  return {};
}

std::optional<std::string> Lineage::value_of(std::string_view key) const {
  for (const std::string_view start : {"project.", "pom."}) {
    if (!key.starts_with(start)) continue;
    std::string_view rest = key.substr(start.size());
    const bool above = rest.starts_with("parent.");
    if (above) rest.remove_prefix(7);
    const Artifact& of = above ? parent_ : self_;
    if (rest == "groupId") return of.group;
    if (rest == "artifactId") return of.name;
    if (rest == "version") return of.version;
  }
  const auto found = property(key);
  return found ? std::optional<std::string>(*found) : std::nullopt;
}

std::string Lineage::resolved(std::string_view text) const {
  std::string out(text);
  std::size_t from = 0;
  for (int round = 0; round < kRoundsMax; ++round) {
    from = out.find("${", from);
    const auto to = out.find('}', from);
    if (from == std::string::npos || to == std::string::npos) break;
    const auto value = value_of(std::string_view(out).substr(from + 2, to - from - 2));
    if (!value || out.size() + value->size() > kResolvedBytesMax) {
      from = to;
      continue;
    }
    out.replace(from, to - from + 1, *value);
  }
  return out;
}

std::string Lineage::without_parent(std::string_view text) const {
  std::string out(text);
  for (const char* start : {"${project.parent.", "${pom.parent.", "${parent."}) {
    const std::string key(start);
    out = replace_all(out, key + "groupId}", parent_.group);
    out = replace_all(out, key + "artifactId}", parent_.name);
    out = replace_all(out, key + "version}", parent_.version);
  }
  return out;
}

}  // namespace pawl::repo
