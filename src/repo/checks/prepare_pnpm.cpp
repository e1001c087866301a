// What packages locked by pnpm need. Settings that say which packages there are and how they are
// laid out come along, one by one; all others stay away, for they name programs, hosts and versions
// of pnpm itself to run (https://pnpm.io/settings).
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/node_locks.hpp"
#include "repo/checks/prepare_node.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

enum class SettingKind : std::uint8_t { flag, number, words, table };
struct SettingRow {
  std::string_view name;  // as pnpm-workspace.yaml and package.json have it
  SettingKind kind;
};
constexpr SettingRow kPnpmSettings[] = {
    {"autoInstallPeers", SettingKind::flag},
    {"catalog", SettingKind::table},
    {"catalogs", SettingKind::table},
    {"dedupeInjectedDeps", SettingKind::flag},
    {"dedupePeerDependents", SettingKind::flag},
    {"excludeLinksFromLockfile", SettingKind::flag},
    {"hoist", SettingKind::flag},
    {"hoistPattern", SettingKind::words},
    {"hoistWorkspacePackages", SettingKind::flag},
    {"ignoredOptionalDependencies", SettingKind::words},
    {"injectWorkspacePackages", SettingKind::flag},
    {"linkWorkspacePackages", SettingKind::flag},
    {"overrides", SettingKind::table},
    {"packageExtensions", SettingKind::table},
    {"patchedDependencies", SettingKind::table},
    {"peersSuffixMaxLength", SettingKind::number},
    {"preferWorkspacePackages", SettingKind::flag},
    {"publicHoistPattern", SettingKind::words},
    {"resolvePeersFromWorkspaceRoot", SettingKind::flag},
    {"shamefullyHoist", SettingKind::flag},
};
// One of the two that need no loader to be run with the tests.
constexpr std::string_view kLinker = "nodeLinker";

// `shamefullyHoist` → `shamefully-hoist`, as .npmrc has it.
std::string in_npmrc(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_upper(c)) out += '-';
    out += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// Without what .npmrc gives a meaning of its own.
bool is_plain_word(const Json& value) {
  const std::string_view text = value.text();
  return !text.empty() && text.size() < 200 && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || contains("@*!/._-", std::string_view(&c, 1));
  });
}

bool is_of_kind(const Json& value, SettingKind kind) {
  switch (kind) {
    case SettingKind::flag: return value.is_bool();
    case SettingKind::number: return value.is_int();
    case SettingKind::words:
      return value.is_array() &&
             std::all_of(value.items().begin(), value.items().end(), &is_plain_word);
    case SettingKind::table: return value.is_object();
  }
  return false;
}

void take_settings(const Json& from, Json& settings) {
  for (const SettingRow& row : kPnpmSettings) {
    const Json& value = from[row.name];
    if (is_of_kind(value, row.kind)) settings.set(row.name, value);
  }
  const std::string_view linker = from[kLinker].text();
  if (linker == "hoisted" || linker == "isolated") settings.set(kLinker, linker);
}

// Lines `hoist=false` and `public-hoist-pattern[]=*x*`, as the other files have them.
Json npmrc_settings(std::string_view text) {
  Json all = Json::object();
  for (const std::string_view line : split_lines(text)) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    std::string_view key = trim(line.substr(0, equals));
    const std::string_view value = trim(line.substr(equals + 1));
    const bool listed = key.ends_with("[]");
    if (listed) key.remove_suffix(2);
    if (key == in_npmrc(kLinker)) all.set(kLinker, value);
    for (const SettingRow& row : kPnpmSettings) {
      if (key != in_npmrc(row.name)) continue;
      if (row.kind == SettingKind::flag) all.set(row.name, value == "true");
      if (row.kind == SettingKind::words && listed) {
        Json list = all[row.name];
        all.set(row.name, list.push(value));
      }
    }
  }
  return all;
}

