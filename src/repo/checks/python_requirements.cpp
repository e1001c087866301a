#include "repo/checks/python_requirements.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/checks/python_runners.hpp"
#include "repo/kinds/family.hpp"
#include "repo/manifests/dependency_sources.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kPythonLockBytesMax = 16U << 20U;
constexpr auto kTestGroups = fixed_words("test", "tests", "testing", "pytest");
constexpr auto kDevelopmentGroups = fixed_words("dev", "develop", "development");

bool is_pure_test_group(std::string_view name) { return among(kTestGroups, lower(name)); }
bool is_test_group(std::string_view name) {
  return is_pure_test_group(name) || among(kDevelopmentGroups, lower(name));
}

// Words of lists that CI uses to test against other versions: `tests-min`.
constexpr auto kOtherVersions = fixed_words("min", "minimum", "minimal", "lowest", "oldest",
                                            "latest", "nightly", "upstream", "pre");

bool names_other_versions(const std::string& purpose) {
  const std::string spaced = replace_all(replace_all(purpose, "_", " "), "-", " ");
  const auto words = split_words(spaced);
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return among(kOtherVersions, word); });
}

class RequirementsReader {
 public:
  RequirementsReader(const Facts& facts, const RepoView& view) : facts_(facts), view_(view) {
    add_files();
    tests_named_ = names_group(is_pure_test_group);
    if (!names_needs_of_tests()) add_runners(needs_of_python_runners(facts, view));
    for (const Manifest& manifest : facts.manifests) {
      if (manifest.kind == ManifestKind::python) follow_extras(manifest.data["project"]);
    }
    for (const Manifest& manifest : facts.manifests) {
      const bool python = manifest.kind == ManifestKind::python;
      if (python && !is_sample_place(manifest.path)) add_pyproject(manifest.data);
      if (manifest.kind == ManifestKind::pipfile) add_pipfile(manifest.data);
    }
    // setup.py and setup.cfg, as facts read them.
    for (const Dependency& one : facts.dependencies) {
      const Result<RepoPath> path = RepoPath::from_git(one.path);
      const bool of_project = one.manifest == ManifestKind::python_setup && !one.placed && path &&
                              !is_sample_place(*path) && one.name != own_name();
      const bool wanted = one.kind == DependencyKind::runtime || is_wanted_extra(one.group);
      if (of_project && wanted) add(one.name + one.constraint);
    }
    add_locks();
  }

  PythonRequirements out;

 private:
  void add(std::string_view written) {
    std::string line(trim(written.substr(0, written.find(" #"))));
    // Hashes are for a file as a whole.
    line = std::string(trim(std::string_view(line).substr(0, line.find(" --hash"))));
    if (line.ends_with('\\'))
      line = std::string(trim(std::string_view(line).substr(0, line.size() - 1)));
    if (line.empty() || line.starts_with('#') || line.starts_with('.') || line.starts_with('/'))
      return;
    if (const auto at = line.find("://"); at != std::string::npos) {
      const auto start = line.find_last_of(" @=", at);
      out.named.push_back(line.substr(start == std::string::npos ? 0 : start + 1));
      return;
    }
    // One line is one requirement.
    const bool several = line.find_first_of("\r\n") != std::string::npos;
    if (!line.starts_with('-') && !several) out.lines.insert(std::move(line));
  }

  std::string own_name() const { return facts_.name ? normal_name(facts_.name->value) : ""; }

  void add_pyproject(const Json& data) {
    const std::string name = normal_name(data["project"]["name"].text());
    for (const Json& one : data["project"]["dependencies"].items()) add(one.text());
    for (const auto& [group, list] : data["project"]["optional-dependencies"].members()) {
      for (const Json& one : list.items()) {
        const bool own = !name.empty() && parse_requirement(one.text()).name == name;
        if (is_wanted_extra(group) && !own) add(one.text());
      }
    }
    const Json& groups = data["dependency-groups"];
    for (const auto& [group, list] : groups.members()) {
      if (is_wanted(group) || groups_.contains(normal_name(group))) add_group(groups, group);
    }
    const Json& poetry = data["tool"]["poetry"];
    add_poetry(poetry["dependencies"]);
    add_poetry(poetry["dev-dependencies"]);
    for (const auto& [group, table] : poetry["group"].members()) {
      if (is_wanted(group)) add_poetry(table["dependencies"]);
    }
  }

  // https://peps.python.org/pep-0735/
  void add_group(const Json& groups, std::string_view wanted) {
    for (const auto& [group, list] : groups.members()) {
      if (normal_name(group) != normal_name(wanted)) continue;
      if (!groups_read_.insert(normal_name(group)).second) return;
      for (const Json& one : list.items()) {
        if (one.has("include-group")) add_group(groups, one["include-group"].text());
        add(one.text());
      }
    }
  }

