#include "evidence/scanners.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "evidence/sarif.hpp"
#include "os/sandbox/sandbox.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::evidence {
namespace {

constexpr std::size_t kSarifBytesMax = 64U << 20U;
constexpr std::uint64_t kMemory = 8ULL << 30U;

bool wants(const guards::Policy& policy, std::string_view id) {
  const guards::Guard* guard = guards::find(id);
  return guard != nullptr && policy.wants(*guard);
}

// A pack of the registry or a URL; anything else is a file.
bool is_remote(std::string_view rules) {
  return rules == "auto" || rules.starts_with("p/") || rules.starts_with("r/") ||
         rules.starts_with("s/") || contains(rules, "://");
}

Scanner semgrep(const config::Config& config) {
  const std::string& rules = config.semgrep_config;
  return {.tool = "semgrep",
          .argv = {config.semgrep_program, "scan", "--config", rules, "--sarif", "--quiet",
                   "--metrics", rules == "auto" ? "on" : "off", "--disable-version-check", "."},
          .deadline = Seconds(config.semgrep_timeout_s),
          .network = is_remote(rules),
          .rules = is_remote(rules) ? std::string() : rules};
}

Scanner trivy(const config::Config& config, const std::string& cache) {
  return {.tool = "trivy",
          .argv = {config.trivy_program, "fs", "--quiet", "--scanners", "vuln,secret,misconfig",
                   "--format", "sarif", "--exit-code", "0", "--cache-dir", cache, "--skip-dirs",
                   "node_modules,vendor,dist,build", "."},
          .deadline = Seconds(config.trivy_timeout_s),
          .network = true,
          .rules = {}};
}

Result<Scanner> configured(std::string_view entry, Seconds deadline) {
  const auto equals = entry.find('=');
  const std::string name(trim(entry.substr(0, equals)));
  const auto words = equals == std::string_view::npos ? std::vector<std::string_view>()
                                                      : split_words(entry.substr(equals + 1));
  if (name.empty() || words.empty()) {
    return fail(Errc::invalid, "guards.scanners: \"" + printable(entry, 100) +
                                   "\" is not name=command with arguments");
  }
  if (name == "semgrep" || name == "trivy") {
    return fail(Errc::invalid, "guards.scanners: " + name + " has settings of its own, guards." +
                                   name + " switches it on");
  }
  Scanner scanner{.tool = name, .argv = {}, .deadline = deadline, .rules = {}};
  for (const std::string_view word : words) scanner.argv.emplace_back(word);
  return scanner;
}

Result<os::Command> command_of(const Scanner& scanner, const ScanPorts& ports,
                               const repo::Tool& program, const std::string& tree) {
  os::Command command;
  command.argv = scanner.argv;
  command.argv[0] = program.path;
  if (!scanner.rules.empty()) {
    std::replace(command.argv.begin(), command.argv.end(), scanner.rules,
                 os::join_path(ports.folder.path_for_sandbox() + "/base", scanner.rules));
  }
  command.environment = {{"PATH", os::parent_path(program.path) + ":" + ports.path_list},
                         {"LANG", "C.UTF-8"},
                         {"LC_ALL", "C.UTF-8"},
                         {"TZ", "UTC"},
                         {"NO_COLOR", "1"}};
  command.folder = tree;
  command.deadline = scanner.deadline;
  command.output_bytes_max = kSarifBytesMax;
  command.cancel = ports.ports.cancel;
  command.limits.memory_bytes = kMemory;
  os::SandboxPolicy policy;
  policy.folder = ports.folder.path_for_sandbox();
  policy.read_only = program.read_only;
  policy.network = scanner.network;
  return ports.ports.sandbox.confine(std::move(command), policy);
}

// A file of the tree, never through a link the target or a scanner made.
ReadText reader_of(const os::Tainted& folder, const std::string& side) {
  return [&folder, side](const std::string& path) -> std::optional<std::string> {
    const Result<RepoPath> checked = RepoPath::from_git(side + "/" + path);
    if (!checked) return {};
    Result<std::string> text = folder.read(*checked, repo::kReadBytesMax);
    if (!text) return {};
    return *std::move(text);
  };
}

std::string last_line(std::string_view text) {
  const auto lines = split_lines(trim(text));
  return lines.empty() ? std::string() : printable(lines.back(), 200);
}

}  // namespace

Result<std::vector<Scanner>> wanted_scanners(const config::Config& config,
                                             const guards::Policy& policy) {
  std::vector<Scanner> scanners;
  if (wants(policy, "semgrep")) scanners.push_back(semgrep(config));
  if (wants(policy, "trivy")) scanners.push_back(trivy(config, "../trivy-cache"));
  if (!wants(policy, "scanners")) return scanners;
  for (const std::string_view entry : split(config.scanners, ';')) {
    if (trim(entry).empty()) continue;
    TRY_ASSIGN(Scanner scanner, configured(entry, Seconds(config.scanners_timeout_s)));
    scanners.push_back(std::move(scanner));
  }
  return scanners;
}

Scan scan(const Scanner& scanner, const ScanPorts& ports, const std::string& side) {
  Scan out;
  const std::string& name = scanner.argv.front();
  std::optional<repo::Tool> program;
  if (name.starts_with('/')) {
    program = repo::find_tool(os::file_name(name), os::parent_path(name));
  } else {
    program = repo::find_tool(name, ports.path_list);
  }
  if (!program) return out;
  out.present = true;
  const std::string tree = os::join_path(ports.folder.path_for_sandbox(), side);
  const Result<os::Command> command = command_of(scanner, ports, *program, tree);
  if (!command) {
    out.trouble = command.error().message;
    return out;
  }
  const auto finished = ports.ports.processes.run(*command);
  if (!finished) {
    out.trouble = finished.error().to_line();
    return out;
  }
  if (finished->ending != os::Ending::exited) {
    out.trouble = finished->how_it_ended();
    return out;
  }
  auto findings = findings_of_sarif(trim(finished->out), tree, reader_of(ports.folder, side));
  if (findings) {
    out.findings = *std::move(findings);
  } else {
    const std::string said = last_line(finished->err);
    out.trouble = finished->how_it_ended() + ", " + findings.error().message +
                  (said.empty() ? "" : " (" + said + ")");
  }
  return out;
}

}  // namespace pawl::evidence
