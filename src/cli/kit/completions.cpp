#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "cli/kit/args.hpp"
#include "cli/kit/command.hpp"
#include "config/config.hpp"
#include "guards/guard.hpp"

namespace pawl::cli {
namespace {

constexpr auto kGlobalFlags =
    fixed_words("--help", "--home", "--color", "--quiet", "--verbose", "--version");

std::string_view first_word(std::string_view name) { return name.substr(0, name.find(' ')); }
std::string_view second_word(std::string_view name) {
  const auto blank = name.find(' ');
  return blank == std::string_view::npos ? std::string_view() : name.substr(blank + 1);
}

// A line of runs for shells that ask when somebody types.
constexpr std::string_view kAskForRuns =
    "$(pawl list --json 2>/dev/null | sed -n 's/^ *\"run\": \"\\([^\"]*\\)\".*/\\1/p')";

constexpr std::string_view kAskForPipelines =
    "$(pawl pipeline list --json 2>/dev/null | sed -n 's/^ *\"pipeline\": "
    "\"\\([^\"]*\\)\".*/\\1/p')";

// What shells ask for when somebody types; empty: the words are known now.
std::string_view question_of(std::string_view offer) {
  if (offer == kOfferRuns) return kAskForRuns;
  return offer == kOfferPipelines ? kAskForPipelines : std::string_view();
}

// The words an offer stands for; those of runs and pipelines are asked for by the shell.
std::string words_of_offer(std::string_view offer) {
  std::vector<std::string> words;
  if (offer == kOfferGuards) {
    for (const guards::Guard& guard : guards::all()) words.emplace_back(guard.id);
  } else if (offer == kOfferSettings) {
    for (const config::Setting& setting : config::settings()) words.emplace_back(setting.key);
  } else if (offer == kOfferCommands) {
    for (const CommandGroup& group : command_groups()) words.emplace_back(group.words);
  } else {
    return std::string(offer);
  }
  return join(words, " ");
}

// Views of the command, like all that its flags and arguments say.
std::string_view offer_of_arguments(Command& command) {
  const std::vector<Argument> arguments = command.arguments();
  return arguments.empty() ? std::string_view() : arguments.front().offers;
}

std::vector<std::string> flags_of(Command& command) {
  std::vector<std::string> names = {"--help", "--home", "--color", "--quiet", "--verbose"};
  for (const Flag& flag : command.flags()) names.emplace_back(long_name(flag));
  return names;
}

// First words in the order of the table, each once; groups with the words that may follow.
std::vector<std::pair<std::string, std::vector<std::string>>> first_words() {
  std::vector<std::pair<std::string, std::vector<std::string>>> words;
  for (const CommandRow& row : commands()) {
    const std::string first(first_word(row.name));
    if (words.empty() || words.back().first != first) words.push_back({first, {}});
    if (const auto second = second_word(row.name); !second.empty()) {
      words.back().second.emplace_back(second);
    }
  }
  return words;
}

std::string bash_words(std::string_view offer) {
  const std::string_view question = question_of(offer);
  return question.empty() ? words_of_offer(offer) : std::string(question);
}

// What may follow a flag, which goes before everything else that could stand there.
std::string bash_values(Command& command, const std::string& pattern) {
  std::string cases;
  for (const Flag& flag : command.flags()) {
    if (flag.value.empty()) continue;
    cases += "    " + pattern + ":" + std::string(long_name(flag)) + ") words=\"" +
             bash_words(flag.offers) + "\" ;;\n";
  }
  return cases;
}

std::string bash_script() {
  std::string cases;
  std::string values;
  for (const CommandRow& row : commands()) {
    const bool pair = !second_word(row.name).empty();
    const std::string pattern = "\"" + std::string(row.name) + (pair ? "\"" : " \"*");
    const std::unique_ptr<Command> command = row.make();
    const std::string_view offer = offer_of_arguments(*command);
    cases += "    " + pattern + ") words=\"" + join(flags_of(*command), " ") +
             (offer.empty() ? "" : " " + bash_words(offer)) + "\" ;;\n";
    values += bash_values(*command, pattern);
  }
  std::vector<std::string> firsts;
  for (const auto& [first, seconds] : first_words()) {
    firsts.push_back(first);
    if (seconds.empty()) continue;
    cases += "    \"" + first + " \"*) words=\"" + join(seconds, " ") + "\" ;;\n";
  }
  return "# bash completion for pawl: eval \"$(pawl completions bash)\"\n"
         "_pawl() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" first=\"\" second=\"\" words=\"\" i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    case \"${COMP_WORDS[i]}\" in\n"
         "      --home|--color) i=$((i + 1)) ;;\n"
         "      -*) ;;\n"
         "      *) if [ -z \"$first\" ]; then first=\"${COMP_WORDS[i]}\";\n"
         "         elif [ -z \"$second\" ]; then second=\"${COMP_WORDS[i]}\"; fi ;;\n"
         "    esac\n"
         "  done\n"
         "  case \"$first $second\" in\n"
         "    \" \") words=\"" +
         join(firsts, " ") + " " + join(kGlobalFlags, " ") + "\" ;;\n" + cases +
         "  esac\n"
         "  case \"$first $second:${COMP_WORDS[COMP_CWORD-1]}\" in\n" +
         values +
         "  esac\n"
         "  COMPREPLY=()\n"
         "  local word\n"
         "  for word in $words; do\n"
         "    case \"$word\" in\n"
         "      -*) [ -n \"$current\" ] || continue ;;\n"
         "    esac\n"
         "    case \"$word\" in\n"
         "      \"$current\"*) COMPREPLY+=(\"$word\") ;;\n"
         "    esac\n"
         "  done\n"
         "}\n"
         "complete -o default -F _pawl pawl\n";
}

std::string single_quoted(std::string_view text) {
  return "'" + replace_all(text, "'", "'\\''") + "'";
}

// zsh's _arguments and _values give a colon and a bracket a meaning.
std::string zsh_text(std::string_view text) {
  std::string out = replace_all(text, ":", "\\:");
  out = replace_all(out, "[", "\\[");
  return replace_all(out, "]", "\\]");
}

std::string zsh_action(std::string_view offer) {
  if (offer.empty()) return "_files";
  if (const std::string_view question = question_of(offer); !question.empty()) {
    return "{compadd -- " + std::string(question) + "}";
  }
  return "(" + zsh_text(words_of_offer(offer)) + ")";
}

std::string zsh_flags(Command& command) {
  std::string out = " '--help[the page of the command]' '--home[another home]:folder:_files -/'";
  for (const Flag& flag : command.flags()) {
    std::string spec = std::string(long_name(flag)) + "[" + zsh_text(flag.help) + "]";
    if (!flag.value.empty()) spec += ":" + std::string(flag.value) + ":" + zsh_action(flag.offers);
    out += " " + single_quoted(spec);
  }
  return out + " " + single_quoted("*:argument:" + zsh_action(offer_of_arguments(command)));
}

std::string zsh_script() {
  std::string firsts;
  std::string cases;
  std::set<std::string> seen;
  for (const CommandRow& row : commands()) {
    const std::string first(first_word(row.name));
    const bool pair = !second_word(row.name).empty();
    if (seen.insert(first).second) {
      const std::string text = pair ? first + " commands" : std::string(row.summary);
      firsts += "    " + single_quoted(first + ":" + zsh_text(text)) + "\n";
    }
    cases += "    " + single_quoted(row.name) + (pair ? "" : "*") + ") _arguments" +
             zsh_flags(*row.make()) + " ;;\n";
  }
  for (const auto& [first, seconds] : first_words()) {
    if (seconds.empty()) continue;
    cases += "    " + single_quoted(first) + "*) compadd " + join(seconds, " ") + " ;;\n";
  }
  return "#compdef pawl\n"
         "# zsh completion for pawl: eval \"$(pawl completions zsh)\"\n"
         "_pawl() {\n"
         "  local -a pawl_commands=(\n" +
         firsts +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command pawl_commands\n"
         "    return\n"
         "  fi\n"
         "  local name=\"${words[2]}\"\n"
         "  (( CURRENT > 3 )) && name=\"${words[2]} ${words[3]}\"\n"
         "  case \"$name\" in\n" +
         cases +
         "  esac\n"
         "}\n"
         "compdef _pawl pawl\n";
}

std::string fish_condition(const CommandRow& row) {
  std::string condition = "__fish_seen_subcommand_from " + std::string(first_word(row.name));
  if (const auto second = second_word(row.name); !second.empty()) {
    condition += "; and __fish_seen_subcommand_from " + std::string(second);
  }
  return condition;
}

std::string fish_offer(std::string_view offer) {
  if (offer.empty()) return {};
  const bool runs = offer == kOfferRuns;
  if (!runs && offer != kOfferPipelines) return " -a " + single_quoted(words_of_offer(offer));
  const std::string question =
      runs ? "(pawl list --json 2>/dev/null | string match -rg '\"run\": \"([^\"]*)\"')"
           : "(pawl pipeline list --json 2>/dev/null | "
             "string match -rg '\"pipeline\": \"([^\"]*)\"')";
  return " -a " + single_quoted(question);
}

std::string fish_script() {
  std::string out = "# fish completion for pawl: pawl completions fish | source\n";
  out += "complete -c pawl -l help -s h -d 'the page of the command'\n";
  out += "complete -c pawl -l home -r -d 'keep configuration and state there'\n";
  std::set<std::string> seen;
  for (const CommandRow& row : commands()) {
    const std::string first(first_word(row.name));
    const std::string second(second_word(row.name));
    const std::string summary = single_quoted(row.summary);
    if (seen.insert(first).second) {
      out += "complete -c pawl -n __fish_use_subcommand -a " + first + " -d " +
             (second.empty() ? summary : single_quoted(first + " commands")) + "\n";
    }
    if (!second.empty()) {
      out += "complete -c pawl -f -n '__fish_seen_subcommand_from " + first + "' -a " + second +
             " -d " + summary + "\n";
    }
    const std::unique_ptr<Command> command = row.make();
    if (const auto offer = offer_of_arguments(*command); !offer.empty()) {
      out += "complete -c pawl -n '" + fish_condition(row) + "'" + fish_offer(offer) + "\n";
    }
    for (const Flag& flag : command->flags()) {
      out += "complete -c pawl -n '" + fish_condition(row) + "' -l " +
             std::string(long_name(flag).substr(2)) + (flag.value.empty() ? "" : " -r") +
             fish_offer(flag.offers) + " -d " + single_quoted(flag.help) + "\n";
    }
  }
  return out;
}

class Completions final : public Command {
 public:
  std::string shell;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"SHELL", "bash, zsh or fish", &shell, true, "bash zsh fish"}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::string script, script_of(shell));
    if (json) {
      context.console.document(Json::object({{"shell", shell}, {"script", script}}));
    } else {
      context.console.out(script);
    }
    return Exit::done;
  }

 private:
  static Result<std::string> script_of(std::string_view name) {
    if (name == "bash") return bash_script();
    if (name == "zsh") return zsh_script();
    if (name == "fish") return fish_script();
    return fail(Errc::invalid, "there are completions for bash, zsh and fish, not for '" +
                                   printable(name, 80) + "'");
  }
};

}  // namespace

std::unique_ptr<Command> make_completions() { return std::make_unique<Completions>(); }

}  // namespace pawl::cli
