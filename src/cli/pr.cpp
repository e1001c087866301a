// `pawl pr list|show|diff|merge|close`: the pull requests of the local forge.
#include "base/hidden.hpp"
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/desk.hpp"
#include "cli/output.hpp"

namespace pawl::cli {
namespace {

Result<std::int64_t> pull_number(const std::string& text) {
  return forge_number(text, "a pull request", "pawl pr list");
}

Paint paint_of_pull(forge::PullState state) {
  switch (state) {
    case forge::PullState::open: return Paint::green;
    case forge::PullState::merged: return Paint::blue;
    case forge::PullState::closed: return Paint::red;
  }
  return Paint::plain;
}

// What all commands about one pull request share: NUMBER [TARGET].
class PullCommand : public Command {
 public:
  std::string number;
  std::string target = ".";

  std::vector<Argument> arguments() override {
    return {{"NUMBER", "the pull request", &number},
            {"TARGET", "its repository; the current directory when absent", &target, false}};
  }
};

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
    TRY_ASSIGN(const std::vector<forge::Pull> pulls, desk->forge->list());
    if (json) {
      Json list = Json::array();
      for (const forge::Pull& pull : pulls) list.push(forge::to_json(pull));
      context.console.document(Json::object({{"pulls", std::move(list)}}));
      return Exit::done;
    }
    std::vector<std::vector<std::string>> rows;
    for (const forge::Pull& pull : pulls) {
      rows.push_back({"#" + std::to_string(pull.number),
                      painted(context, paint_of_pull(pull.state), to_string(pull.state)),
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

class PrShow final : public PullCommand {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t wanted, pull_number(number));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull pull, desk->forge->get(wanted));
    if (json) {
      context.console.document(forge::to_json(pull));
      return Exit::done;
    }
    context.console.out(
        painted(context, Paint::bold,
                "#" + std::to_string(pull.number) + " " + printable(pull.title, 300)) +
        "\n" + painted(context, paint_of_pull(pull.state), to_string(pull.state)) + ", " +
        printable(pull.branch, 200) + " into " + printable(pull.base, 200) + ", opened " +
        pull.created_at + " by run " + pull.run +
        (pull.fixes > 0 ? ", fixes #" + std::to_string(pull.fixes) : "") + "\n\n" +
        visible(pull.body));
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
    TRY_ASSIGN(const std::int64_t wanted, pull_number(number));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull pull, desk->forge->get(wanted));
    if (desk->target.kind != git::TargetKind::local) {
      return fail(Errc::invalid,
                  "the diff of a pull request is read from a local repository; name "
                  "its folder");
    }
    TRY_ASSIGN(const std::string diff,
               desk->git.diff(desk->target.location, pull.base_commit, pull.head_commit));
    if (json) {
      context.console.document(Json::object({{"number", wanted},
                                             {"base_commit", pull.base_commit},
                                             {"head_commit", pull.head_commit},
                                             {"diff", diff}}));
    } else {
      context.console.data(diff);
    }
    return Exit::done;
  }
};

class PrMerge final : public PullCommand {
 public:
  bool squash = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--squash", "", "one commit instead of the branch's own", &squash},
            {"--json", "", "one JSON document: the merged pull request", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t wanted, pull_number(number));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull pull,
               desk->forge->merge(
                   wanted, squash ? forge::MergeMethod::squash : forge::MergeMethod::fast_forward));
    if (json) context.console.document(forge::to_json(pull));
    context.console.say("merged #" + std::to_string(pull.number) + " into " +
                        printable(pull.base, 200) + " as " + pull.merge_commit.substr(0, 10));
    return Exit::done;
  }
};

class PrClose final : public PullCommand {
 public:
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document: the closed pull request", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t wanted, pull_number(number));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Pull pull, desk->forge->close(wanted));
    if (json) context.console.document(forge::to_json(pull));
    context.console.say("closed #" + std::to_string(pull.number) + "; its branch stays");
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_pr_list() { return std::make_unique<PrList>(); }
std::unique_ptr<Command> make_pr_show() { return std::make_unique<PrShow>(); }
std::unique_ptr<Command> make_pr_diff() { return std::make_unique<PrDiff>(); }
std::unique_ptr<Command> make_pr_merge() { return std::make_unique<PrMerge>(); }
std::unique_ptr<Command> make_pr_close() { return std::make_unique<PrClose>(); }

}  // namespace pawl::cli
