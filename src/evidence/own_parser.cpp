#include "evidence/own_parser.hpp"

#include <vector>

#include "base/text/text.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::evidence {
namespace {

using syntax::Language;

constexpr std::string_view kPythonScript =
    "import ast, sys\n"
    "try:\n"
    "    ast.parse(sys.stdin.buffer.read())\n"
    "except (SyntaxError, ValueError):\n"
    "    sys.stdout.write('faulty')\n"
    "else:\n"
    "    sys.stdout.write('sound')\n";

struct Question {
  std::vector<std::string> argv;
  std::string_view sound;   // what standard output holds for a sound text; empty: any
  std::string_view faulty;  // what either output holds for a faulty one; empty: never sure
};

std::vector<Question> questions(Language language) {
  switch (language) {
    case Language::python:
      return {{{"python3", "-I", "-S", "-c", std::string(kPythonScript)}, "sound", "faulty"}};
    case Language::go: return {{{"gofmt", "-e"}, "", "<standard input>:"}};
    case Language::ruby: return {{{"ruby", "-c"}, "Syntax OK", "-:"}};
    case Language::bash: return {{{"bash", "--norc", "-n"}, "", "syntax error"}};
    case Language::javascript:
      return {{{"node", "--check", "--input-type=module", "-"}, "", ""},
              {{"node", "--check", "--input-type=commonjs", "-"}, "", ""}};
    case Language::rust: return {{{"rustfmt", "--edition", "2021", "--emit", "stdout"}, "", ""}};
    default: return {};
  }
}

// Scripts of other shells carry their endings and are no Bash.
bool is_foreign_script(Language language, std::string_view text) {
  if (language != Language::bash || !text.starts_with("#!")) return false;
  const std::string_view first = text.substr(0, text.find('\n'));
  return !contains(first, "bash") && !first.ends_with("/sh") && !first.ends_with(" sh");
}

std::optional<bool> ask(const ParserPorts& ports, const Question& question,
                        const std::string& text) {
  const std::optional<repo::Tool> tool = repo::find_tool(question.argv.front(), ports.path_list);
  if (!tool) return std::nullopt;
  os::Command command;
  command.argv = question.argv;
  command.argv[0] = tool->path;
  command.environment = {{"PATH", ports.path_list}, {"LC_ALL", "C.UTF-8"}};
  command.folder = ports.folder->path_for_sandbox();
  command.input = text;
  command.deadline = ports.deadline;
  command.cancel = ports.cancel;
  os::SandboxPolicy policy;
  policy.folder = command.folder;
  policy.read_only = tool->read_only;
  const auto confined = ports.sandbox.confine(std::move(command), policy);
  if (!confined) return std::nullopt;
  const auto finished = ports.processes.run(*confined);
  if (!finished || finished->ending != os::Ending::exited) return std::nullopt;
  const bool said = question.sound.empty() || contains(finished->out, question.sound);
  if (finished->exit_code == 0 && said) return true;
  const bool refused = !question.faulty.empty() && (contains(finished->out, question.faulty) ||
                                                    contains(finished->err, question.faulty));
  if (refused) return false;
  return std::nullopt;
}

}  // namespace

OwnParser own_parser(ParserPorts ports) {
  return [ports = std::move(ports)](Language language, const RepoPath&,
                                    const std::string& text) -> std::optional<bool> {
    if (is_foreign_script(language, text)) return std::nullopt;
    for (const Question& question : questions(language)) {
      const std::optional<bool> answer = ask(ports, question, text);
      if (answer) return answer;
    }
    return std::nullopt;
  };
}

}  // namespace pawl::evidence
