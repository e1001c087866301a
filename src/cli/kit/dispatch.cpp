#include "cli/kit/dispatch.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/text/text.hpp"
#include "cli/kit/app_login.hpp"
#include "cli/kit/args.hpp"
#include "cli/kit/folders.hpp"
#include "cli/kit/gh_login.hpp"
#include "cli/kit/help.hpp"
#include "os/files/private_path.hpp"
#include "runner/restore_database.hpp"

namespace pawl::cli {
namespace {

// The words before the command: flags of pawl itself.
struct Opening {
  bool help = false;
  bool version = false;
  bool quiet = false;
  bool verbose = false;
  std::string color = "auto";
  std::optional<std::string> home;
  std::span<const std::string> rest;
};

Result<Opening> read_opening(std::span<const std::string> words) {
  constexpr std::string_view kHome = "--home=";
  constexpr std::string_view kColor = "--color=";
  Opening opening;
  std::size_t i = 0;
  for (; i < words.size() && words[i].starts_with('-'); ++i) {
    const std::string& word = words[i];
    if (word == "-h" || word == "--help") {
      opening.help = true;
    } else if (word == "-V" || word == "--version") {
      opening.version = true;
    } else if (word == "-q" || word == "--quiet") {
      opening.quiet = true;
    } else if (word == "-v" || word == "--verbose") {
      opening.verbose = true;
    } else if (word.starts_with(kColor)) {
      opening.color = word.substr(kColor.size());
      TRY(check_color(opening.color));
    } else if (word == "--color") {
      opening.color = i + 1 < words.size() ? words[++i] : std::string();
      TRY(check_color(opening.color));
    } else if (word.starts_with(kHome)) {
      opening.home = word.substr(kHome.size());
    } else if (word == "--home" && i + 1 < words.size()) {
      opening.home = words[++i];
    } else if (word == "--home") {
      return fail(Errc::invalid, "--home wants a folder");
    } else {
      const std::vector<std::string> known = {"--help",  "--version", "--home",
                                              "--color", "--quiet",   "--verbose"};
      const auto near = nearest(word, known);
      return fail(Errc::invalid, "there is no flag " + printable(word, 80) + " of `pawl`" +
                                     (near ? "; did you mean " + *near + "?" : ""));
    }
  }
  opening.rest = words.subspan(i);
  return opening;
}

// A command and the words that follow its name.
struct Found {
  const CommandRow* row = nullptr;
  std::span<const std::string> words;
};

bool is_group(std::string_view word) {
  const std::string prefix = std::string(word) + " ";
  return std::any_of(commands().begin(), commands().end(),
                     [&](const CommandRow& row) { return row.name.starts_with(prefix); });
}

Result<Found> find_row(std::span<const std::string> words) {
  if (words.size() > 1) {
    if (const CommandRow* row = find_command(words[0] + " " + words[1])) {
      return Found{row, words.subspan(2)};
    }
  }
  if (const CommandRow* row = find_command(words[0])) return Found{row, words.subspan(1)};
  return unknown_command(words);
}

// `pawl config --help` and the like: the page of a group of commands.
bool asks_for_group_page(std::span<const std::string> words) {
  return words.size() > 1 && (words[1] == "--help" || words[1] == "-h") && is_group(words[0]) &&
         find_command(words[0]) == nullptr;
}

// Also beside words that are wrong: who asks for the page wants to see what is right.
bool asks_for_help(std::span<const std::string> words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::find_if(words.begin(), end, [](const std::string& word) {
           return word == "--help" || word == "-h";
         }) != end;
}

void set_home(os::Ports& ports, const std::string& home) {
  std::erase_if(ports.environment,
                [](const auto& variable) { return variable.first == "PAWL_HOME"; });
  // A folder that a person types is relative to where they are.
  ports.environment.emplace_back("PAWL_HOME",
                                 home.starts_with('/') ? home : os::join_path(ports.folder, home));
}

// Programs are not taken from folders that everybody can write, nor from wherever Pawl was started.
void clean_path(os::Ports& ports, Console& console) {
  for (auto& [name, value] : ports.environment) {
    if (name != "PATH") continue;
    const os::TrustedPath trusted = os::trusted_path(value);
    for (const std::string& folder : trusted.open_to_all) {
      console.say("pawl: warning: no program is taken from " + printable(folder, 200) +
                  " of PATH: everybody can write there");
    }
    value = trusted.list;
  }
}

bool wants_color(const os::Ports& ports, const TerminalFacts& facts, std::string_view choice) {
  if (choice != "auto") return choice == "always";
  if (!facts.out_is_terminal) return false;
  return std::none_of(ports.environment.begin(), ports.environment.end(), [](const auto& variable) {
    return (variable.first == "NO_COLOR" && !variable.second.empty()) ||
           (variable.first == "TERM" && variable.second == "dumb");
  });
}

Result<Exit> run_with(const config::Resolved& resolved, const store::Layout& layout,
                      Command& command, os::Ports& ports, Console& console,
                      std::string_view color) {
  const TerminalFacts& facts = console.facts();
  Context context{.ports = ports,
                  .console = console,
                  .config = resolved,
                  .layout = layout,
                  .out_is_terminal = facts.out_is_terminal,
                  .err_is_terminal = facts.err_is_terminal,
                  .color = wants_color(ports, facts, color)};
  Result<Exit> done = command.run(context);
  if (!done) {
    Error& error = done.error();
    error.message = resolved.redactor.apply(error.message);
    for (std::string& frame : error.trail) frame = resolved.redactor.apply(frame);
  }
  return done;
}

Result<config::Resolved> load_config(const CommandRow& row, Command& command, os::Ports& ports,
                                     const store::Layout& layout) {
  Result<config::Resolved> loaded =
      config::load(ports.files, layout.config_file(), ports.environment, command.settings());
  if (loaded || row.needs != Needs::little) return loaded;
  config::Resolved defaults;
  defaults.warnings.push_back("with default settings: " + loaded.error().to_line());
  return defaults;
}

Result<Exit> prepare_and_run(const CommandRow& row, Command& command, os::Ports& ports,
                             Console& console, std::string_view color) {
  if (row.needs == Needs::nothing) return run_with({}, {}, command, ports, console, color);
  TRY_ASSIGN(const store::Layout layout, resolve_layout(ports));
  TRY(check_folders(ports.files, layout));
  TRY_ASSIGN(config::Resolved resolved, load_config(row, command, ports, layout));
  // The login of gh may take a program: whoever asks no forge starts none.
  if (row.needs == Needs::forge) {
    learn_gh_login(ports, resolved);
    learn_app_login(ports, resolved);
  }
  for (const std::string& warning : resolved.warnings) console.say("pawl: warning: " + warning);
  TRY_ASSIGN(const std::string restored, runner::restore_database(ports, layout));
  if (!restored.empty()) console.say("pawl: warning: " + restored);
  return run_with(resolved, layout, command, ports, console, color);
}

Result<Exit> run_command(const CommandRow& row, Command& command, os::Ports& ports,
                         Console& console, std::string_view color) {
  Result<Exit> done = prepare_and_run(row, command, ports, console, color);
  if (done || row.needs != Needs::little) return done;
  console.say("pawl: warning: " + done.error().to_line());
  return Exit::done;
}

Result<Exit> dispatch(const std::vector<std::string>& words, os::Ports& ports, Console& console) {
  TRY_ASSIGN(const Opening opening, read_opening(words));
  if (opening.home) set_home(ports, *opening.home);
  std::string color = opening.color;
  std::vector<std::string> command_words(opening.rest.begin(), opening.rest.end());
  if (opening.version) command_words = {"version"};
  if (opening.help) command_words.insert(command_words.begin(), "help");
  if (command_words.empty()) {
    console.err(overview(look_of(console, false)));
    return Exit::usage;
  }
  if (asks_for_group_page(command_words)) command_words = {"help", command_words[0]};
  TRY_ASSIGN(const Found found, find_row(command_words));
  const std::unique_ptr<Command> command = found.row->make();
  Result<GlobalFlags> flags = parse_words(found.row->name, *command, found.words);
  if (flags && flags->color) color = *flags->color;
  if (asks_for_help(found.words)) {
    TRY_ASSIGN(const std::string page,
               help_page({{std::string(found.row->name)}},
                         look_of(console, wants_color(ports, console.facts(), color))));
    clean_path(ports, console);
    console.paged(page, ports.environment);
    return Exit::done;
  }
  if (!flags) {
    Error error = std::move(flags).error();
    error.message += " (see `pawl " + std::string(found.row->name) + " --help`)";
    return error;
  }
  if (flags->home) set_home(ports, *flags->home);
  clean_path(ports, console);
  const bool quiet = opening.quiet || flags->quiet;
  const bool verbose = opening.verbose || flags->verbose;
  if (quiet && verbose) {
    return fail(Errc::invalid, "--quiet and --verbose exclude each other: leave one of them out");
  }
  console.set_detail(quiet ? Detail::results : verbose ? Detail::events : Detail::steps);
  return run_command(*found.row, *command, ports, console, color);
}

}  // namespace

int run_command_line(const std::vector<std::string>& words, os::Ports& ports, Console& console) {
  Result<Exit> done = dispatch(words, ports, console);
  Exit exit = done ? *done : exit_of(done.error().code);
  if (!done) console.say("pawl: " + done.error().to_line());
  if (const Status written = console.finish(); !written) {
    console.say("pawl: " + written.error().to_line());
    if (exit == Exit::done) exit = Exit::failed;
  }
  return static_cast<int>(exit);
}

}  // namespace pawl::cli
