// What a command reads from and writes to: standard output is data, standard error is narration.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/result.hpp"
#include "config/config.hpp"

namespace pawl::cli {

struct TerminalFacts {
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  std::size_t width = 80;  // in characters
  std::size_t height = 24;
};

// How much is shown of what goes on: nothing but results, warnings and errors; what is being done;
// or every event of a run as well.
enum class Detail : std::uint8_t { results, steps, events };

class Console {
 public:
  virtual ~Console() = default;

  virtual const TerminalFacts& facts() const = 0;
  // All of standard input; more than `bytes_max` is Errc::invalid.
  virtual Result<std::string> read_all(std::size_t bytes_max = 1U << 20U) = 0;
  // One line without its ending; nothing at the end of input.
  virtual std::optional<std::string> read_line() = 0;
  // The reader of standard output went away: nobody wants more.
  virtual bool reader_gone() const = 0;
  // Errc::io when standard output could not be written, but for a reader that went away.
  virtual Status finish() = 0;

  Detail detail() const { return detail_; }
  void set_detail(Detail detail) { detail_ = detail; }
  bool quiet() const { return detail_ == Detail::results; }

  // Text for people, whoever wrote it: hidden characters (base/text/hidden.hpp) are escaped, but
  // for newlines, tabs and Pawl's own colours. What is written is handed over at once; after a
  // failure further output is dropped.
  void out(std::string_view text);
  void err(std::string_view text);
  void say(std::string_view line);      // a line of narration
  void document(const Json& document);  // the one document of `--json`
  // Bytes for programs (a diff, a journal), exactly as they are; on a terminal like out().
  void data(std::string_view bytes);
  // Text for people on standard output; one that does not fit on the terminal goes to the pager of
  // that environment, where there is one and somebody to turn its pages.
  void paged(std::string_view text, const config::Environment& environment);
  // Clears a terminal and begins at its top; nothing elsewhere.
  void clear_screen();
  // Writes the current line of a terminal anew, without going to the next one.
  void redraw(std::string_view line);

 private:
  Detail detail_ = Detail::steps;

  virtual void write_out(std::string_view bytes) = 0;
  virtual void write_err(std::string_view bytes) = 0;
};

// Text as a terminal may get it, Pawl's own colours included.
std::string for_terminal(std::string_view text);

std::unique_ptr<Console> real_console();

// Errc::invalid when standard input is no terminal, so that nobody can be asked.
Status check_somebody_there(const Console& console);

// Asks a person, who types one of `choices` (`y/N/d`), and answers what they typed, in lower case
// and without blanks around it; empty at the end of input. Errors as of check_somebody_there().
Result<std::string> ask(Console& console, std::string_view question, std::string_view choices);

// Asks a person; `yes` is assumed only when they type y or yes. Errc::invalid when standard input
// is no terminal: unattended calls must say `--yes`.
Result<bool> confirm(Console& console, std::string_view question);

}  // namespace pawl::cli