  // As of lists: one for tests makes that for development unnecessary.
  bool is_wanted(std::string_view group) const {
    return tests_named_ ? is_pure_test_group(group) : is_test_group(group);
  }

  bool is_wanted_extra(const std::string& group) const {
    return is_wanted(group) || extras_.contains(normal_name(group));
  }

  // `box[cli]` among the extras of box is that extra of its own.
  void follow_extras(const Json& project) {
    const std::string name = normal_name(project["name"].text());
    if (name.empty()) return;
    for (std::size_t before = extras_.size() + 1; before != extras_.size();) {
      before = extras_.size();
      for (const auto& [group, list] : project["optional-dependencies"].members()) {
        if (!is_wanted_extra(group)) continue;
        for (const Json& one : list.items()) {
          const std::string_view line = one.text();
          const auto open = line.find('[');
          if (open == std::string_view::npos || parse_requirement(line).name != name) continue;
          for (std::string& extra : own_extras("." + std::string(line.substr(open)))) {
            extras_.insert(std::move(extra));
          }
        }
      }
    }
  }

  using IsGroup = bool (*)(std::string_view name);

  static bool has_group(const Json& groups, IsGroup is) {
    const auto& all = groups.members();
    return std::any_of(all.begin(), all.end(), [&](const auto& group) { return is(group.first); });
  }

  static bool names_group(const Manifest& manifest, IsGroup is) {
    return has_group(manifest.data["project"]["optional-dependencies"], is) ||
           has_group(manifest.data["dependency-groups"], is) ||
           has_group(manifest.data["tool"]["poetry"]["group"], is);
  }

  // Whether a manifest has an extra or a group of such a name.
  bool names_group(IsGroup is) const {
    const auto& all = facts_.manifests;
    const auto& setup = facts_.dependencies;
    return std::any_of(all.begin(), all.end(),
                       [&](const Manifest& one) { return names_group(one, is); }) ||
           std::any_of(setup.begin(), setup.end(), [&](const Dependency& one) {
             return one.manifest == ManifestKind::python_setup && is(one.group);
           });
  }

  // Whether a manifest or a list says itself what tests need.
  bool names_needs_of_tests() const {
    const auto& all = facts_.manifests;
    return !extras_.empty() || names_group(is_test_group) ||
           std::any_of(all.begin(), all.end(), [](const Manifest& one) {
             if (one.kind != ManifestKind::requirements) {
               return one.data["tool"]["poetry"].has("dev-dependencies") ||
                      one.data.has("dev-packages");
             }
             const Nearness near = nearness_of(one);
             return near == Nearness::test || near == Nearness::development;
           });
  }

  void add_runners(RunnerNeeds needs) {
    extras_.merge(needs.extras);
    groups_.merge(needs.groups);
    for (const std::string& line : needs.requirements) add(line);
    for (const std::string& list : needs.lists) {
      const auto text = view_.text(list);
      for (const std::string_view line : split_lines(text ? *text : std::string_view())) add(line);
    }
  }

  // `^1.2`, `~1.2`, `1.2.*` and `>=1,<2` of Poetry, as pip writes them.
  static std::string constraint_of(std::string_view text) {
    text = trim(text);
    if (text.empty() || text == "*") return {};
    if (text.front() == '~' && !text.starts_with("~=")) return ">=" + std::string(text.substr(1));
    if (text.front() != '^') return (is_digit(text.front()) ? "==" : "") + std::string(text);
    const std::string_view version = text.substr(1);
    const auto parts = split(version, '.');
    std::string limit;
    for (const std::string_view part : parts) {
      const auto number = parse_int(part);
      if (!number) return ">=" + std::string(version);
      if (*number > 0 || &part == &parts.back()) {
        limit += std::to_string(*number + 1);
        return ">=" + std::string(version) + ",<" + limit;
      }
      limit += "0.";
    }
    return {};
  }

  void add_poetry(const Json& table) {
    for (const auto& [name, value] : table.members()) {
      if (name == "python" || value["optional"].bool_or(false) || value.has("path")) continue;
      for (const char* key : {"git", "url"}) {
        if (value.has(key)) out.named.emplace_back(value[key].text());
      }
      if (value.has("git") || value.has("url")) continue;
      const std::string version = value.string_or(value["version"].text());
      add(name + constraint_of(version));
    }
  }

  void add_pipfile(const Json& data) {
    for (const char* table : {"packages", "dev-packages"}) {
      for (const auto& [name, value] : data[table].members()) {
        const std::string version = value.string_or(value["version"].text());
        if (!value.has("path")) add(name + (version == "*" ? "" : version));
      }
    }
  }

  // How near a list is to what tests need.
  enum class Nearness : std::uint8_t { own, test, development, beside, none };

