#include "guards/text/debug_prints.hpp"

#include <algorithm>
#include <string>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/left_behind.hpp"
#include "guards/text/print_lines.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

// Words in the names of functions whose business is to write something out.
constexpr auto kWriters = fixed_words(
    "print", "show", "dump", "display", "main", "report", "usage", "help", "write", "emit",
    "render", "log", "warn", "output", "version", "cmd", "cli", "echo", "debug", "trace", "verbose",
    "progress", "prompt", "console", "describe", "printf", "println", "announce");
// Words in the names of files and folders where commands are.
constexpr auto kCommandPlaces = fixed_words(
    "cli", "cmd", "bin", "scripts", "script", "tools", "bench", "benches", "benchmarks", "demo",
    "print", "printer", "report", "reporter", "reporters", "log", "logger", "logging", "console",
    "terminal", "setup", "build", "generate", "gen", "repl", "commands");

bool asks_whether_to_debug(std::string_view line) {
  return contains_folded(line, "debug") || contains_folded(line, "verbose") ||
         contains_folded(line, "trace") || contains_folded(line, "log_level") ||
         contains_folded(line, "loglevel");
}

// The lines above, up to the one that opens the block.
bool below_a_question(const TextChange& change, std::size_t line) {
  constexpr std::size_t kAbove = 4;
  std::size_t seen = 0;
  for (std::size_t i = line; i-- > 0 && seen < kAbove;) {
    const std::string_view text = trim(change.after[i]);
    if (text.empty()) continue;
    ++seen;
    if (asks_whether_to_debug(text) && !calls_itself_debugging(text)) return true;
  }
  return false;
}

// Up to three such lines between two that were there, with nothing taken out.
bool is_put_in_alone(const TextChange& change, std::size_t line) {
  constexpr std::size_t kAloneMax = 3;
  return std::any_of(change.hunks.begin(), change.hunks.end(), [&](const Hunk& hunk) {
    if (hunk.before_begin != hunk.before_end || line < hunk.after_begin || line >= hunk.after_end) {
      return false;
    }
    if (hunk.after_end - hunk.after_begin > kAloneMax) return false;
    return std::all_of(
        change.after.begin() + static_cast<std::ptrdiff_t>(hunk.after_begin),
        change.after.begin() + static_cast<std::ptrdiff_t>(hunk.after_end),
        [](std::string_view each) { return trim(each).empty() || prints(trim(each)); });
  });
}

// The line that opens what the line is in says that it is there to write something.
bool in_a_writer(const TextChange& change, std::size_t line) {
  const std::vector<std::size_t> around = lines_around(change.after, line);
  return std::any_of(around.begin(), around.end(), [&](std::size_t at) {
    return std::any_of(kWriters.begin(), kWriters.end(), [&](std::string_view word) {
      return repo::has_word(change.after[at], word);
    });
  });
}

bool lies_at_a_command(const RepoPath& path) {
  const std::string_view name = path.name();
  if (name.substr(0, name.find('.')) == "main" || name.starts_with("__main__")) return true;
  for (const std::string& part : path.components()) {
    for (const std::string_view word : kCommandPlaces) {
      if (repo::has_word(part, word)) return true;
    }
  }
  return false;
}

bool writes_nothing(const TextChange& change) {
  return std::none_of(change.before.begin(), change.before.end(),
                      [](std::string_view old) { return prints(trim(old)); });
}

// A line that shows values, put alone into code that was there, where none else writes out.
bool is_put_in_to_look(const TextChange& change, std::size_t line, std::string_view text) {
  if (!change.file().before || depth_of(change.after[line]) == 0) return false;
  const bool traces = change.kind().language == Language::bash && text == "set -x";
  if ((!traces && !prints(text)) || !is_put_in_alone(change, line)) return false;
  if (says_more_than_values(text)) return false;
  // `warn banner unless banner.empty?`
  const bool ruby = change.kind().language == Language::ruby;
  if (ruby && (contains(text, " unless ") || contains(text, " if "))) return false;
  if (lies_at_a_command(change.file().path) || in_a_writer(change, line)) return false;
  return dumps_values(text) || writes_nothing(change);
}

// Not where output is part of a test or a sample. Scripts without an ending are of no family.
bool is_of_the_product(const TextChange& change) {
  const RepoPath& path = change.file().path;
  if (contains_folded(path.text(), "debug") || repo::is_helper_place(path)) return false;
  const bool documents = path.text().starts_with("doc/") || path.text().starts_with("docs/");
  if (repo::is_fixture(path) || (repo::is_sample_place(path) && !documents)) return false;
  const bool script = change.kind().language == Language::bash && !repo::family_of(path);
  return script || documents || repo::is_product_file(path);
}

}  // namespace

std::vector<Remain> debug_remains(const TextChange& change) {
  std::vector<Remain> found;
  const auto language = change.kind().language;
  if (!language || !is_of_the_product(change)) return found;
  const std::size_t end = end_of_product(change);
  for (const std::size_t line : change.added()) {
    const std::string_view text = trim(change.after[line]);
    if (text.empty() || line >= end) continue;
    if (!calls_itself_debugging(text) && !is_put_in_to_look(change, line, text)) continue;
    if (change.place_of(line) != Place::plain || below_a_question(change, line)) continue;
    found.push_back({line, "output of somebody's debugging"});
  }
  return found;
}

}  // namespace pawl::guards
