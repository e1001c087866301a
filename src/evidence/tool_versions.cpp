#include "evidence/tool_versions.hpp"

#include <set>

#include "base/text/text.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::evidence {
namespace {

constexpr std::size_t kVersionBytesMax = 120;

std::string version_of(const ParserPorts& ports, const std::string& program) {
  const std::optional<repo::Tool> tool = repo::find_tool(program, ports.path_list);
  if (!tool) return {};
  os::Command command;
  command.argv = {tool->path, program == "go" ? "version" : "--version"};
  command.environment = {{"PATH", ports.path_list}, {"LC_ALL", "C.UTF-8"}};
  command.folder = ports.folder->path_for_sandbox();
  command.deadline = ports.deadline;
  command.cancel = ports.cancel;
  const auto confined = ports.sandbox.confine(
      std::move(command),
      {.folder = ports.folder->path_for_sandbox(), .read_only = tool->read_only});
  if (!confined) return {};
  const auto finished = ports.processes.run(*confined);
  if (!finished || !finished->succeeded()) return {};
  const auto lines = split_lines(trim(finished->out.empty() ? finished->err : finished->out));
  return lines.empty() ? std::string() : printable(trim(lines.front()), kVersionBytesMax);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> tool_versions(
    const ParserPorts& ports, std::span<const std::string> programs) {
  std::vector<std::pair<std::string, std::string>> versions;
  for (const std::string& program : std::set<std::string>(programs.begin(), programs.end())) {
    versions.emplace_back(program, version_of(ports, program));
  }
  return versions;
}

}  // namespace pawl::evidence
