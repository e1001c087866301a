#include "cli/kit/help.hpp"

#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"

namespace pawl::cli {
namespace {

std::vector<std::string> names_in_group(std::string_view group) {
  std::vector<std::string> names;
  for (const CommandRow& row : commands()) {
    if (row.name.starts_with(std::string(group) + " ")) names.emplace_back(row.name);
  }
  return names;
}

class Help final : public Command {
 public:
  std::vector<std::string> words;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "the list of commands as one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"COMMAND", "a command or a topic", &words, false}};
  }

  Result<Exit> run(Context& context) override {
    if (json) {
      Json list = Json::array();
      for (const CommandRow& row : commands()) {
        list.push(Json::object({{"name", row.name}, {"summary", row.summary}}));
      }
      context.console.document(Json::object({{"commands", list}}));
    } else if (words.empty()) {
      context.console.out(overview());
    } else {
      TRY_ASSIGN(const std::string page, help_page(words));
      context.console.out(page);
    }
    return Exit::done;
  }
};

}  // namespace

std::string overview() {
  std::vector<std::vector<std::string>> rows;
  for (const CommandRow& row : commands()) {
    rows.push_back({"  " + std::string(row.name), std::string(row.summary)});
  }
  return "pawl runs coding models against git repositories and lets through only changes that\n"
         "survive deterministic checks.\n\n"
         "Usage: pawl [--home DIR] COMMAND [FLAGS] [ARGUMENTS]\n\nCommands:\n" +
         table({}, rows) + "\nFlags of every command:\n" +
         table({}, {{"  -h, --help", "the command's page"},
                    {"  --home DIR", "keep configuration and state below DIR (PAWL_HOME)"},
                    {"  -V, --version", "the version (before any command)"}}) +
         "\n`pawl help COMMAND` shows a command's page, `pawl help exit-codes` the exit codes.\n";
}

Result<std::string> help_page(std::span<const std::string> words) {
  const std::string name = join(words, " ");
  if (const auto page = page_of(name)) return std::string(*page);
  return unknown_command(words);
}

Error unknown_command(std::span<const std::string> words) {
  const std::string& first = words[0];
  const std::vector<std::string> group = names_in_group(first);
  if (!group.empty()) {
    std::string message =
        words.size() > 1 && !words[1].starts_with('-')
            ? "there is no command `" + printable(first + " " + words[1], 80) + "`"
            : "`pawl " + first + "` needs one more word";
    return fail(Errc::invalid, message + "; there are: " + join(group, ", "));
  }
  std::vector<std::string> names;
  for (const CommandRow& row : commands()) {
    const std::string name(row.name.substr(0, row.name.find(' ')));
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  const auto near = nearest(first, names);
  return fail(Errc::invalid,
              "there is no command `" + printable(first, 80) + "`" +
                  (near ? "; did you mean `" + *near + "`?" : "; `pawl help` lists them all"));
}

std::unique_ptr<Command> make_help() { return std::make_unique<Help>(); }

}  // namespace pawl::cli