std::string as_npmrc(const Json& settings) {
  std::string lines;
  for (const auto& [name, value] : settings.members()) {
    for (const Json& item : value.items()) {
      lines += in_npmrc(name) + "[]=" + item.string_or("") + "\n";
    }
    if (value.is_bool() || value.is_int()) lines += in_npmrc(name) + "=" + value.dump() + "\n";
    if (value.is_string()) lines += in_npmrc(name) + "=" + value.string_or("") + "\n";
  }
  return lines;
}

// The first document; null where there is none that can be read.
Json workspace_file(const NodeRoot& root, const RepoView& view) {
  const auto text = view.text(root.beside("pnpm-workspace.yaml"));
  if (!text) return {};
  const auto documents = syntax::parse_yaml(*text);
  return documents && !documents->empty() ? documents->front() : Json();
}

// Under names that pnpm reads for nothing else.
void add_patches(const NodeRoot& root, const RepoView& view, const Json& patches,
                 Preparation& plan) {
  for (const auto& [package, value] : patches.members()) {
    const std::string path = root.beside(value.text());
    const bool named = path.ends_with(".patch") || path.ends_with(".diff");
    const auto text = named ? view.text(path) : std::nullopt;
    if (text) plan.files.emplace(path, *text);
  }
}

// Settings in all places where a pnpm looks for them: older ones in package.json and .npmrc, later
// ones in pnpm-workspace.yaml.
void add_settings(const NodeRoot& root, const RepoView& view, const NodeLock& lock,
                  Preparation& plan) {
  const Json workspace = workspace_file(root, view);
  Json settings = Json::object();
  take_settings(root.manifest->data["pnpm"], settings);
  take_settings(npmrc_settings(view.text(root.beside(".npmrc")).value_or("")), settings);
  take_settings(workspace, settings);
  take_settings(lock.settings, settings);  // else pnpm would find them changed
  add_patches(root, view, settings["patchedDependencies"], plan);
  plan.files.emplace(root.beside(".npmrc"), as_npmrc(settings));
  Json manifest = manifest_for_install(root.manifest->data);
  manifest.set("pnpm", settings);
  plan.files[root.manifest->path.text()] = manifest.pretty();
  const bool later = parse_int(lock.version.substr(0, lock.version.find('.'))).value_or(0) >= 9;
  if (workspace.is_null() && !later) return;
  Json packages = Json::array();
  for (const Json& pattern : workspace["packages"].items()) {
    if (pattern.is_string()) packages.push(pattern);
  }
  // Of a workspace of one package.
  if (packages.items().empty()) packages.push(".");
  settings.set("packages", packages);
  plan.files.emplace(root.beside("pnpm-workspace.yaml"), settings.pretty());
}

// The lock itself: without documents before it, which are of pnpm and its plugins, and without the
// digest of what changes packages as they are read: nobody runs that, its work is in the lock.
std::string lock_alone(std::string_view lock) {
  std::string text;
  for (const std::string_view line : split(lock, '\n')) {
    if (line == "---" || line == "---\r") text.clear();
    if (line.starts_with("---") || line.starts_with("pnpmfileChecksum:")) continue;
    text += line;
    text += '\n';
  }
  return text;
}

struct Readers {
  long long oldest;
  long long newest;  // 0: none is known that does not
  std::string_view advised;
};
// Which versions of pnpm install from a lock of that format as it is.
Readers readers_of(std::string_view lock_version) {
  const long long format = parse_int(lock_version.substr(0, lock_version.find('.'))).value_or(0);
  if (format <= 5) return {3, 7, "7"};
  if (format == 6) return {8, 9, "8"};
  return {9, 0, ""};
}

bool reads(const Readers& readers, std::string_view version) {
  const auto major = parse_int(version.substr(0, version.find('.'))).value_or(0);
  return major >= readers.oldest && (readers.newest == 0 || major <= readers.newest);
}

