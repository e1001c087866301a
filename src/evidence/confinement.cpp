#include "evidence/confinement.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/fixed_words.hpp"
#include "os/files/files.hpp"

namespace pawl::evidence {
namespace {

// Below HOME. HOME itself is hidden where it lies in something that is shown; these are hidden also
// in a part of HOME that is shown for a toolchain.
constexpr auto kInHome = fixed_words(
    ".ssh", ".gnupg", ".password-store", ".local/share/keyrings", ".netrc", ".git-credentials",
    ".config/git/credentials", ".config/gh", ".config/hub", ".config/glab-cli", ".npmrc",
    ".yarnrc.yml", ".pypirc", ".config/pip", ".cargo/credentials", ".cargo/credentials.toml",
    ".gem/credentials", ".m2/settings.xml", ".m2/settings-security.xml",
    ".gradle/gradle.properties", ".docker", ".config/containers", ".kube", ".aws", ".azure",
    ".config/gcloud", ".config/doctl", ".config/hcloud", ".oci", ".terraform.d", ".terraformrc",
    ".vault-token", ".config/op", ".claude", ".claude.json", ".codex", ".gemini",
    ".config/opencode", ".copilot", ".mozilla", ".config/google-chrome", ".config/chromium",
    ".bash_history", ".zsh_history", ".local/share/fish/fish_history", ".python_history",
    ".node_repl_history", ".psql_history", ".pgpass", ".my.cnf");

constexpr auto kSockets = fixed_words(
    "/run/docker.sock", "/var/run/docker.sock", "/run/podman", "/run/containerd", "/run/crio",
    "/run/lxd.socket", "/var/lib/lxd/unix.socket", "/run/libvirt", "/run/dbus", "/run/systemd");

// Variables that name a socket or a folder of sockets, as a path or as `unix://PATH`.
constexpr auto kSocketVariables = fixed_words(
    "DOCKER_HOST", "CONTAINER_HOST", "XDG_RUNTIME_DIR", "SSH_AUTH_SOCK", "GNUPGHOME",
    "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE", "KUBECONFIG", "DOCKER_CONFIG",
    "GOOGLE_APPLICATION_CREDENTIALS", "AZURE_CONFIG_DIR", "NETRC", "NPM_CONFIG_USERCONFIG",
    "PIP_CONFIG_FILE", "CARGO_REGISTRY_CREDENTIALS_FILE", "VAULT_TOKEN_FILE");

std::string value_of(const os::Ports& ports, std::string_view wanted) {
  for (const auto& [name, value] : ports.environment) {
    if (name == wanted) return value;
  }
  return {};
}

void add(std::vector<std::string>& places, const std::string& path) {
  if (!path.starts_with('/') || path == "/") return;
  const std::string clean = os::absolute_path(path);
  for (const std::string& one : {clean, os::canonical_path(clean).value_or(clean)}) {
    if (std::find(places.begin(), places.end(), one) == places.end()) places.push_back(one);
  }
}

}  // namespace

std::vector<std::string> covered_places(const os::Ports& ports, const store::Layout& layout) {
  std::vector<std::string> places;
  add(places, layout.config_folder);
  add(places, layout.state_folder);
  const std::string home = value_of(ports, "HOME");
  add(places, home);
  for (const std::string_view part : kInHome) {
    if (home.starts_with('/')) add(places, os::join_path(home, part));
  }
  for (const std::string_view socket : kSockets) add(places, std::string(socket));
  for (const std::string_view name : kSocketVariables) {
    std::string value = value_of(ports, name);
    if (value.starts_with("unix://")) value.erase(0, 7);
    add(places, value);
  }
  return places;
}

os::Sandbox make_sandbox(const os::Ports& ports, const config::Config& config,
                         const store::Layout& layout) {
  os::SandboxSetup setup;
  setup.off = config.sandbox == "off";
  setup.covered = covered_places(ports, layout);
  const auto mebibytes = [](std::int64_t count) {
    return static_cast<std::uint64_t>(count) << 20U;
  };
  if (config.sandbox_memory_mib > 0) {
    setup.limits.memory_bytes = mebibytes(config.sandbox_memory_mib);
  }
  setup.limits.disk_bytes = mebibytes(config.sandbox_disk_mib);
  setup.limits.processes = static_cast<std::uint64_t>(config.sandbox_processes);
  return os::Sandbox::probe_later(ports.processes, std::move(setup));
}

std::function<const os::Sandbox&()> lazy_sandbox(const os::Ports& ports,
                                                 const config::Config& config,
                                                 const store::Layout& layout) {
  auto made = std::make_shared<std::optional<os::Sandbox>>();
  return [=, &ports, &config, &layout]() -> const os::Sandbox& {
    if (!*made) made->emplace(make_sandbox(ports, config, layout));
    return **made;
  };
}

}  // namespace pawl::evidence
