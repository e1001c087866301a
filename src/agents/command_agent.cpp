// Any program as an agent: the prompt comes on standard input and lies in a file of its HOME; what
// it prints is its answer.
#include "agents/agents_of.hpp"
#include "agents/conclusion.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

constexpr std::string_view kPromptFile = ".pawl-prompt.md";

class CommandAgent final : public JournalledAgent {
 public:
  CommandAgent(std::string spec, std::vector<std::string> argv, AgentPorts ports)
      : JournalledAgent(std::move(spec), std::move(ports)), argv_(std::move(argv)) {}

 protected:
  Result<Work> do_work(const Order& order, EventSink& events) override {
    TRY_ASSIGN(const auto session, Session::open(ports(), order, events));
    TRY(session->put_in_home(kPromptFile, order.prompt));
    Program program{.argv = argv_, .environment = model_variables(*session)};
    program.environment.emplace_back("PAWL_PROMPT_FILE",
                                     os::join_path(session->home_inside(), kPromptFile));
    program.input = order.prompt;
    program.readable = readable_words(argv_);
    Hearing hearing(order.label, ports().redactor, events);
    TRY_ASSIGN(const Ended ended,
               session->run(program, [&](std::string_view) { session->heard(); }));
    hearing.said(ended.finished.out);
    return conclude(ended, hearing, *session, order, ports().redactor, ResultWanted::no);
  }

 private:
  std::vector<std::string> argv_;
};

}  // namespace

Result<std::vector<std::string>> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool open = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        words.back() += c;
      }
      continue;
    }
    if (c == ' ' || c == '\t') {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    open = true;
    if (c == '\'' || c == '"') {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) return fail(Errc::invalid, "a quote is not closed in: " + printable(text, 200));
  if (words.empty() || words.front().empty()) return fail(Errc::invalid, "no program is named");
  return words;
}

std::vector<std::string> readable_words(const std::vector<std::string>& argv) {
  std::vector<std::string> readable;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const auto stat = argv[i].starts_with('/') ? os::real_files()->stat(argv[i])
                                               : Result<std::optional<os::FileStat>>(std::nullopt);
    const bool is_file = stat && stat->has_value() && (*stat)->type == os::FileType::file;
    if (is_file) readable.push_back(argv[i]);
  }
  return readable;
}

std::unique_ptr<Agent> command_agent(std::string spec, std::vector<std::string> argv,
                                     AgentPorts ports) {
  return std::make_unique<CommandAgent>(std::move(spec), std::move(argv), std::move(ports));
}

}  // namespace pawl::agents
