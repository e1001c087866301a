// What shell scripts call, what setup.py opens, and what MANIFEST.in lists.
#include <algorithm>
#include <array>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/paths/relative_path.hpp"
#include "guards/references/command_names.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {
namespace {

// Asks where the script itself or its repository lies.
bool asks_for_own_folder(std::string_view text) {
  const bool own =
      contains(text, "dirname") && (contains(text, "$0") || contains(text, "BASH_SOURCE"));
  return own || contains(text, "rev-parse --show-toplevel") || contains(text, "${BASH_SOURCE") ||
         contains(text, "${0%");
}

// `DIR` of `DIR="$(cd "$(dirname "$0")" && pwd)"`
std::set<std::string, std::less<>> own_folders(std::string_view text) {
  std::set<std::string, std::less<>> names;
  for (const std::string_view raw : split_lines(text)) {
    std::string_view line = trim(raw);
    for (const std::string_view before : {"readonly ", "local ", "export ", "declare -r "}) {
      if (line.starts_with(before)) line = trim(line.substr(before.size()));
    }
    const auto at = line.find('=');
    if (at == std::string_view::npos || at == 0) continue;
    const std::string_view name = line.substr(0, at);
    if (!std::all_of(name.begin(), name.end(), is_word)) continue;
    if (asks_for_own_folder(line.substr(at + 1))) names.emplace(name);
  }
  return names;
}

// The end of what begins with `$(`, in brackets.
std::size_t end_of_computed(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

// With `.` in the place of the folder of the script: `"$DIR/x.sh"`, `"$(dirname "$0")"/x.sh`.
std::string with_own_folder(std::string_view text) {
  const auto names = own_folders(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::string_view::npos;
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("$(")) {
      end = end_of_computed(text, at + 1);
      if (end != text.npos && !asks_for_own_folder(text.substr(at, end - at))) end = text.npos;
    } else if (rest.starts_with("${BASH_SOURCE%/*}") || rest.starts_with("${0%/*}")) {
      end = text.find('}', at) + 1;
    } else if (rest.starts_with('$')) {
      const bool braces = rest.starts_with("${");
      std::size_t stop = at + (braces ? 2 : 1);
      const std::size_t begin = stop;
      while (stop < text.size() && is_word(text[stop])) ++stop;
      const bool known = names.contains(text.substr(begin, stop - begin));
      if (known && (!braces || text.substr(stop).starts_with('}'))) end = stop + (braces ? 1 : 0);
    }
    if (end != std::string_view::npos) {
      out += '.';
      at = end;
    } else {
      out += text[at++];
    }
  }
  return out;
}

// The text between the first quotes from `at`, when they open there; nothing else may.
std::optional<std::string_view> literal_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return std::nullopt;
  const std::size_t end = text.find(text[at], at + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return text.substr(at + 1, end - at - 1);
}

// A file that is asked for, or written.
bool is_doubtful(std::string_view text, std::string_view name) {
  for (const std::string_view asked : {"exists(", "isfile(", "is_file(", "access("}) {
    for (std::size_t at = text.find(asked); at != std::string_view::npos;
         at = text.find(asked, at + 1)) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      if (contains(text.substr(at, end - at), name)) return true;
    }
  }
  return contains(text, "except ");
}

void add_opened(NameCollector& out, std::string_view call) {
  const std::string_view text = out.text();
  for (std::size_t at = text.find(call); at != std::string_view::npos;
       at = text.find(call, at + 1)) {
    if (at > 0 && is_word(text[at - 1])) continue;
    const auto name = literal_at(text, at + call.size());
    if (!name || name->find('.') == std::string_view::npos || is_doubtful(text, *name)) continue;
    const std::string_view behind = text.substr(at + call.size() + name->size() + 2, 8);
    if (contains(behind, "\"w") || contains(behind, "'w") || contains(behind, "'a")) continue;
    out.add("open", *name, NamedAs::file);
  }
}

// `"name = package.module:function"`
void add_entry_points(NameCollector& out) {
  const std::string_view text = out.text();
  for (const std::string_view line : split_lines(text)) {
    const auto at = line.find_first_of("\"'");
    const auto literal = at == line.npos ? std::nullopt : literal_at(line, at);
    const auto equals = literal ? literal->find('=') : std::string_view::npos;
    if (equals == std::string_view::npos) continue;
    const std::string_view object = trim(literal->substr(equals + 1));
    const bool plain = object.find(':') != std::string_view::npos &&
                       std::all_of(object.begin(), object.end(),
                                   [](char c) { return is_word(c) || c == '.' || c == ':'; });
    if (!plain) continue;
    out.add({.key = "entry_points",
             .written = std::string(object),
             .path = out.folder(),
             .as = NamedAs::object});
  }
}

// What the script writes itself: `cat > x.sh`.
bool is_written(std::string_view text, std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::string_view before = text.substr(0, at);
    const auto blank = before.find_last_of(" \t\n>");
    if (blank == std::string_view::npos) continue;
    const auto mark = before.find_last_not_of(" \t", blank);
    if (mark != std::string_view::npos && before[mark] == '>') return true;
  }
  return false;
}

// Scripts that come with another place: what they call later may be of that place.
bool fetches_another_place(std::string_view text) {
  for (const std::string_view fetch :
       {"git clone", "git checkout", "tar x", "tar -x", "tar zx", "unzip ", "git submodule"}) {
    if (contains(text, fetch)) return true;
  }
  return false;
}

}  // namespace

void read_shell_script(NameCollector& out) {
  if (fetches_another_place(out.text())) return;
  NameCollector found(out.path(), out.text());
  add_commands(found, with_own_folder(out.text()),
               {.key = "script", .folder = out.folder(), .line = 0, .anywhere = true});
  for (NamedFile& named : found.take().files) {
    if (!is_written(out.text(), named.written)) out.add(std::move(named));
  }
}

void read_unmarked_script(NameCollector& out) {
  const std::string_view first = out.text().substr(0, out.text().find('\n'));
  const bool shell = first.starts_with("#!") && first.ends_with("sh");
  const bool hook = out.folder() == ".husky" || out.folder() == ".githooks";
  if (shell || (hook && !first.starts_with("#!"))) read_shell_script(out);
}

void read_setup_py(NameCollector& out) {
  for (const std::string_view call : {"open(", "read(", "read_file(", "Path("}) {
    add_opened(out, call);
  }
  add_entry_points(out);
}

void read_manifest_in(NameCollector& out) {
  for (const std::string_view line : split_lines(out.text())) {
    const auto words = split_words(line);
    if (words.size() < 2) continue;
    if (words[0] == "include") {
      for (std::size_t i = 1; i < words.size(); ++i) out.add("include", words[i], NamedAs::file);
    } else if (words[0] == "graft" || words[0] == "recursive-include") {
      out.add(words[0], words[1], NamedAs::folder);
    }
  }
}

}  // namespace pawl::guards
