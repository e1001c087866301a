// `pawl pr list|diff|edit|ready|merge|close`: pull requests, and what becomes of them.
#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/text_flags.hpp"
#include "cli/pulls/pull_command.hpp"
#include "store/lock.hpp"

namespace pawl::cli {
namespace {

class PrList final : public Command {
 public:
  std::string target = ".";
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "the repository; the current directory when absent", &target, false}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const std::vector<forge::Pull> pulls, all_pulls(*desk->forge, std::nullopt));
    if (json) {
      context.console.document(Json::object({{"pulls", json_list(pulls)}}));
      return Exit::done;
    }
    std::vector<std::vector<std::string>> rows;
    for (const forge::Pull& pull : pulls) {
      rows.push_back({"#" + std::to_string(pull.number),
                      painted(context, paint_of_pull(pull.state), state_words(pull)),
                      printable(pull.branch, 60), printable(pull.title, 100)});
    }
    if (rows.empty()) {
      context.console.say("no pull requests in " + desk->target.name);
    } else {
      context.console.out(table({"NUMBER", "STATE", "BRANCH", "TITLE"}, rows));
    }
    return Exit::done;
  }
};

class PrDiff final : public PullCommand {
 public:
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document: the commits and the diff", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull pull, desk->forge->pulls().get(asked));
    TRY_ASSIGN(const std::string diff, desk->forge->pulls().diff(asked));
    if (json) {
      context.console.document(Json::object({{"number", asked},
                                             {"base_commit", pull.base_commit},
                                             {"head_commit", pull.head_commit},
                                             {"diff", diff}}));
    } else if (context.out_is_terminal) {
      context.console.paged(context.color ? colored_diff(diff) : diff, context.ports.environment);
    } else {
      context.console.data(diff);
    }
    return Exit::done;
  }
};

class PrEdit final : public PullCommand {
 public:
  std::optional<std::string> title;
  BodyFlags body;
  std::optional<std::string> labels;
  std::string head;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--title", "TEXT", "another title", &title},
        {"--body", "TEXT", "another text", &body.text},
        {"--body-file", "FILE", "a file that holds the text; `-` reads standard input", &body.file},
        {"--label", "NAMES", "its labels from now on, separated by commas", &labels},
        {"--head", "COMMIT", "only while that is its head", &head},
        {"--json", "", "one JSON document: the pull request", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    if (!title && !body.given() && !labels) {
      return fail(Errc::invalid, "nothing to change: give --title, --body or --label");
    }
    forge::PullChange change{.title = title};
    TRY_ASSIGN(const std::string text, body.read(context, "Its text, then Ctrl-D:"));
    if (body.given()) change.body = text;
    if (labels) change.labels = label_list(*labels);
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull before, desk->forge->pulls().get(asked));
    TRY_ASSIGN(const std::string expected, expected_head(before, head));
    TRY_ASSIGN(const forge::Pull pull, desk->forge->pulls().update(asked, change, expected));
    if (json) context.console.document(forge::to_json(pull));
    context.console.say("changed #" + std::to_string(pull.number));
    return Exit::done;
  }
};

class PrReady final : public PullCommand {
 public:
  std::string head;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--head", "COMMIT", "only while that is its head", &head},
            {"--json", "", "one JSON document: the pull request", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull before, desk->forge->pulls().get(asked));
    TRY_ASSIGN(const std::string expected, expected_head(before, head));
    TRY_ASSIGN(const forge::Pull pull, desk->forge->pulls().mark_ready(asked, expected));
    if (json) context.console.document(forge::to_json(pull));
    context.console.say("#" + std::to_string(pull.number) + " is ready");
    return Exit::done;
  }
};

class PrMerge final : public PullCommand {
 public:
  bool squash = false;
  std::string head;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--squash", "", "one commit instead of the branch's own", &squash},
            {"--head", "COMMIT", "only while that is its head", &head},
            {"--json", "", "one JSON document: the merged pull request", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    const auto method = squash ? forge::MergeMethod::squash : forge::MergeMethod::fast_forward;
    TRY(check_method(desk->forge->capabilities(), method));
    TRY_ASSIGN(const store::ProcessLock lock,
               store::lock_publishing(context.ports.files, context.layout, desk->target.key, "",
                                      context.ports.clock, context.ports.cancel));
    TRY_ASSIGN(const forge::Pull before, desk->forge->pulls().get(asked));
    std::string expected = before.head_commit;
    if (before.state == forge::PullState::open) {
      TRY_ASSIGN(expected, expected_head(before, head));
    }
    TRY_ASSIGN(const forge::Pull pull, desk->forge->pulls().merge(asked, method, expected));
    if (json) context.console.document(forge::to_json(pull));
    context.console.say("merged #" + std::to_string(pull.number) + " into " +
                        printable(pull.base, 200) + " as " + pull.merge_commit.substr(0, 10));
    return Exit::done;
  }

 private:
  static Status check_method(const forge::Capabilities& can, forge::MergeMethod method) {
    const bool squashes = method == forge::MergeMethod::squash;
    if (squashes ? can.squash : can.fast_forward) return Done{};
    return fail(Errc::invalid, squashes ? "this forge does not squash; leave --squash away"
                                        : "this forge merges no commits as they are; use --squash");
  }
};

class PrClose final : public PullCommand {
 public:
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document: the closed pull request", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull pull, desk->forge->pulls().close(asked));
    if (json) context.console.document(forge::to_json(pull));
    context.console.say("closed #" + std::to_string(pull.number) + "; its branch stays");
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_pr_list() { return std::make_unique<PrList>(); }
std::unique_ptr<Command> make_pr_diff() { return std::make_unique<PrDiff>(); }
std::unique_ptr<Command> make_pr_edit() { return std::make_unique<PrEdit>(); }
std::unique_ptr<Command> make_pr_ready() { return std::make_unique<PrReady>(); }
std::unique_ptr<Command> make_pr_merge() { return std::make_unique<PrMerge>(); }
std::unique_ptr<Command> make_pr_close() { return std::make_unique<PrClose>(); }

}  // namespace pawl::cli