  static Nearness nearness_of(const Manifest& manifest) {
    const std::string path = lower(manifest.path.text());
    for (const char* other : {"doc", "lint", "mypy", "release", "publish", "example", "bench",
                              "build", "ci/", "type", "typing"}) {
      if (contains(path, other)) return Nearness::none;
    }
    const std::string purpose = purpose_of_requirements(manifest.path);
    if (purpose.empty()) return Nearness::own;
    if (purpose.starts_with("dev") && is_test_group(purpose)) return Nearness::development;
    if (names_other_versions(purpose)) return Nearness::none;
    return is_test_group(purpose) ? Nearness::test : Nearness::beside;
  }

  // The project's own lists and those for tests; those for development, which name more tools than
  // tests need, where there is none for tests. One beside these is for some other set of versions,
  // where it contradicts them or has what no registry has.
  void add_files() {
    std::map<Nearness, std::vector<const Manifest*>> lists;
    for (const Manifest& manifest : facts_.manifests) {
      if (manifest.kind != ManifestKind::requirements) continue;
      lists[nearness_of(manifest)].push_back(&manifest);
    }
    if (!lists[Nearness::test].empty()) lists.erase(Nearness::development);
    for (const Nearness one : {Nearness::own, Nearness::test, Nearness::development}) {
      for (const Manifest* list : lists[one]) add_file(*list);
    }
    for (const Manifest* list : lists[Nearness::beside]) {
      if (agrees(*list)) add_file(*list);
    }
  }

  bool agrees(const Manifest& list) const {
    const auto& written = list.data["requirements"].items();
    return std::all_of(written.begin(), written.end(), [&](const Json& one) {
      if (contains(one.text(), "://")) return false;
      const Requirement wanted = parse_requirement(one.text());
      const auto pinned = pinned_.find(wanted.name);
      return pinned == pinned_.end() || !wanted.constraint.starts_with("==") ||
             pinned->second == wanted.constraint;
    });
  }

  void add_file(const Manifest& manifest) {
    for (const Json& one : manifest.data["requirements"].items()) {
      add(one.text());
      const Requirement wanted = parse_requirement(one.text());
      if (wanted.constraint.starts_with("==")) pinned_.emplace(wanted.name, wanted.constraint);
    }
    const auto text = view_.text(manifest.path.text());
    if (!text) return;
    out.named_in = manifest.path.text();
    for (const std::string_view raw : split_lines(*text)) {
      const std::string_view line = trim(raw);
      for (std::string& extra : own_extras(line)) extras_.insert(std::move(extra));
      for (const std::string_view option :
           {"-i ", "--index-url", "--extra-index-url", "-f ", "--find-links"}) {
        const auto at = line.find("://");
        if (!line.starts_with(option) || at == std::string_view::npos) continue;
        out.named.emplace_back(trim(line.substr(line.find_first_of(" =") + 1)));
      }
    }
  }

  void constrain(std::string_view name, std::string_view version) {
    // Else a lock could write options.
    const auto plain = [](std::string_view text) {
      return !text.empty() && text.find_first_of(" \t\r\n") == std::string_view::npos;
    };
    if (!plain(name) || !plain(version) || !is_letter_or_digit(name.front())) return;
    const auto [place, is_new] = out.constraints.emplace(std::string(name), std::string(version));
    // Two versions of one package hold on different machines.
    if (!is_new && place->second != version) place->second.clear();
  }

  void add_locks() {
    for (const char* lock : {"uv.lock", "poetry.lock", "pdm.lock"}) {
      const Entry* const entry = view_.find(lock);
      const auto text = entry == nullptr ? Result<std::string>(fail(Errc::not_found, lock))
                                         : view_.read(entry->path, kPythonLockBytesMax);
      const Result<Json> data = text ? syntax::parse_toml(*text) : Result<Json>(text.error());
      if (!data) continue;
      for (const Json& one : (*data)["package"].items()) {
        constrain(one["name"].text(), one["version"].text());
      }
    }
    const auto pipfile = view_.text("Pipfile.lock");
    const Result<Json> data = pipfile ? Json::parse(*pipfile) : Json();
    for (const char* list : {"default", "develop"}) {
      if (!data) continue;
      for (const auto& [name, entry] : (*data)[list].members()) {
        const std::string_view version = entry["version"].text();
        if (version.starts_with("==")) constrain(name, version.substr(2));
      }
    }
  }

  const Facts& facts_;
  const RepoView& view_;
  std::set<std::string> extras_;  // of the project itself
  std::set<std::string> groups_;  // of [dependency-groups]
  std::set<std::string> groups_read_;
  bool tests_named_ = false;                   // by an extra or a group
  std::map<std::string, std::string> pinned_;  // name → `==1.0`
};

}  // namespace

PythonRequirements python_requirements(const Facts& facts, const RepoView& view) {
  return RequirementsReader(facts, view).out;
}

}  // namespace pawl::repo
