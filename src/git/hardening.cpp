#include "git/hardening.hpp"

#include <array>
#include <string_view>

namespace pawl::git {
namespace {

struct Setting {
  std::string_view key;
  std::string_view value;
};

// Command scope wins over the configuration of the repository, and safe.directory counts nowhere
// else. Keys that name a program are given one that does nothing.
constexpr auto kSettings = std::to_array<Setting>({
    {"safe.directory", "*"},
    {"core.hooksPath", "/dev/null"},
    {"core.fsmonitor", "false"},
    {"core.pager", "cat"},
    {"core.editor", "/bin/false"},
    {"core.alternateRefsCommand", "true"},
    {"core.attributesFile", "/dev/null"},
    {"core.quotePath", "false"},
    {"core.autocrlf", "false"},
    {"core.safecrlf", "false"},
    {"diff.external", ""},
    {"protocol.ext.allow", "never"},
    {"credential.helper", ""},
    {"gpg.program", "/bin/false"},
    {"commit.gpgSign", "false"},
    {"tag.gpgSign", "false"},
    {"push.gpgSign", "false"},
    {"log.showSignature", "false"},
    {"gc.auto", "0"},
    {"maintenance.auto", "false"},
    {"submodule.recurse", "false"},
    {"fetch.recurseSubmodules", "false"},
    {"push.recurseSubmodules", "no"},
    {"clone.defaultRemoteName", "origin"},
    {"color.ui", "false"},
});

constexpr auto kEnvironment = std::to_array<Setting>({
    {"HOME", "/nonexistent"},
    {"LC_ALL", "C"},
    {"TZ", "UTC"},
    {"GIT_CONFIG_NOSYSTEM", "1"},
    {"GIT_CONFIG_SYSTEM", "/dev/null"},
    {"GIT_CONFIG_GLOBAL", "/dev/null"},
    {"GIT_ATTR_NOSYSTEM", "1"},
    {"GIT_TERMINAL_PROMPT", "0"},
    {"GIT_ASKPASS", "/bin/false"},
    {"SSH_ASKPASS", "/bin/false"},
    {"GIT_SSH_COMMAND", "ssh -oBatchMode=yes -oConnectTimeout=30"},
    {"GIT_OPTIONAL_LOCKS", "0"},
    {"GIT_LITERAL_PATHSPECS", "1"},
    {"GIT_NO_REPLACE_OBJECTS", "1"},
    {"GIT_PAGER", "cat"},
    {"GIT_EDITOR", "/bin/false"},
});

std::string with_settings(std::string_view program) {
  return "git -c safe.directory='*' -c core.hooksPath=/dev/null -c core.fsmonitor=false "
         "-c core.alternateRefsCommand=true -c gc.auto=0 -c maintenance.auto=false "
         "-c receive.autogc=false -c receive.denyCurrentBranch=refuse " +
         std::string(program);
}

}  // namespace

Environment hardened_environment(const GitOptions& options, bool remote) {
  Environment out;
  out.emplace_back("PATH", options.path_list);
  for (const Setting& item : kEnvironment) out.emplace_back(item.key, item.value);
  const std::string name = plain_name(options.identity.name);
  const std::string email = plain_name(options.identity.email);
  out.emplace_back("GIT_AUTHOR_NAME", name);
  out.emplace_back("GIT_AUTHOR_EMAIL", email);
  out.emplace_back("GIT_COMMITTER_NAME", name);
  out.emplace_back("GIT_COMMITTER_EMAIL", email);

  std::size_t count = 0;
  const auto configure = [&](std::string key, std::string value) {
    const std::string index = std::to_string(count++);
    out.emplace_back("GIT_CONFIG_KEY_" + index, std::move(key));
    out.emplace_back("GIT_CONFIG_VALUE_" + index, std::move(value));
  };
  for (const Setting& item : kSettings) configure(std::string(item.key), std::string(item.value));
  // A local run must not reach for the network, not even for objects of a partial clone.
  out.emplace_back("GIT_ALLOW_PROTOCOL", remote ? "http:https:ssh" : "none");
  if (remote) {
    if (options.credentials && !options.credentials->token.empty()) {
      configure("http." + options.credentials->url_prefix + ".extraHeader",
                authorization_header(options.credentials->token));
    }
    for (const auto& item : options.remote_environment) out.push_back(item);
  } else {
    out.emplace_back("GIT_NO_LAZY_FETCH", "1");
  }
  out.emplace_back("GIT_CONFIG_COUNT", std::to_string(count));
  return out;
}

std::string plain_name(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '<' && c != '>' && static_cast<unsigned char>(c) >= 0x20) out += c;
  }
  return out;
}

std::string authorization_header(const Secret& token) {
  return "Authorization: Basic " + base64("x-access-token:" + token.reveal());
}

std::string local_upload_pack() { return with_settings("upload-pack"); }
std::string local_receive_pack() { return with_settings("receive-pack"); }

}  // namespace pawl::git
