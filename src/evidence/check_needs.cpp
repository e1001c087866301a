#include "evidence/check_needs.hpp"

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "repo/checks/prepare.hpp"
#include "repo/xml.hpp"
#include "syntax/data/data.hpp"

namespace pawl::evidence {
namespace {

constexpr std::size_t kSettingsBytesMax = 1U << 20U;

class Settings {
 public:
  explicit Settings(const os::Ports& ports) : ports_(ports) {}

  std::string variable(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      for (const auto& [key, value] : ports_.environment) {
        if (key == name && !value.empty()) return value;
      }
    }
    return {};
  }
  std::string text(const std::string& path) const {
    return ports_.files.read(path, kSettingsBytesMax).value_or({});
  }
  std::string home(std::string_view name) const {
    const std::string home = variable({"HOME"});
    return home.starts_with('/') ? os::join_path(home, name) : "/nonexistent";
  }

 private:
  const os::Ports& ports_;
};

// The value of `key = value` on a line of its own.
std::string value_in(std::string_view text, std::string_view key) {
  for (const std::string_view line : split_lines(text)) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != key) continue;
    return std::string(trim(line.substr(equals + 1)));
  }
  return {};
}

std::string npm_mirror(const Settings& settings) {
  const std::string said = settings.variable({"npm_config_registry", "NPM_CONFIG_REGISTRY"});
  return said.empty() ? value_in(settings.text(settings.home(".npmrc")), "registry") : said;
}

std::string pip_mirror(const Settings& settings) {
  std::string said = settings.variable({"PIP_INDEX_URL"});
  for (const std::string& path : {settings.home(".config/pip/pip.conf"),
                                  settings.home(".pip/pip.conf"), std::string("/etc/pip.conf")}) {
    if (said.empty()) said = value_in(settings.text(path), "index-url");
  }
  return said;
}

// The first of `https://a,https://b,direct`.
std::string go_mirror(const Settings& settings) {
  std::string said = settings.variable({"GOPROXY"});
  if (said.empty()) said = value_in(settings.text(settings.home(".config/go/env")), "GOPROXY");
  return said.substr(0, said.find_first_of(",|"));
}

std::string cargo_mirror(const Settings& settings) {
  for (const char* name : {".cargo/config.toml", ".cargo/config"}) {
    const Result<Json> data = syntax::parse_toml(settings.text(settings.home(name)));
    if (!data) continue;
    const Json& sources = (*data)["source"];
    const std::string with = sources["crates-io"]["replace-with"].string_or("");
    const std::string registry = sources[with]["registry"].string_or("");
    if (registry.starts_with("sparse+")) return registry.substr(7);
  }
  return {};
}

// `BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/: "https://a"`, also for all registries together.
std::string bundler_mirror(const Settings& settings) {
  const std::string text = settings.text(settings.home(".bundle/config"));
  for (const std::string_view key :
       {"BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/", "BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG",
        "BUNDLE_MIRROR__ALL"}) {
    if (std::string said = settings.variable({key}); !said.empty()) return said;
    for (const std::string_view line : split_lines(text)) {
      if (!line.starts_with(std::string(key) + ": ")) continue;
      return replace_all(trim(line.substr(key.size() + 2)), "\"", "");
    }
  }
  return {};
}

// That of Maven Central in the user's settings (https://maven.apache.org/settings.html#Mirrors).
std::string maven_mirror(const Settings& settings) {
  const repo::XmlElement root = repo::parse_xml(settings.text(settings.home(".m2/settings.xml")));
  const repo::XmlElement* mirrors = root.child("mirrors");
  if (mirrors == nullptr) return {};
  for (const repo::XmlElement& one : mirrors->children) {
    const repo::XmlElement* of = one.child("mirrorOf");
    const repo::XmlElement* url = one.child("url");
    if (of == nullptr || url == nullptr) continue;
    const auto names = split(of->text, ',');
    const bool central = std::any_of(names.begin(), names.end(), [](std::string_view name) {
      return among({"*", "central", "external:*"}, trim(name));
    });
    if (central && !contains(of->text, "!central")) return std::string(trim(url->text));
  }
  return {};
}

std::string own_mirror(const Settings& settings, std::string_view manager) {
  if (manager == "npm") return npm_mirror(settings);
  if (manager == "pip") return pip_mirror(settings);
  if (manager == "go") return go_mirror(settings);
  if (manager == "cargo") return cargo_mirror(settings);
  if (manager == "bundler") return bundler_mirror(settings);
  if (manager == "maven") return maven_mirror(settings);
  return {};
}

// `npm=https://a; pip=https://b`.
std::string configured_mirror(std::string_view setting, std::string_view manager) {
  for (const std::string_view part : split(setting, ';')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos || trim(part.substr(0, equals)) != manager) continue;
    return std::string(trim(part.substr(equals + 1)));
  }
  return {};
}

std::vector<repo::PackageSource> package_sources(const Settings& settings,
                                                 const config::Config& config) {
  std::vector<repo::PackageSource> sources = repo::public_sources();
  for (repo::PackageSource& source : sources) {
    std::string mirror = configured_mirror(config.check_mirrors, source.manager);
    if (mirror.empty()) mirror = own_mirror(settings, source.manager);
    const auto host = os::GateHost::of_url(mirror);
    if (!host || host == os::GateHost::of_url(source.url)) continue;
    // What a lock names by its public address is asked for at the mirror.
    source.aliases = std::move(source.others);
    source.aliases.push_back(source.url);
    source.others.clear();
    source.url = without_credentials(mirror);
  }
  return sources;
}

bool lends(const config::Config& config, std::string_view what) {
  const auto parts = split(config.check_lend, ',');
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view one) { return trim(one) == what; });
}

}  // namespace

std::string without_credentials(std::string_view url) {
  const auto start = url.find("://");
  if (start == std::string_view::npos) return std::string(url);
  const std::string_view rest = url.substr(start + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  const auto at = authority.rfind('@');
  if (at == std::string_view::npos) return std::string(url);
  return std::string(url.substr(0, start + 3)) + std::string(rest.substr(at + 1));
}

std::string setup_command(std::string_view setting, std::string_view name) {
  const std::string_view last = name.substr(name.rfind('/') + 1);
  const std::string lines = replace_all(setting, ";;", "\n");
  for (const std::string_view line : split_lines(lines)) {
    const auto colon = line.find(": ");
    if (colon == std::string_view::npos) continue;
    const std::string_view of = trim(line.substr(0, colon));
    if (of == name || of == last || of == "*") return std::string(trim(line.substr(colon + 2)));
  }
  return {};
}

repo::Needs check_needs(const os::Ports& ports, const config::Config& config,
                        const store::Layout& layout, const git::Target& target) {
  const Settings settings(ports);
  repo::Needs needs;
  needs.setup = setup_command(config.check_setup, target.name);
  const bool local = target.kind == git::TargetKind::local;
  if (local && lends(config, "checkout")) needs.lent_from = target.location;
  needs.lend_maven = lends(config, "maven");
  needs.deadline = Seconds(config.prepare_timeout_s);
  if (!config.prepare_checks) return needs;
  needs.folder = layout.prepared_folder();
  needs.now = ports.clock.now();
  needs.sources = package_sources(settings, config);
  const std::string proxy = settings.variable({"https_proxy", "HTTPS_PROXY", "http_proxy"});
  needs.proxy = os::GateHost::of_url(contains(proxy, "://") ? proxy : "http://" + proxy);
  return needs;
}

}  // namespace pawl::evidence
