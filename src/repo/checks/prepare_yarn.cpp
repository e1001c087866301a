// What packages locked by Yarn need: Yarn 1 from a lock of its format, later Yarns (Berry) with the
// linker that makes node_modules. Of the settings in .yarnrc.yml only those come along that say
// which packages there are; the others name programs, plugins and hosts
// (https://yarnpkg.com/configuration/yarnrc).
#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "os/network/gate_bridge.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/node_locks.hpp"
#include "repo/checks/prepare_node.hpp"
#include "repo/facts/fact_sources.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

constexpr const char* kBerrySettings[] = {"packageExtensions", "catalog", "catalogs"};
// Versions of the lock's format from this on are those of Yarn 4.
constexpr long long kFourthFormat = 8;

bool names_program_anywhere(const Json& value) {
  if (names_program(value.text())) return true;
  const auto& items = value.items();
  const auto& members = value.members();
  return std::any_of(items.begin(), items.end(), &names_program_anywhere) ||
         std::any_of(members.begin(), members.end(), [](const Json::Member& member) {
           return names_program(member.first) || names_program_anywhere(member.second);
         });
}

// A range `exec:./make.js` has the package made by that program, before anything else is looked at.
Status check_manifests(const NodeRoot& root, const Json& settings) {
  std::vector<const Manifest*> all = root.members;
  all.push_back(root.manifest);
  for (const Manifest* manifest : all) {
    for (const char* list : {"dependencies", "devDependencies", "optionalDependencies",
                             "peerDependencies", "resolutions"}) {
      if (names_program_anywhere(manifest->data[list])) {
        return fail(Errc::denied, manifest->path.text() + " names a program that makes a package");
      }
    }
  }
  if (!names_program_anywhere(settings)) return Done{};
  return fail(Errc::denied, ".yarnrc.yml names a program that makes a package");
}

// Yarn 1 does not look at the members of a workspace, and nor, where there are some, at its root
// when it is to take a lock as it is: what the lock does not have would be resolved anew.
Status check_patterns(const NodeRoot& root, const NodeLock& lock) {
  std::vector<const Manifest*> all = root.members;
  all.push_back(root.manifest);
  std::set<std::string_view> settled;  // otherwise than by the lock
  for (const Manifest* manifest : all) settled.insert(manifest->data["name"].text());
  for (const auto& [way, range] : root.manifest->data["resolutions"].members()) {
    const std::string_view path = way;
    const auto scope = path.rfind("/@");
    const auto slash = scope == std::string_view::npos ? path.rfind('/') : scope;
    const bool whole = slash == std::string_view::npos || path.find('/') == path.rfind('/');
    settled.insert(path.starts_with('@') && whole ? path : path.substr(slash + 1));
  }
  for (const Manifest* manifest : all) {
    for (const char* list : kDependencyLists) {
      for (const auto& [name, range] : manifest->data[list].members()) {
        const std::string pattern = name + "@" + range.string_or("");
        const bool linked = range.text().starts_with("link:");
        if (settled.contains(name) || linked || lock.patterns.contains(pattern)) continue;
        // Yarn leaves out the range where any version will do.
        if (trim(range.text()).empty() && lock.patterns.contains(name)) continue;
        return fail(Errc::invalid, root.beside("yarn.lock") + " does not have " +
                                       printable(pattern, 120) + " of " + manifest->path.text());
      }
    }
  }
  return Done{};
}

// What Yarn knows of what it installed, and wants to see before it runs a script: in node_modules,
// for that is what is kept.
std::string install_state(const Workbench& bench, std::string_view folder) {
  return bench.in_copy(os::join_path(folder, "node_modules/.yarn-install-state.gz")).for_command();
}

void add_berry_files(const NodeRoot& root, const RepoView& view, const Json& settings,
                     Preparation& plan) {
  plan.files.emplace(root.beside(".yarnrc.yml"), settings.pretty());
  const std::string patches = root.beside(".yarn/patches/");
  for (const Entry& entry : view.files()) {
    if (!entry.path.text().starts_with(patches) || entry.symlink) continue;
    const auto text = view.text(entry.path.text());
    if (text) plan.files.emplace(entry.path.text(), *text);
  }
}

