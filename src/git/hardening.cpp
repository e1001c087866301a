#include "git/hardening.hpp"

#include <array>
#include <string_view>

#include "base/text/text.hpp"

namespace pawl::git {
namespace {

// Command scope wins over the configuration of the repository, and safe.directory counts nowhere
// else. Keys that name a program are given one that does nothing; keys that name a file to read,
// an empty one, because it could be a pipe without a writer.
constexpr auto kSettings = std::to_array<Setting>({
    {"safe.directory", "*"},
    // Programs.
    {"core.hooksPath", "/dev/null"},
    {"core.fsmonitor", "false"},
    {"core.pager", "cat"},
    {"core.editor", "/bin/false"},
    {"sequence.editor", "/bin/false"},
    {"core.askPass", "/bin/false"},
    {"core.sshCommand", "/bin/false"},  // the variable wins, where a remote is to be reached
    {"core.alternateRefsCommand", "true"},
    {"diff.external", ""},
    {"credential.helper", ""},
    {"gpg.program", "/bin/false"},
    {"gpg.openpgp.program", "/bin/false"},
    {"gpg.ssh.program", "/bin/false"},
    {"gpg.x509.program", "/bin/false"},
    {"gpg.ssh.defaultKeyCommand", "/bin/false"},
    {"commit.gpgSign", "false"},
    {"tag.gpgSign", "false"},
    {"push.gpgSign", "false"},
    {"log.showSignature", "false"},
    {"gc.auto", "0"},
    {"gc.autoDetach", "false"},
    {"maintenance.auto", "false"},
    {"receive.autogc", "false"},
    // Other repositories: submodules and remotes.
    {"submodule.recurse", "false"},
    {"fetch.recurseSubmodules", "false"},
    {"push.recurseSubmodules", "no"},
    {"status.submoduleSummary", "false"},
    {"diff.submodule", "short"},
    {"protocol.ext.allow", "never"},
    {"transfer.bundleURI", "false"},
    {"clone.defaultRemoteName", "origin"},
    {"receive.denyCurrentBranch", "refuse"},
    // Files.
    {"core.attributesFile", "/dev/null"},
    {"core.excludesFile", "/dev/null"},
    {"diff.orderFile", "/dev/null"},
    {"log.mailmap", "false"},
    {"receive.fsckObjects", "false"},   // would read fsck.skipList
    {"transfer.fsckObjects", "false"},  // likewise
    // What a repository says about itself beside its objects.
    {"core.commitGraph", "false"},
    // Answers.
    {"core.quotePath", "false"},
    {"core.autocrlf", "false"},
    {"core.safecrlf", "false"},
    {"core.bigFileThreshold", "64m"},  // larger blobs are handed on in pieces
    {"core.filesRefLockTimeout", "100"},
    {"core.packedRefsTimeout", "1000"},
    {"color.ui", "false"},
});

constexpr auto kVariables = std::to_array<Setting>({
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
    {"GIT_GRAFT_FILE", "/dev/null"},
    {"GIT_PAGER", "cat"},
    {"GIT_EDITOR", "/bin/false"},
});

// Of a git that reaches no other repository. Either is enough; a git before 2.39.4 knows only the
// protocols.
constexpr auto kLocal = std::to_array<Setting>({
    {"GIT_ALLOW_PROTOCOL", "none"},
    {"GIT_NO_LAZY_FETCH", "1"},
});

constexpr std::string_view kRemoteProtocols = "http:https:ssh";

std::string in_quotes(std::string_view text) { return "'" + replace_all(text, "'", "'\\''") + "'"; }

// A line for the shell git starts such a program with.
std::string command_line(const GitOptions& options, std::string_view program) {
  std::string line;
  for (const auto& [name, value] : hardened_environment(options, false)) {
    line += name + "=" + in_quotes(value) + " ";
  }
  return line + "git " + std::string(program);
}

}  // namespace

std::span<const Setting> hardened_settings() { return kSettings; }
std::span<const Setting> hardened_variables() { return kVariables; }

Environment hardened_environment(const GitOptions& options, bool remote) {
  Environment out;
  out.emplace_back("PATH", options.path_list);
  for (const Setting& item : kVariables) out.emplace_back(item.key, item.value);
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
  if (remote) {
    out.emplace_back("GIT_ALLOW_PROTOCOL", kRemoteProtocols);
    if (options.credentials && !options.credentials->token.empty()) {
      configure("http." + options.credentials->url_prefix + ".extraHeader",
                authorization_header(options.credentials->token));
    }
    for (const auto& item : options.remote_environment) out.push_back(item);
  } else {
    for (const Setting& item : kLocal) out.emplace_back(item.key, item.value);
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

std::string local_upload_pack(const GitOptions& options) {
  return command_line(options, "upload-pack");
}
std::string local_receive_pack(const GitOptions& options) {
  return command_line(options, "receive-pack");
}

}  // namespace pawl::git
