// `pawl fix-ci`: the checks of one pull request.
#include "cli/runs/run_command.hpp"

namespace pawl::cli {
namespace {

class FixCi final : public RunCommand {
 public:
  FixCi() : RunCommand("") {}

  std::vector<Flag> flags() override {
    return {
        {"--branch", "NAME", "the branch of the pull request", &base},
        {"--model", "SPEC", "provider:model, e.g. openai:qwen3 or anthropic:NAME", &model,
         "openai: anthropic: scripted: cassette:"},
        {"--forge", "KIND", "where the pull request is: auto, local or github", &forge,
         "auto local github"},
        {"--max-cost", "USD", "what models may cost in this run", &max_cost},
        {"--max-tokens", "N", "tokens, in and out, that models may use in this run", &max_tokens},
        {"--max-time", "TIME", "after how long no more calls to models are made: 90s, 30m, 2h",
         &max_time},
        {"--resume", "", "go on with the newest unfinished repair of the target", &resume},
        {"--no-auto-fix-ci", "", "watch the checks, but repair nothing", &no_ci_fix},
        {"--json", "", "one JSON document when the run has ended", &json}};
  }

  Result<Exit> run(Context& context) override {
    if (base.empty() && !resume) {
      return fail(Errc::invalid,
                  "--branch is missing: the branch of the pull request whose checks are to be "
                  "repaired; `pawl pr list` shows those there are");
    }
    TRY_ASSIGN(runner::RunOptions out, options());
    out.pipeline = "fix-ci";
    out.yes = true;
    return go(context, out);
  }
};

}  // namespace

std::unique_ptr<Command> make_fix_ci() { return std::make_unique<FixCi>(); }

}  // namespace pawl::cli