Json berry_settings(const NodeRoot& root, const RepoView& view) {
  Json settings = Json::object();
  const auto text = view.text(root.beside(".yarnrc.yml"));
  const auto documents = text ? syntax::parse_yaml(*text) : std::vector<Json>();
  if (!documents || documents->empty()) return settings;
  for (const char* name : kBerrySettings) {
    if (documents->front()[name].is_object()) settings.set(name, documents->front()[name]);
  }
  const std::string_view limits = documents->front()["nmHoistingLimits"].text();
  if (limits == "workspaces" || limits == "dependencies") settings.set("nmHoistingLimits", limits);
  return settings;
}

// `10c0` → `0`; without such an ending, each file of an archive is packed as is best for it.
std::string compression_of(const NodeLock& lock) {
  const Json& key = lock.settings["cacheKey"];
  const std::string_view text = key.text();
  const auto at = text.rfind('c');
  const bool level = at != std::string_view::npos && at + 2 == text.size() &&
                     is_digit(text.back()) && at > 0 && is_digit(text.front());
  return level ? std::string(text.substr(at + 1)) : "mixed";
}

// `http://127.0.0.1:3128`: later Yarns read it from a setting alone.
std::string way_out() {
  for (const auto& [name, value] : os::bridge_environment()) {
    if (name == "https_proxy") return value;
  }
  return {};
}

std::vector<Step> classic_steps(Workbench& bench, const PackageSource& source) {
  Step step{
      .argv = {"yarn", "install", "--frozen-lockfile", "--ignore-scripts", "--non-interactive",
               "--no-progress", "--no-default-rc", "--ignore-engines", "--network-timeout", "60000",
               "--cache-folder", bench.cache("yarn").for_command(), "--registry", source.url},
      .environment = fetching_environment(bench)};
  step.environment.emplace_back("YARN_IGNORE_PATH", "1");
  return {std::move(step)};
}

std::vector<Step> berry_steps(Workbench& bench, const PackageSource& source,
                              const std::string& compression) {
  Step step{.argv = {"yarn", "install", "--immutable"}, .environment = fetching_environment(bench)};
  const std::pair<const char*, std::string> kSettings[] = {
      {"IGNORE_PATH", "1"},
      {"NODE_LINKER", "node-modules"},
      {"ENABLE_SCRIPTS", "0"},
      {"ENABLE_IMMUTABLE_INSTALLS", "1"},
      {"ENABLE_GLOBAL_CACHE", "0"},
      {"ENABLE_TELEMETRY", "0"},
      {"ENABLE_PROGRESS_BARS", "0"},
      {"ENABLE_COLORS", "0"},
      {"CACHE_FOLDER", bench.cache("yarn").for_command()},
      {"GLOBAL_FOLDER", bench.cache("yarn-global").for_command()},
      {"COMPRESSION_LEVEL", compression},
      {"INSTALL_STATE_PATH", install_state(bench, bench.folder())},
      {"NPM_REGISTRY_SERVER", source.url},
      {"HTTP_PROXY", way_out()},
      {"HTTPS_PROXY", way_out()},
      {"HTTP_RETRY", "1"},
  };
  for (const auto& [name, value] : kSettings) {
    step.environment.emplace_back(std::string("YARN_") + name, value);
  }
  const auto host = os::GateHost::of_url(source.url);
  if (host && host->plain) step.environment.emplace_back("YARN_UNSAFE_HTTP_WHITELIST", host->name);
  return {std::move(step)};
}

