// `pawl issue create|list|show|close`: the issues of the local forge.
#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/desk.hpp"
#include "cli/output.hpp"
#include "os/files.hpp"
#include "os/process.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kBodyMax = 1U << 20U;

std::string state_text(const Context& context, const forge::Issue& issue) {
  const bool open = issue.state == forge::IssueState::open;
  return painted(context, open ? Paint::green : Paint::blue, to_string(issue.state));
}

class IssueCreate final : public Command {
 public:
  std::string title;
  std::string target = ".";
  std::optional<std::string> body;
  std::string body_file;
  std::string labels;
  std::optional<std::string> author;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--body", "TEXT", "what is to be known of it", &body},
        {"--body-file", "FILE", "a file that holds the body; `-` reads standard input", &body_file},
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
    TRY_ASSIGN(draft.body, read_body(context));
    for (const std::string_view label : split(labels, ',')) {
      if (!trim(label).empty()) draft.labels.emplace_back(trim(label));
    }
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Issue issue, desk->forge->open_issue(draft));
    if (json) context.console.document(forge::to_json(issue));
    const std::string number = std::to_string(issue.number);
    context.console.say("filed #" + number + " in " + desk->target.name +
                        "\n  have it fixed:  pawl fix " + target + " --issue " + number);
    return Exit::done;
  }

 private:
  Result<std::string> read_body(Context& context) const {
    if (body && !body_file.empty()) {
      return fail(Errc::invalid, "--body and --body-file exclude each other");
    }
    if (body) return *body;
    if (body_file.empty()) return std::string();
    if (body_file != "-") {
      const std::string path =
          body_file.starts_with('/') ? body_file : os::join_path(context.ports.folder, body_file);
      return context.ports.files.read(path, kBodyMax).during("reading the body of the issue");
    }
    if (context.console.facts().in_is_terminal) {
      context.console.say("What is to be known of it, then Ctrl-D:");
    }
    return context.console.read_all(kBodyMax);
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
    TRY_ASSIGN(const std::vector<forge::Issue> issues, desk->forge->issues());
    if (json) {
      Json list = Json::array();
      for (const forge::Issue& issue : issues) list.push(forge::to_json(issue));
      context.console.document(Json::object({{"issues", std::move(list)}}));
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
    TRY_ASSIGN(const forge::Issue issue, desk->forge->issue(asked));
    if (json) {
      context.console.document(forge::to_json(issue));
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
    context.console.out(text + (issue.body.empty() ? "" : "\n"));
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
    TRY_ASSIGN(const forge::Issue issue, desk->forge->close_issue(asked));
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
