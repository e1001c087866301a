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

std::string title(std::string_view text, const PageLook& look) {
  return look.color ? colored(Paint::bold, text) : std::string(text);
}

// A name in a column of its own, and what it is about.
std::string entry(std::string_view name, std::string_view about, const PageLook& look,
                  std::size_t column = 17) {
  const std::size_t width = display_width(name) + 2;
  const std::string gap(width < column ? column - width : 2, ' ');
  return "  " + std::string(name) + gap + wrapped(about, look.width, column) + "\n";
}

std::string summary_of(std::string_view word) {
  if (const CommandRow* row = find_command(word)) return std::string(row->summary);
  std::vector<std::string> seconds;
  for (const std::string& name : names_in_group(word))
    seconds.push_back(name.substr(word.size() + 1));
  return std::string(family_summary(word)) + ": " + join(seconds, ", ");
}

// The page of commands that begin alike and have none of their own.
std::string family_page(const std::string& word, const PageLook& look) {
  std::string out = title("pawl " + word, look) + "\n\n" +
                    wrapped(upper(family_summary(word).substr(0, 1)) +
                                std::string(family_summary(word).substr(1)) + ".",
                            look.width, 0) +
                    "\n\n";
  for (const std::string& name : names_in_group(word)) {
    out += entry("pawl " + name, find_command(name)->summary, look, 26);
  }
  return out + "\nEach has its own page, with examples: pawl help " + names_in_group(word).front() +
         "\n";
}

class Help final : public Command {
 public:
  std::vector<std::string> words;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "the list of commands as one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"COMMAND", "a command or a topic", &words, false, kOfferCommands}};
  }

  Result<Exit> run(Context& context) override {
    if (json) {
      Json list = Json::array();
      for (const CommandRow& row : commands()) {
        list.push(Json::object({{"name", row.name}, {"summary", row.summary}}));
      }
      context.console.document(Json::object({{"commands", list}}));
    } else if (words.empty()) {
      context.console.paged(overview(look_of(context.console, context.color)),
                            context.ports.environment);
    } else {
      TRY_ASSIGN(const std::string page, help_page(words, look_of(context.console, context.color)));
      context.console.paged(page, context.ports.environment);
    }
    return Exit::done;
  }
};

}  // namespace

PageLook look_of(const Console& console, bool color) {
  constexpr std::size_t kNarrow = 40;
  constexpr std::size_t kWide = 100;
  constexpr std::size_t kPiped = 80;
  const TerminalFacts& facts = console.facts();
  return {.width = facts.out_is_terminal ? std::clamp(facts.width, kNarrow, kWide) : kPiped,
          .color = color};
}

std::string overview(const PageLook& look) {
  std::string out = wrapped(
      "pawl runs coding models against git repositories and lets through only changes that survive "
      "deterministic checks.",
      look.width, 0);
  out += "\n\nUsage: pawl [--home DIR] COMMAND [FLAGS] [ARGUMENTS]\n";
  for (const CommandGroup& group : command_groups()) {
    out += "\n" + title(group.title, look) + "\n";
    for (const std::string_view word : split_words(group.words)) {
      out += entry(word, summary_of(word), look);
    }
  }
  out += "\n" + title("Flags of every command", look) + "\n" +
         entry("-h, --help", "the command's page", look) +
         entry("--home DIR", "keep configuration and state below DIR (PAWL_HOME)", look) +
         entry("--color WHEN", "colours: auto (the default), always, never", look) +
         entry("-q, --quiet", "results, warnings and errors, and nothing of what goes on", look) +
         entry("-v, --verbose", "every event of a run while it goes on, as `pawl logs` shows it",
               look) +
         entry("-V, --version", "the version (before any command)", look);
  return out + "\n" + title("Examples", look) +
         "\n  pawl doctor\n  pawl run ~/src/project --dry-run\n"
         "  pawl run ~/src/project --model openai:qwen3-coder --yes\n"
         "  pawl help guard check\n\n`pawl help exit-codes` explains the exit codes.\n";
}

Result<std::string> help_page(std::span<const std::string> words, const PageLook& look) {
  if (const auto page = page_of(join(words, " "))) return terminal_page(*page, look);
  if (words.size() == 1 && !names_in_group(words[0]).empty()) return family_page(words[0], look);
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
