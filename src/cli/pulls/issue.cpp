// `pawl issue create|list|show|close`: the issues of a forge.
#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "cli/kit/text_flags.hpp"
#include "cli/pulls/pull_command.hpp"
#include "os/processes/process.hpp"

namespace pawl::cli {
namespace {

std::string state_text(const Context& context, const forge::Issue& issue) {
  const bool open = issue.state == forge::IssueState::open;
  return painted(context, open ? Paint::green : Paint::blue, to_string(issue.state));
}

class IssueCreate final : public Command {
 public:
  std::string title;
  std::string target = ".";
  BodyFlags body;
  std::string labels;
  std::optional<std::string> author;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--body", "TEXT", "what is to be known of it", &body.text},
        {"--body-file", "FILE", "a file that holds the body; `-` reads standard input", &body.file},
        {"--label", "NAMES", "labels, separated by commas", &labels},
        {"--author", "NAME", "who files it; the user of this machine when absent", &author},
        {"--json", "", "one JSON document: the issue", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"TITLE", "what is wrong or wanted, in one line", &title},
            {"TARGET", "its repository; the current directory when absent", &target, false}};
  }

  Result<Exit> run(Context& context) override {
    forge::IssueDraft draft{
        .title = title, .body = {}, .author = author.value_or(os::user_name()), .labels = {}};
    TRY_ASSIGN(draft.body, body.read(context, "What is to be known of it, then Ctrl-D:"));
    draft.labels = label_list(labels);
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Issue issue, desk->forge->issues().open(draft));
    if (json) context.console.document(forge::to_json(issue));
    const std::string number = std::to_string(issue.number);
    context.console.say("filed #" + number + " in " + desk->target.name +
                        "\n  have it fixed:  pawl fix " + shell_word(target) + " --issue " +
                        number);
    return Exit::done;
  }
};

class IssueList final : public Command {
 public:
  std::string target = ".";
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "the repository; the current directory when absent", &target, false}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const std::vector<forge::Issue> issues,
               forge::all_pages<forge::Issue>([&](const forge::PageRequest& page) {
                 return desk->forge->issues().list(page);
               }));
    if (json) {
      context.console.document(Json::object({{"issues", json_list(issues)}}));
      return Exit::done;
    }
    std::vector<std::vector<std::string>> rows;
    for (const forge::Issue& issue : issues) {
      rows.push_back({"#" + std::to_string(issue.number), state_text(context, issue),
                      printable(join(issue.labels, ", "), 40), printable(issue.title, 100)});
    }
    if (rows.empty()) {
      context.console.say("no issues in " + desk->target.name);
    } else {
      context.console.out(table({"NUMBER", "STATE", "LABELS", "TITLE"}, rows));
    }
    return Exit::done;
  }
};

// What the commands about one issue share: NUMBER [TARGET].
class IssueCommand : public Command {
 public:
  std::string number;
  std::string target = ".";

  std::vector<Argument> arguments() override {
    return {{"NUMBER", "the issue", &number},
            {"TARGET", "its repository; the current directory when absent", &target, false}};
  }

 protected:
  Result<std::int64_t> wanted() const {
    return forge_number(number, "an issue", "pawl issue list");
  }
};

class IssueShow final : public IssueCommand {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Issue issue, desk->forge->issues().get(asked));
    TRY_ASSIGN(const auto comments, all_comments(*desk->forge, asked));
    if (json) {
      Json document = forge::to_json(issue);
      document.set("comments", json_list(comments));
      context.console.document(document);
      return Exit::done;
    }
    std::string text =
        painted(context, Paint::bold,
                "#" + std::to_string(issue.number) + " " + printable(issue.title, 300)) +
        "\n" + state_text(context, issue);
    if (issue.closed_by > 0) text += " by #" + std::to_string(issue.closed_by);
    if (!issue.author.empty()) text += ", filed by " + printable(issue.author, 100);
    text += ", " + issue.created_at;
    if (!issue.labels.empty()) text += ", " + printable(join(issue.labels, ", "), 200);
    text += "\n";
    for (const std::string_view line : split_lines(issue.body)) {
      text += "\n" + printable(line, 2000);
    }
    context.console.out(text + (issue.body.empty() ? "" : "\n") + comments_text(context, comments));
    return Exit::done;
  }
};

class IssueClose final : public IssueCommand {
 public:
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document: the closed issue", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Issue issue, desk->forge->issues().close(asked));
    if (json) context.console.document(forge::to_json(issue));
    context.console.say("closed #" + std::to_string(issue.number));
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_issue_create() { return std::make_unique<IssueCreate>(); }
std::unique_ptr<Command> make_issue_list() { return std::make_unique<IssueList>(); }
std::unique_ptr<Command> make_issue_show() { return std::make_unique<IssueShow>(); }
std::unique_ptr<Command> make_issue_close() { return std::make_unique<IssueClose>(); }

}  // namespace pawl::cli
