// `pawl pr checks|report-check`: what builds and tests say of a pull request.
#include "base/text/text.hpp"
#include "cli/kit/text_flags.hpp"
#include "cli/pulls/pull_command.hpp"

namespace pawl::cli {
namespace {

class PrChecks final : public PullCommand {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull pull, desk->forge->pulls().get(asked));
    TRY_ASSIGN(const auto checks, all_checks(*desk->forge, pull.head_commit));
    bool red = false;
    for (const forge::Check& check : checks) red = red || forge::is_red(check);
    if (json) {
      context.console.document(Json::object({{"number", pull.number},
                                             {"head_commit", pull.head_commit},
                                             {"checks", json_list(checks)}}));
    } else {
      show(context, pull, checks);
    }
    return red ? Exit::ci_red : Exit::done;
  }

 private:
  static void show(Context& context, const forge::Pull& pull,
                   const std::vector<forge::Check>& checks) {
    if (checks.empty()) {
      context.console.say("no checks of #" + std::to_string(pull.number) + " at " +
                          pull.head_commit.substr(0, 10));
      return;
    }
    std::vector<std::vector<std::string>> rows;
    for (const forge::Check& check : checks) {
      rows.push_back({painted(context, paint_of_check(check), outcome_of(check)),
                      printable(check.name, 100), check.updated_at});
    }
    std::string text = table({"OUTCOME", "CHECK", "AT"}, rows);
    for (const forge::Check& check : checks) {
      if (!forge::is_red(check) || trim(check.output).empty()) continue;
      text += "\n" + painted(context, Paint::bold, printable(check.name, 100)) + "\n" +
              indented(check.output, 2);
    }
    context.console.out(text);
  }
};

class PrReportCheck final : public PullCommand {
 public:
  std::string name;
  std::string status;
  std::string conclusion;
  std::string output_file;
  std::string head;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--name", "NAME", "the check, as in `build`", &name},
        {"--conclusion", "WORD",
         "how it ended: success, failure, neutral, cancelled, skipped, timed_out", &conclusion},
        {"--status", "WORD", "how far it is while it has not ended: queued, in_progress", &status},
        {"--output-file", "FILE", "what it wrote; `-` reads standard input", &output_file},
        {"--head", "COMMIT", "the commit that was checked; only while that is its head", &head},
        {"--json", "", "one JSON document: the check", &json}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const forge::CheckReport given, report(context));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    forge::Forge& forge = *desk->forge;
    if (!forge.capabilities().report_checks) {
      return fail(Errc::invalid, "this forge takes no reports of checks from you");
    }
    TRY_ASSIGN(const forge::Pull pull, forge.pulls().get(asked));
    TRY_ASSIGN(const std::string expected, expected_head(pull, head));
    TRY_ASSIGN(const forge::Check check, forge.checks().report(asked, given, expected));
    if (json) context.console.document(forge::to_json(check));
    context.console.say("#" + std::to_string(asked) + " at " + check.head_commit.substr(0, 10) +
                        ": " + printable(check.name, 100) + " " + std::string(outcome_of(check)));
    return Exit::done;
  }

 private:
  Result<forge::CheckReport> report(Context& context) const {
    if (conclusion.empty() == status.empty()) {
      return fail(Errc::invalid, "give one of --conclusion and --status");
    }
    forge::CheckReport out{.name = name};
    if (conclusion.empty()) {
      const auto named = forge::check_status_named(status);
      if (!named || *named == forge::CheckStatus::completed) {
        return fail(Errc::invalid,
                    "--status wants queued or in_progress, not '" + printable(status, 80) + "'");
      }
      out.status = *named;
    } else {
      const auto named = forge::conclusion_named(conclusion);
      if (!named) {
        return fail(Errc::invalid,
                    "--conclusion wants success, failure, neutral, cancelled, skipped or "
                    "timed_out, not '" +
                        printable(conclusion, 80) + "'");
      }
      out.conclusion = *named;
    }
    if (output_file.empty()) return out;
    TRY_ASSIGN(out.output,
               read_named_file(context, output_file, "What the check wrote, then Ctrl-D:"));
    return out;
  }
};

}  // namespace

std::unique_ptr<Command> make_pr_checks() { return std::make_unique<PrChecks>(); }
std::unique_ptr<Command> make_pr_report_check() { return std::make_unique<PrReportCheck>(); }

}  // namespace pawl::cli