Program pnpm_program(const NodeRoot& root, const NodeLock& lock) {
  const Readers readers = readers_of(lock.version);
  const std::string declared = declared_version(root, "pnpm");
  std::string major(readers.advised);
  if (reads(readers, declared)) major = declared.substr(0, declared.find('.'));
  const std::string install = "npm install -g pnpm" + (major.empty() ? "" : "@" + major);
  Program program{.name = "pnpm", .install = "it with " + install};
  const std::string path = root.beside("pnpm-lock.yaml");
  program.suits = [=, version = lock.version](std::string_view installed) -> Status {
    if (reads(readers, installed)) return Done{};
    return fail(Errc::not_found, path + " has format " + printable(version, 20) + ", which pnpm " +
                                     printable(installed, 20) + " does not read (" + install + ")");
  };
  // ` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with …`
  program.complaint = [](std::string_view output) {
    constexpr std::string_view kMark = "ERR_PNPM_";
    const auto at = output.find(kMark);
    if (at == std::string_view::npos) return std::string();
    std::string_view line = output.substr(at + kMark.size());
    const auto code = line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    const std::string_view said = trim(line.substr(0, line.find('\n')));
    line = code == std::string_view::npos ? said : line.substr(code);
    line = trim(line.substr(0, line.find('\n')));
    while (line.starts_with(']') || line.starts_with(':')) line = trim(line.substr(1));
    return std::string(line.empty() ? said : line);
  };
  return program;
}

// The two prefixes are those of pnpm up to 10 and from 11 on.
void add_pnpm_environment(Environment& variables) {
  const std::pair<const char*, const char*> kSettings[] = {
      {"manage_package_manager_versions", "false"},
      {"package_manager_strict", "false"},
      {"package_manager_strict_version", "false"},
      {"pm_on_fail", "ignore"},
      {"ignore_scripts", "true"},
      {"ignore_pnpmfile", "true"},
      {"enable_global_virtual_store", "false"},
      {"engine_strict", "false"},
      {"strict_dep_builds", "false"},
      {"side_effects_cache", "false"},
      {"update_notifier", "false"},
      {"minimum_release_age", "0"},
      {"fetch_retries", "1"},
      {"fetch_timeout", "60000"},
  };
  for (const auto& [name, value] : kSettings) {
    for (const char* prefix : {"npm_config_", "pnpm_config_"}) {
      variables.emplace_back(std::string(prefix) + name, value);
    }
  }
}

std::vector<Step> pnpm_steps(Workbench& bench, const PackageSource& source) {
  Step step{
      .argv = {"pnpm", "install", "--frozen-lockfile", "--ignore-scripts", "--ignore-pnpmfile",
               "--reporter=append-only", "--store-dir=" + bench.cache("pnpm").for_command(),
               "--registry=" + source.url},
      .environment = fetching_environment(bench)};
  add_pnpm_environment(step.environment);
  return {std::move(step)};
}

}  // namespace

Result<std::optional<Preparation>> pnpm_preparation(const NodeRoot& root, const RepoView& view) {
  const std::string path = root.beside("pnpm-lock.yaml");
  TRY_ASSIGN(const RepoPath lock_path, RepoPath::from_git(path));
  TRY_ASSIGN(const std::string text, view.read(lock_path, kNodeLockBytesMax));
  const Result<NodeLock> lock = read_pnpm_lock(text);
  if (!lock) return fail(Errc::invalid, path + " cannot be read: " + lock.error().message);
  TRY(only_packages(lock->others, path));
  Preparation plan = preparation_of(root, view, "pnpm-lock.yaml", lock_alone(text));
  add_settings(root, view, *lock, plan);
  plan.program = pnpm_program(root, *lock);
  plan.version_of = {"pnpm", "--version"};
  plan.named = lock->named;
  plan.steps = pnpm_steps;
  return std::optional(std::move(plan));
}

}  // namespace pawl::repo
