#include "guards/text/transcript.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/chat_marks.hpp"
#include "guards/text/turns_at_edges.hpp"

namespace pawl::guards {
namespace {

// Those who speak in a conversation with a model, as it is written down.
constexpr auto kSpeakers =
    fixed_words("user", "human", "assistant", "system", "ai", "chatgpt", "claude", "copilot",
                "gemini", "gpt", "gpt-4", "gpt-4o", "model", "bot", "developer", "agent", "llm",
                "ai assistant", "deepseek", "you", "me");
constexpr auto kMachines = fixed_words("assistant", "ai", "chatgpt", "claude", "copilot", "gemini",
                                       "gpt", "gpt-4", "gpt-4o", "llm", "ai assistant", "deepseek");

// `Assistant:`, `**User:** …`, `### Assistant`, `ChatGPT said:`.
struct Turn {
  std::string speaker;
  bool alone = false;   // nothing else is said on the line
  bool named = false;   // the line is made to name who speaks: `**Assistant:**`, `ChatGPT said:`
  bool titled = false;  // as a heading may do, too
};
std::optional<Turn> turn_of(std::string_view line) {
  line = trim(line);
  constexpr std::size_t kReadBytes = 40;
  const std::size_t begin = line.find_first_not_of("*_#>[ ");
  if (begin == std::string_view::npos || !is_upper(line[begin])) return {};
  const bool heading = line.front() == '#';
  const bool stressed = line.starts_with("**");
  const bool bracket = begin > 0 && line[begin - 1] == '[';
  const std::string said = lower(line.substr(begin, kReadBytes));
  std::size_t end = 0;
  while (end < said.size() && (is_letter_or_digit(said[end]) || said[end] == '-')) ++end;
  if (said.substr(0, end) == "ai" && std::string_view(said).substr(end).starts_with(" assistant")) {
    end += 10;
  }
  Turn turn{.speaker = said.substr(0, end)};
  if (!among(kSpeakers, turn.speaker)) return {};
  std::string_view rest = std::string_view(said).substr(end);
  if (rest.starts_with(" said:")) {
    turn.named = turn.alone = trim(rest.substr(6)).empty();
    return turn.named ? std::optional(turn) : std::nullopt;
  }
  if (bracket && rest.starts_with("]")) rest.remove_prefix(1);
  while (rest.starts_with('*') || rest.starts_with('_')) rest.remove_prefix(1);
  const bool colon = rest.starts_with(':');
  if (colon) rest.remove_prefix(1);
  while (rest.starts_with('*') || rest.starts_with('_')) rest.remove_prefix(1);
  turn.alone = trim(rest).empty();
  turn.named = turn.alone && ((heading && colon) || (stressed && colon) || bracket);
  if (!colon && !turn.named && !(heading && turn.alone)) return {};
  if (!turn.alone && rest.front() != ' ') return {};
  turn.titled = heading && !colon;
  return turn;
}

bool is_name_of_prompt(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return is_word(c) || c == '-' || c == '.'; });
}

// `ann@box:~/src$ ls`, `[ann@box src]$ ls`, `root@1f2e3d:/app# ls`, `bash-5.1$ ls`, `PS C:\> ls`.
bool is_prompt(std::string_view line) {
  if (line.starts_with("PS ") && line.size() > 6 && is_letter(line[3]) && line[4] == ':') {
    return contains(line, "> ") || line.ends_with('>');
  }
  for (const std::string_view shell : {"bash-", "sh-"}) {
    if (!line.starts_with(shell)) continue;
    const std::size_t end = line.find_first_not_of("0123456789.", shell.size());
    return end != std::string_view::npos && end > shell.size() &&
           (line[end] == '$' || line[end] == '#');
  }
  const bool bracket = line.starts_with('[');
  const std::size_t at = line.find('@');
  if (at == std::string_view::npos || at > 40) return false;
  if (!is_name_of_prompt(line.substr(bracket ? 1 : 0, at - (bracket ? 1 : 0)))) return false;
  const std::size_t sign = line.find_first_of("$#%", at);
  if (sign == std::string_view::npos || sign > 120) return false;
  const bool ends = sign + 1 == line.size() || line[sign + 1] == ' ';
  const std::string_view place = line.substr(at + 1, sign - at - 1);
  if (!ends || place.empty()) return false;
  if (bracket) return place.back() == ']' && contains(place, " ");
  const std::size_t colon = place.find(':');
  const std::size_t blank = place.find(' ');
  if (colon != std::string_view::npos) {
    return is_name_of_prompt(place.substr(0, colon)) && blank == std::string_view::npos &&
           colon + 1 < place.size() && (place[colon + 1] == '~' || place[colon + 1] == '/');
  }
  // zsh: `ann@box src % ls`
  return blank != std::string_view::npos && line[sign] == '%' && line[sign - 1] == ' ';
}

