#include "cli/kit/gh_login.hpp"

#include "base/text/text.hpp"
#include "forge/github/host.hpp"
#include "syntax/data/data.hpp"

namespace pawl::cli {
namespace {

constexpr Milliseconds kGhPatience{10'000};
constexpr std::size_t kTokenMax = 1000;

std::string variable(const os::Ports& ports, std::string_view name) {
  for (const auto& [key, value] : ports.environment) {
    if (key == name) return value;
  }
  return {};
}

// As gh finds it: https://cli.github.com/manual/gh_help_environment
std::string hosts_file(const os::Ports& ports) {
  std::string folder = variable(ports, "GH_CONFIG_DIR");
  if (folder.empty()) {
    const std::string config = variable(ports, "XDG_CONFIG_HOME");
    if (!config.empty()) folder = config + "/gh";
  }
  if (folder.empty()) {
    const std::string home = variable(ports, "HOME");
    if (!home.empty()) folder = home + "/.config/gh";
  }
  return folder.starts_with('/') ? folder + "/hosts.yml" : std::string();
}

// What gh keeps of that host; null when it has no login there.
Json entry_of(const os::Ports& ports, const std::string& host) {
  const std::string file = hosts_file(ports);
  if (file.empty()) return {};
  const Result<std::string> text = ports.files.read(file);
  if (!text) return {};
  const Result<std::vector<Json>> documents = syntax::parse_yaml(*text);
  if (!documents || documents->empty()) return {};
  return documents->front()[host];
}

bool is_token(std::string_view text) {
  return !text.empty() && text.size() <= kTokenMax && !contains(text, "\n") && !contains(text, " ");
}

std::string ask_gh(os::Ports& ports, const std::string& host) {
  os::Command command;
  command.argv = {"gh", "auth", "token", "--hostname", host};
  for (const auto& [name, value] : ports.environment) {
    // What gh needs to find its configuration and the keyring.
    for (const std::string_view wanted : {"PATH", "HOME", "GH_CONFIG_DIR", "XDG_CONFIG_HOME",
                                          "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"}) {
      if (name == wanted) command.environment.emplace_back(name, value);
    }
  }
  command.folder = "/";
  command.deadline = kGhPatience;
  command.cancel = &ports.cancel;
  const Result<os::Finished> finished = ports.processes.run(command);
  if (!finished || !finished->succeeded()) return {};
  return std::string(trim(finished->out));
}

}  // namespace

void learn_gh_login(os::Ports& ports, config::Resolved& resolved) {
  config::Config& config = resolved.config;
  if (!config.github_token.empty() || !config.github_app_id.empty() || !config.github_gh_login) {
    return;
  }
  const Result<forge::GithubHost> host = forge::github_host(config.github_api_url);
  if (!host) return;
  const std::string name = host->name.substr(0, host->name.find(':'));
  const Json entry = entry_of(ports, name);
  if (entry.is_null()) return;
  std::string token = entry["oauth_token"].string_or("");
  const bool in_file = is_token(token);
  if (!in_file) token = ask_gh(ports, name);
  if (!is_token(token)) return;
  config.github_token = Secret(token);
  resolved.redactor.add(config.github_token);
  resolved.sources["github.token"] = in_file ? "gh (hosts.yml)" : "gh (auth token)";
}

}  // namespace pawl::cli
