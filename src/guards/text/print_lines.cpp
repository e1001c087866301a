#include "guards/text/print_lines.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

// What writes to a terminal, up to its first argument.
constexpr auto kPrints = fixed_words(
    "print(", "print ", "console.log(", "console.error(", "console.warn(", "console.debug(",
    "console.info(", "fmt.Println(", "fmt.Printf(", "fmt.Print(", "log.Println(", "log.Printf(",
    "println!(", "eprintln!(", "print!(", "eprint!(", "printf(", "std::printf(", "fprintf(stderr, ",
    "fprintf(stdout, ", "std::fprintf(stderr, ", "fputs(", "std::cout << ", "std::cerr << ",
    "cout << ", "cerr << ", "System.out.println(", "System.err.println(", "System.out.printf(",
    "System.err.printf(", "System.out.print(", "puts ", "puts(", "p ", "pp ", "p(", "pp(", "warn ",
    "warn(", "STDERR.puts ", "$stdout.puts ", "STDOUT.puts ", "echo ", "printf ",
    "sys.stderr.write(", "sys.stdout.write(", "$stderr.puts ", "process.stdout.write(",
    "process.stderr.write(", "fmt.Fprintln(os.Stderr, ", "fmt.Fprintf(os.Stderr, ", "println(",
    "pprint(", "pprint.pprint(", "error_log(");

// What shows a value as the machine has it, or the way to where it stands.
constexpr auto kDumps = fixed_words(
    "console.dir(", "console.table(", "console.trace(", "var_dump(", "print_r(", "var_export(",
    "debug_zval_refcount(", "debug_print_backtrace(", "dd(", "traceback.print_stack(",
    "debug.PrintStack(", "Thread.dumpStack(", "puts caller", "ap ", "declare -p ", "pprint.pp(");

// How such output calls itself.
constexpr auto kLabels =
    fixed_words("debug:", "debug ", "debug]", "[debug", "debug -", "debug>", "debug\"", "debug'",
                "xxx", "here\"", "here'", "here ", "here:", "here!", "here\\n", "got here",
                "reached here", "i am here", "i'm here", "*** debug", "=== debug", ">>> debug",
                ">>> here", ">>>> debug", "todo remove", "fixme remove", "temp debug", "debugging",
                "dbg:", "dbg ", "==== here", "**** debug", "test test", "asdf\"", "asdf'",
                "asdf:", "--- debug", "---debug", "debug=", "===debug", "remove me", "delete me",
                "todo: remove", "wtf", "debug\\n", "debug)", "dbg]", "(debug", "debug |", "here,");