// `$ make test`: the word behind is the name of a program.
bool is_command(std::string_view line) {
  if (!line.starts_with("$ ") || line.size() < 4) return false;
  const std::string_view word = split_words(line.substr(2)).front();
  return is_lower(word.front()) || word.starts_with("./");
}

// `drwxr-xr-x 2 ann ann 4096 …`
bool is_listing(std::string_view line) {
  if (line.size() < 20 || (line[0] != '-' && line[0] != 'd' && line[0] != 'l')) return false;
  for (std::size_t i = 1; i < 10; ++i) {
    if (std::string_view("rwxsStT-").find(line[i]) == std::string_view::npos) return false;
  }
  const std::size_t next = line.find_first_not_of("@+. ", 10);
  return next != std::string_view::npos && next > 10 && is_digit(line[next]);
}

// `exit code: 0`, `[exit status 1]`: a number and nothing behind it.
bool is_exit_status(std::string_view said) {
  if (said.starts_with('[') || said.starts_with('(')) said.remove_prefix(1);
  for (const std::string_view start :
       {"process finished with exit code ", "exit code: ", "exit code ", "exit status ",
        "command exited with code ", "command finished with exit code "}) {
    if (!said.starts_with(start)) continue;
    const std::size_t end = said.find_first_not_of("0123456789", start.size());
    if (end == start.size()) return false;
    return end == std::string_view::npos || said.substr(end) == "]" || said.substr(end) == ")";
  }
  return false;
}

// What programs say when they end, and those that run them for somebody.
bool is_report(std::string_view line) {
  const std::string said = lower(line.substr(0, 120));
  const std::string_view text = trim(std::string_view(said));
  if (is_exit_status(text)) return true;
  for (const std::string_view start :
       {"[process completed", "[process exited", "script started on ", "script done on "}) {
    if (text.starts_with(start)) return true;
  }
  return text.ends_with(": command not found");
}

// What tools that edit files for a model answer.
bool is_answer_of_tool(std::string_view line) {
  const std::string said = lower(line.substr(0, 200));
  const std::string_view text = trim(std::string_view(said));
  return text.starts_with("here's the result of running `") ||
         (text.starts_with("the file ") &&
          (contains(text, " has been edited") || contains(text, " has been updated") ||
           contains(text, " has been created") || contains(text, " has been modified"))) ||
         text.starts_with("file created successfully") ||
         text.starts_with("file written successfully") || text.starts_with("successfully wrote ") ||
         text.starts_with("successfully replaced ") ||
         text.starts_with("file saved successfully") ||
         text.starts_with("file updated successfully") || text == "copy code" || text == "copied!";
}

// `edit_file src/a.c`, `[File: /workspace/src/a.c (63 lines total)]`: the call of a tool, or the
// head of what it showed, in the very file it is about.
bool is_call_on(std::string_view line, std::string_view own) {
  static constexpr auto kCalls = fixed_words(
      "edit_file", "edit", "write_file", "write", "create", "create_file", "str_replace",
      "str_replace_editor", "str_replace_based_edit_tool", "apply_patch", "view", "view_file",
      "read_file", "update_file", "update", "insert", "replace", "replace_in_file", "write_to_file",
      "save_file", "open_file", "editing", "writing", "creating", "reading", "viewing", "updated",
      "created", "edited", "wrote", "saved", "modified", "file", "path", "filename");
  constexpr std::string_view kSigns = "[](){}<>:,;'\"`*#=";
  const auto bare = [&](std::string_view word) {
    const std::size_t from = std::min(word.find_first_not_of(kSigns), word.size());
    word.remove_prefix(from);
    return word.substr(0, word.find_last_not_of(kSigns) + 1);
  };
  bool called = false;
  const auto words = split_words(line);
  for (std::size_t i = 0; i < words.size() && i < 4; ++i) {
    const std::string_view word = bare(words[i]);
    const bool here = word == own || (word.ends_with(own) && word.size() > own.size() &&
                                      word[word.size() - own.size() - 1] == '/');
    if (here) return called && (i + 1 == words.size() || words[i + 1].starts_with('('));
    if (!among(kCalls, lower(word))) return false;
    called = true;
  }
  return false;
}