// `error Your lockfile needs to be updated …` of Yarn 1, `➤ YN0028: │ The lockfile would have been
// modified …` of later ones.
std::string yarn_complaint(std::string_view output) {
  static constexpr auto kRemarks = fixed_words("YN0000", "YN0002", "YN0007", "YN0013", "YN0019",
                                               "YN0060", "YN0085", "YN0086", "YN0087");
  std::string found;
  for (const std::string_view line : split_lines(output)) {
    if (line.starts_with("error ")) return std::string(trim(line.substr(6)));
    const auto code = line.find("YN0");
    const auto bar = line.find("│");
    if (code == std::string_view::npos || bar == std::string_view::npos) continue;
    const bool remark = among(kRemarks, line.substr(code, 6));
    const std::string_view said = trim(line.substr(bar + std::string_view("│").size()));
    if (!remark && !said.empty() && !said.starts_with('-') && !said.starts_with('+')) found = said;
  }
  return found;
}

Program yarn_program(const NodeRoot& root, const NodeLock& lock, bool berry) {
  const std::string declared = declared_version(root, "yarn");
  const long long format = parse_int(lock.version).value_or(0);
  std::string install = "npm install -g yarn";
  if (berry) {
    const bool exact = !declared.empty() && !declared.starts_with("1.");
    const std::string version = exact ? declared : format >= kFourthFormat ? "4" : "3";
    install = "npm install -g @yarnpkg/cli-dist@" + version;
  }
  Program program{
      .name = "yarn",
      .also_called = {"yarnpkg"},
      .install = berry ? "it with " + install : "the package yarnpkg, or it with " + install,
      .complaint = yarn_complaint};
  const std::string path = root.beside("yarn.lock");
  program.suits = [=](std::string_view installed) -> Status {
    const long long major = parse_int(installed.substr(0, installed.find('.'))).value_or(0);
    const bool fits = berry ? major >= 2 && (major >= 4) == (format >= kFourthFormat) : major == 1;
    if (fits) return Done{};
    return fail(Errc::not_found, path + " is of another Yarn than " + printable(installed, 20) +
                                     ", which does not read it as it is (" + install + ")");
  };
  return program;
}

}  // namespace

Result<std::optional<Preparation>> yarn_preparation(const NodeRoot& root, const RepoView& view) {
  const std::string path = root.beside("yarn.lock");
  TRY_ASSIGN(const RepoPath lock_path, RepoPath::from_git(path));
  TRY_ASSIGN(const std::string text, view.read(lock_path, kNodeLockBytesMax));
  const Result<NodeLock> lock = read_yarn_lock(text);
  if (!lock) return fail(Errc::invalid, path + " cannot be read: " + lock.error().message);
  TRY(only_packages(lock->others, path));
  const bool berry = is_berry_lock(text);
  const Json settings = berry ? berry_settings(root, view) : Json();
  TRY(check_manifests(root, settings));
  if (!berry) TRY(check_patterns(root, *lock));
  Preparation plan = preparation_of(root, view, "yarn.lock", text);
  if (berry) add_berry_files(root, view, settings, plan);
  plan.program = yarn_program(root, *lock, berry);
  plan.version_of = {"yarn", "--version"};
  plan.named = lock->named;
  plan.steps = classic_steps;
  if (berry) {
    plan.steps = [level = compression_of(*lock)](Workbench& bench, const PackageSource& source) {
      return berry_steps(bench, source, level);
    };
  }
  return std::optional(std::move(plan));
}

Environment node_environment(const Workbench& bench) {
  Environment variables = {{"COREPACK_ENABLE_NETWORK", "0"},
                           {"COREPACK_ENABLE_STRICT", "0"},
                           {"SKIP_YARN_COREPACK_CHECK", "1"},
                           {"pnpm_config_pm_on_fail", "ignore"}};
  // npm would warn of it.
  if (contains(npm_script(package_json(bench), "test").value_or(""), "pnpm")) {
    variables.emplace_back("npm_config_manage_package_manager_versions", "false");
  }
  const auto lock = bench.view().text("yarn.lock");
  if (bench.prepared().modules.empty() || !lock || !is_berry_lock(*lock)) return variables;
  variables.emplace_back("YARN_NODE_LINKER", "node-modules");
  variables.emplace_back("YARN_ENABLE_TELEMETRY", "0");
  variables.emplace_back("YARN_INSTALL_STATE_PATH", install_state(bench, ""));
  return variables;
}

}  // namespace pawl::repo