bool is_decoration(char c) {
  return std::string_view("*=->#<!~.[(_|+@ :").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool begins_with_label(std::string_view argument) {
  std::size_t at = 0;
  while (at < argument.size() &&
         std::string_view("fFrRbBuL$@").find(argument[at]) != std::string_view::npos) {
    ++at;
  }
  if (at >= argument.size() || at > 2) return false;
  if (argument[at] != '"' && argument[at] != '\'' && argument[at] != '`') return false;
  const std::string said = lower(argument.substr(at + 1, 60));
  std::string_view plain = said;
  while (!plain.empty() && is_decoration(plain.front())) plain.remove_prefix(1);
  return std::any_of(kLabels.begin(), kLabels.end(), [&](std::string_view label) {
    return said.starts_with(label) || plain.starts_with(label);
  });
}

// `p = next;`, `echo += 1`: a variable has the name of a command.
bool is_assigned(std::string_view print, std::string_view rest) {
  if (!print.ends_with(' ')) return false;
  const auto sign = rest.find_first_not_of("+-*/|&%:");
  return sign <= 2 && rest.substr(sign).starts_with('=') && !rest.substr(sign).starts_with("==");
}

// What a line hands to what writes it out; nothing of a line that does something else.
std::optional<std::string_view> printed(std::string_view line) {
  for (const std::string_view print : kPrints) {
    if (!line.starts_with(print)) continue;
    const std::string_view rest = line.substr(print.size());
    if (is_assigned(print, rest)) return std::nullopt;
    return rest;
  }
  return std::nullopt;
}

// What is said in words, and what is named, in the arguments of a print.
struct ShownParts {
  std::vector<std::string> words;  // of texts
  std::vector<std::string> names;  // of variables, also inside a text: `{x}`, `#{x}`, `${x}`
};

class ShownReader {
 public:
  explicit ShownReader(std::string_view text) : text_(text) {}

  ShownParts run() {
    char quote = 0;
    int inside = 0;  // braces within a text
    for (std::size_t i = 0; i < text_.size();) {
      const char c = text_[i];
      if (quote != 0 && inside == 0) {
        if (c == '\\' || c == '%') {
          i += c == '\\' ? 2 : behind_format(i) - i;
          continue;
        }
        if (c == quote) quote = 0;
        if (c == '{') inside = 1;
      } else if (inside > 0) {
        inside += c == '{' ? 1 : c == '}' ? -1 : 0;
      } else if (c == '"' || c == '\'' || c == '`') {
        quote = c;
      }
      if (!is_word(c)) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < text_.size() && is_word(text_[end])) ++end;
      const std::string word = lower(text_.substr(i, end - i));
      const bool prefix = end < text_.size() && word.size() < 3 && quote == 0 &&
                          (text_[end] == '"' || text_[end] == '\'');
      const bool variable = i > 0 && text_[i - 1] == '$';
      if (!prefix)
        (quote != 0 && inside == 0 && !variable ? out_.words : out_.names).push_back(word);
      i = end;
    }
    return std::move(out_);
  }

 private:
  // `%d`, `%+v`, `%-10.3lf`.
  std::size_t behind_format(std::size_t at) const {
    std::size_t end = at + 1;
    while (end < text_.size() && contains("+-#0123456789.lhz ", text_.substr(end, 1))) ++end;
    return std::min(end + 1, text_.size());
  }

  std::string_view text_;
  ShownParts out_;
};

// It shows values, and says of them no more than their names.
bool only_shows(std::string_view argument) {
  constexpr std::size_t kWordsMax = 4;
  const ShownParts said = ShownReader(argument).run();
  if (said.words.size() > kWordsMax) return false;
  std::size_t strange = 0;
  for (const std::string& word : said.words) {
    const bool named = std::any_of(
        said.names.begin(), said.names.end(),
        [&](const std::string& name) { return contains(name, word) || contains(word, name); });
    if (!named &&
        !among({"value", "val", "type", "len", "result", "got", "args", "is", "in", "the"}, word)) {
      ++strange;
    }
  }
  // `checkpoint 2`, `before loop`: words to whoever looks.
  constexpr std::size_t kMarkMax = 3;
  if (said.names.empty()) return !said.words.empty() && said.words.size() <= kMarkMax;
  return strange <= 1;
}

}  // namespace

bool prints(std::string_view line) {
  return printed(line).has_value() || line == "set -x" ||
         std::any_of(kDumps.begin(), kDumps.end(),
                     [&](std::string_view dump) { return line.starts_with(dump); });
}

bool calls_itself_debugging(std::string_view line) {
  auto argument = printed(line);
  if (!argument) return false;
  while (!argument->empty() && (argument->front() == ' ' || argument->front() == '(')) {
    argument->remove_prefix(1);
  }
  if (argument->starts_with("stderr, ")) argument->remove_prefix(8);
  return begins_with_label(*argument);
}

bool says_more_than_values(std::string_view line) {
  const auto argument = printed(line);
  return argument && !only_shows(*argument);
}

bool dumps_values(std::string_view text) {
  if (!printed(text)) return prints(text);
  for (const std::string_view form :
       {"=}\"", "=}'", "\"{:?}\"", "\"{:#?}\"", ":?}\"", "\"%+v\\n\"", "\"%#v\\n\"", "(repr(",
        "(type(", "(typeof ", "(vars(", "(dir("}) {
    if (contains(text, form)) return true;
  }
  return text.ends_with(".inspect") || text.starts_with("pp ");
}

}  // namespace pawl::guards