class TranscriptReader {
 public:
  explicit TranscriptReader(const TextChange& change) : change_(change) {}

  std::vector<Remain> read() {
    // Texts for models hold such turns.
    const RepoPath& path = change_.file().path;
    if (change_.sort() == TextSort::other || contains_folded(path.text(), "prompt")) return {};
    document_ = change_.sort() == TextSort::document;
    markup_ = chat::is_markup(change_.file().path.extension());
    for (const std::size_t line : change_.added()) {
      const std::string_view text = trim_end(change_.after[line]);
      if (text.size() < 3 || is_space(text.front())) continue;
      if (document_ || markup_ ? !change_.is_edge(line) : false) continue;
      const std::string_view what = remain_of(line, text);
      if (!what.empty()) found_.push_back({line, std::string(what)});
    }
    turns();
    for (Remain& each : turns_at_edges(change_)) {
      const bool known = std::any_of(found_.begin(), found_.end(),
                                     [&](const Remain& old) { return old.line == each.line; });
      if (!known) found_.push_back(std::move(each));
    }
    return std::move(found_);
  }

 private:
  std::string_view remain_of(std::size_t line, std::string_view text) {
    const char first = text.front();
    if (const auto turn = turn_of(text)) {
      speakers_.push_back({line, *turn});
      return {};
    }
    const bool prompt =
        (first == '$' && is_command(text)) || (first != '$' && is_prompt(text)) || is_listing(text);
    const bool ends = change_.is_edge(line) && is_letter_or_bracket(first) && is_report(text);
    const bool answers = change_.is_edge(line) && is_letter_or_bracket(first) &&
                         (is_answer_of_tool(text) || is_call_on(text, change_.file().path.text()));
    if (!prompt && !ends && !answers) return {};
    if (change_.place_of(line) != Place::plain) return {};
    return answers ? "the answer of a tool" : "the output of a terminal";
  }
  static bool is_letter_or_bracket(char c) {
    return is_letter(c) || c == '[' || c == '(' || c == '<';
  }

  // Names of those who speak: at the edge of a text, or two of them.
  void turns() {
    const bool machine = std::any_of(speakers_.begin(), speakers_.end(), [](const Spoken& each) {
      return among(kMachines, each.turn.speaker);
    });
    const bool two =
        machine && std::any_of(speakers_.begin(), speakers_.end(), [&](const Spoken& each) {
          return each.turn.speaker != speakers_.front().turn.speaker;
        });
    const bool settings = change_.sort() == TextSort::source;
    for (const Spoken& each : speakers_) {
      const bool edge = change_.is_edge(each.line);
      const bool robot = among(kMachines, each.turn.speaker);
      const bool sure = each.turn.named && edge && (robot || !document_);
      // A key of settings may be called so.
      const bool likely = edge && robot && !settings && !each.turn.titled;
      if (!(two && (edge || !settings)) && !sure && !likely) continue;
      if (change_.place_of(each.line) == Place::literal) continue;
      if (change_.sort() == TextSort::code && change_.place_of(each.line) == Place::comment &&
          !each.turn.named) {
        continue;
      }
      found_.push_back({each.line, "the name of one who speaks in a chat"});
    }
  }

  struct Spoken {
    std::size_t line;
    Turn turn;
  };
  const TextChange& change_;
  bool document_ = false;
  bool markup_ = false;
  std::vector<Spoken> speakers_;
  std::vector<Remain> found_;
};

}  // namespace

std::vector<Remain> transcript_remains(const TextChange& change) {
  return TranscriptReader(change).read();
}

}  // namespace pawl::guards
