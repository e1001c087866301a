#include "guards/text/debugger_stops.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

enum class Among : std::uint8_t {
  any,      // wherever the line has it, in tests, too
  begins,   // the statement begins the line
  product,  // it does, and the file is one of the product: tests and samples may want it
};
struct Stop {
  std::span<const Language> languages;
  std::string_view text;
  Among among = Among::begins;
};
constexpr Language kInPython[] = {Language::python};
constexpr Language kInScripts[] = {Language::javascript, Language::typescript, Language::tsx};
constexpr Language kInRuby[] = {Language::ruby};
constexpr Language kInRust[] = {Language::rust};
constexpr Language kInGo[] = {Language::go};
constexpr Language kInNative[] = {Language::c, Language::cpp};
constexpr auto kStops = std::to_array<Stop>({
    {kInPython, "breakpoint()", Among::any},
    {kInPython, "pdb.set_trace(", Among::any},  // ipdb, rpdb, web_pdb
    {kInPython, "pudb.set_trace(", Among::any},
    {kInPython, "wdb.set_trace(", Among::any},
    {kInPython, "import pdb;"},
    {kInPython, "import ipdb;"},
    {kInPython, "import pudb;"},
    {kInPython, "__import__(\"pdb\")"},
    {kInPython, "__import__('pdb')"},
    {kInPython, "from pdb import set_trace"},
    {kInPython, "from ipdb import"},
    {kInPython, "debugpy.breakpoint(", Among::any},
    {kInScripts, "debugger"},
    {kInRuby, "binding.pry", Among::any},
    {kInRuby, "binding.irb", Among::any},
    {kInRuby, "binding.break", Among::any},
    {kInRuby, "binding.remote_pry", Among::any},
    {kInRuby, "byebug"},
    {kInRuby, "debugger"},
    {kInRust, "dbg!(", Among::product},
    {kInGo, "runtime.Breakpoint()"},
    {kInGo, "spew.Dump(", Among::product},
    {kInNative, "__asm__(\"int3\")", Among::product},
    {kInNative, "__debugbreak()", Among::product},
    {kInNative, "__builtin_debugtrap()", Among::product},
    {kInNative, "raise(SIGTRAP)", Among::product},
});

// Where in a line the stop of a row begins.
std::size_t find_in(const Stop& row, std::string_view line) {
  const std::size_t at = line.find(row.text);
  if (at == std::string_view::npos || (at > 0 && row.among != Among::any)) {
    return std::string_view::npos;
  }
  // `ipdb.set_trace(` is another one of the sort, `self.breakpoint()` is somebody's own.
  const bool module = row.text.starts_with("pdb.");
  if (at > 0 && !module && (is_word(line[at - 1]) || line[at - 1] == '.')) {
    return std::string_view::npos;
  }
  if (line.substr(0, at).ends_with("def ")) return std::string_view::npos;
  const std::string_view rest = line.substr(at + row.text.size());
  if (!is_word(row.text.back())) return at;
  // A longer name, a name something is given to, a key, a member.
  const bool other = !rest.empty() && (is_word(rest.front()) || rest.starts_with(" =") ||
                                       rest.starts_with(":") || rest.starts_with("."));
  return other ? std::string_view::npos : at;
}

std::size_t find_stop(std::string_view line, Language language, bool product) {
  for (const Stop& row : kStops) {
    if (row.among == Among::product && !product) continue;
    if (std::find(row.languages.begin(), row.languages.end(), language) == row.languages.end()) {
      continue;
    }
    if (const std::size_t at = find_in(row, line); at != std::string_view::npos) return at;
  }
  return std::string_view::npos;
}

// In Rust tests lie below the code they test.
std::size_t end_of_code(const TextChange& change) {
  if (change.kind().language != Language::rust) return change.after.size();
  const auto tests =
      std::find_if(change.after.begin(), change.after.end(),
                   [](std::string_view row) { return trim(row).starts_with("#[cfg(test)]"); });
  return static_cast<std::size_t>(tests - change.after.begin());
}

}  // namespace

std::vector<Remain> debugger_stops(const TextChange& change) {
  std::vector<Remain> found;
  const auto language = change.kind().language;
  const RepoPath& path = change.file().path;
  if (!language || repo::is_fixture(path) || contains_folded(path.text(), "debug")) return found;
  const bool product =
      !repo::is_sample_place(path) && repo::is_product_file(path) && !repo::is_helper_place(path);
  const std::size_t end = end_of_code(change);
  for (const std::size_t line : change.added()) {
    const std::string_view text = trim(change.after[line]);
    if (text.empty() || line >= end) continue;
    const std::size_t at = find_stop(text, *language, product);
    if (at == std::string_view::npos) continue;
    const auto blanks = static_cast<std::size_t>(text.data() - change.after[line].data());
    if (change.place_at(change.offset_of(line) + blanks + at) != Place::plain) continue;
    found.push_back({line, "a stop for a debugger"});
  }
  return found;
}

}  // namespace pawl::guards
