#include "guards/documents/doc_faults.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/placeholder.hpp"

namespace pawl::guards {
namespace {

using syntax::Block;
using syntax::BlockKind;

constexpr std::size_t kLeftOutBytesMax = 160;

// Programs that documents tell people to run, none of them the name of a language.
constexpr auto kPrograms = fixed_words(
    "npm", "npx", "yarn", "pnpm", "pip", "pip3", "pipx", "poetry", "uv", "git", "cd", "cargo",
    "curl", "wget", "sudo", "brew", "apt", "apt-get", "mkdir", "export", "cp", "mv", "chmod",
    "kubectl", "helm", "terraform", "composer", "bundle", "gem", "rustup", "conda", "source",
    "docker-compose", "pytest", "dotnet", "mvn", "./gradlew", "echo");
// Of programs that are languages, too: what follows when they are run.
struct RunLanguage {
  std::string_view program;
  std::string_view words;
};
constexpr auto kRunLanguages = std::to_array<RunLanguage>({
    {"go", " run build test get install mod vet generate "},
    {"docker", " run build compose pull push exec "},
    {"make", " install build test all clean lint run dev docs check "},
    {"python", " -m -c setup.py manage.py "},
    {"python3", " -m -c setup.py manage.py "},
    {"node", " index.js server.js app.js "},
    {"deno", " run test task install "},
    {"bun", " run install test add "},
});

bool is_program(std::string_view word, std::string_view next) {
  if (word == "$" || word.starts_with("./")) return true;
  if (among(kPrograms, word)) return !next.empty();
  return std::any_of(kRunLanguages.begin(), kRunLanguages.end(), [&](const RunLanguage& row) {
    return row.program == word && !next.empty() &&
           contains(row.words, " " + std::string(next) + " ");
  });
}

bool is_shell_name(std::string_view name) {
  return among({"bash", "sh", "shell", "zsh", "console", "text", "terminal", "powershell", "cmd",
                "bat", "shell-session", "shellsession", "sh-session", "fish", "ps1", "pwsh"},
               lower(name));
}

// What a site reads behind the language: `{1,3}`, `title="x"`, `// a.js`, `:tab:`.
bool is_setting(std::string_view word) {
  constexpr std::string_view kFirst = "{[(<:#/\"'`@%&";
  return kFirst.find(word.front()) != std::string_view::npos ||
         (word.find('=') != std::string_view::npos && !word.starts_with('-'));
}

// `app serve --port 80`: words a shell runs, one of them an option or a path.
bool reads_as_command(const std::vector<std::string_view>& words) {
  if (words.size() < 3 || std::any_of(words.begin() + 1, words.end(), &is_setting)) return false;
  const std::string_view program = words[1];
  if (program.front() < 'a' || program.front() > 'z') return false;
  return std::any_of(words.begin() + 2, words.end(), [](std::string_view word) {
    return (word.size() > 1 && word.front() == '-') || word.find('/') != std::string_view::npos;
  });
}

// `import a from "a"`, `print(a)`, `return a;`
bool reads_as_code(std::string_view code) {
  const auto words = split_words(code);
  if (words.empty() || is_setting(words[0])) return false;
  if (words.size() > 1 && among({"import", "from", "const", "let", "var", "def", "func", "fn",
                                 "function", "class", "return", "package", "use", "using", "public",
                                 "struct", "SELECT", "require", "export"},
                                words[0])) {
    return true;
  }
  if (code.ends_with(';')) return true;
  const auto open = code.find('(');
  const bool called = open != std::string_view::npos && open > 0 &&
                      std::all_of(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(open),
                                  [](char c) { return is_word(c) || c == '.' || c == ':'; });
  return called && code.ends_with(')');
}

// `bash npm install x`, `npm install x`, `python print(a)`
bool holds_command(std::string_view info) {
  const auto words = split_words(info);
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string_view(); };
  if (words.empty() || word(0).starts_with('{') || word(0).starts_with('[')) return false;
  if (is_shell_name(word(0))) {
    return is_program(word(1), word(2)) || reads_as_command(words);
  }
  return is_program(word(0), word(1)) ||
         (words.size() > 1 && reads_as_code(trim(info.substr(words[0].size()))));
}

// How many marks a fence has that opens on the line, and which; 0 when none does.
struct FenceLine {
  std::size_t marks = 0;
  char mark = 0;
  std::string_view info;
};

FenceLine fence_of(std::string_view line) {
  const auto from = line.find_first_not_of(' ');
  if (from == std::string_view::npos || from > 3) return {};
  line.remove_prefix(from);
  FenceLine fence;
  if (line[0] != '`' && line[0] != '~') return {};
  fence.mark = line[0];
  while (fence.marks < line.size() && line[fence.marks] == fence.mark) ++fence.marks;
  fence.info = trim(line.substr(fence.marks));
  const bool opens = fence.marks >= 3 && (fence.mark != '`' || !contains(fence.info, "`"));
  return opens ? fence : FenceLine();
}

// Without what a quote or a list puts before it.
std::string_view without_container(std::string_view line) {
  const auto from = line.find_first_not_of(" \t>");
  return line.substr(std::min(from, line.size()));
}

// A program's name stands between words with a `\n`: `docker run \n -it image`.
bool has_escaped_break(std::string_view line) {
  // A picture or a table of signs: `| L O \n | end |`.
  if (trim(line).starts_with('|') || trim(line).starts_with('+')) return false;
  bool single = false;
  bool twice = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '\'' && !twice) single = !single;
    if (c == '"' && !single) twice = !twice;
    if (single || twice || c != '\\' || at + 1 >= line.size() || line[at + 1] != 'n') continue;
    const bool before = at > 0 && (line[at - 1] == ' ' || line[at - 1] == '\\');
    const std::string_view rest = line.substr(at + 2);
    if (before && at > 1 && rest.starts_with(' ')) return true;
  }
  return false;
}

bool is_shell(std::string_view info) {
  const auto words = split_words(info);
  return words.empty() ||
         among({"bash", "sh", "shell", "zsh", "console", "terminal", "dockerfile", "shell-session"},
               lower(words[0]));
}

// A paragraph or a comment that says nothing but that something was left out here.
bool says_left_out(std::string_view text) {
  text = trim(text);
  // `...or the values:` leads to what follows.
  if (text.empty() || text.size() > kLeftOutBytesMax || text.ends_with(':')) return false;
  const bool marked = text.front() == '(' || text.front() == '[' || text.front() == '.' ||
                      text.ends_with("...") || text.starts_with("\xE2\x80\xA6") ||
                      text.ends_with("\xE2\x80\xA6") || text.starts_with("<!--");
  if (!marked) return false;
  std::string comment = lower(text);
  if (!text.starts_with("<!--")) comment.insert(0, "# ");
  // What a comment in code says of its file.
  for (const std::string_view word : {"documentation", "document", "readme", "page", "text"}) {
    comment = replace_all(comment, word, "file");
  }
  const Placeholder found = placeholder_of(comment);
  return found != Placeholder::no;
}

// `... (truncated)` at the end of a text.
bool ends_left_out(std::string_view text) {
  text = trim(text);
  for (const std::string_view end :
       {"... (truncated)", "... [truncated]", "...(truncated)", "...[truncated]",
        "\xE2\x80\xA6 (truncated)", "\xE2\x80\xA6(truncated)", "\xE2\x80\xA6 [truncated]",
        "[content truncated]", "(content truncated)", "[truncated for brevity]",
        "(truncated for brevity)", "... (content truncated)", "[output truncated]"}) {
    if (text.size() > end.size() && equal_folded(text.substr(text.size() - end.size()), end)) {
      return true;
    }
  }
  return false;
}

class DocFaultFinder {
 public:
  DocFaultFinder(std::string_view text, const syntax::MarkdownDocument& document,
                 const syntax::MarkdownDocument* before)
      : lines_(split_lines(text)), document_(document), before_(before) {}

  std::vector<DocFault> find() {
    for (const Block& block : document_.blocks) {
      if (block.kind == BlockKind::code) {
        code(block);
      } else if (block.kind == BlockKind::html) {
        if (says_left_out(block.text)) add(DocFaultKind::left_out, block.line, block.text);
      } else if (!block.quoted) {
        prose(block);
      }
    }
    return std::move(out_);
  }

 private:
  void add(DocFaultKind kind, int line, std::string_view snippet) {
    out_.push_back({kind, line, printable(trim(snippet), 80)});
  }

  void prose(const Block& block) {
    if (block.kind == BlockKind::table) return;
    // ``imports from `./types/...` ``
    const bool code = !block.pieces.empty() &&
                      block.pieces.back().kind == syntax::PieceKind::code &&
                      block.text.ends_with(block.pieces.back().text);
    const bool link = !block.pieces.empty() &&
                      std::all_of(block.pieces.begin(), block.pieces.end(), [](const auto& piece) {
                        return piece.linked || trim(piece.text).size() < 2;
                      });
    if (code || link) return;
    if (says_left_out(block.text) || ends_left_out(block.text)) {
      const std::string_view text = block.text;
      const auto last = text.rfind('\n');
      add(DocFaultKind::left_out, block.line,
          text.size() > 80 && last != std::string_view::npos ? text.substr(last + 1) : text);
    }
  }

  std::string_view line(int number) const {
    const auto at = static_cast<std::size_t>(number);
    return number > 0 && at <= lines_.size() ? lines_[at - 1] : std::string_view();
  }

  void code(const Block& block) {
    if (!block.info.empty() && (holds_command(block.info) || took_a_line(block.info))) {
      add(DocFaultKind::swallowed_command, block.line, block.info);
    }
    if (block.fence > 0) fence(block);
    if (!is_shell(block.info) || !contains(block.text, "\\n")) return;
    int number = block.line + (block.fence > 0 ? 1 : 0);
    for (const std::string_view text : split_lines(block.text)) {
      if (contains(text, "\\n") && has_escaped_break(text)) {
        add(DocFaultKind::escaped_newline, number, text);
      }
      ++number;
    }
  }

  // Behind the language, or in its place, stands what was a line of code before.
  bool took_a_line(std::string_view info) {
    const auto words = split_words(info);
    if (before_ == nullptr || words.size() < 2) return false;
    if (!old_code_) {
      old_code_.emplace();
      for (const syntax::CodeBlock& block : before_->code_blocks) {
        for (const std::string_view line : split_lines(block.text)) {
          old_code_->insert(single_spaced(line));
        }
      }
    }
    const std::string rest = single_spaced(info.substr(words[0].size()));
    return old_code_->contains(single_spaced(info)) ||
           (rest.size() > 3 && old_code_->contains(rest));
  }

  // What ends a quote or an item of a list ends the block, too, but closes it for nobody who reads
  // the text.
  bool is_closed(const Block& block) const {
    const FenceLine closing = fence_of(without_container(line(block.last_line)));
    return block.last_line > block.line && closing.info.empty() &&
           closing.mark == block.fence_mark &&
           closing.marks >= static_cast<std::size_t>(block.fence);
  }

  void fence(const Block& block) {
    if (!is_closed(block)) return add(DocFaultKind::open_fence, block.line, line(block.line));
    if (block.fence_mark != '`' || among({"markdown", "md", "mdx", "diff", "text", "rst"},
                                         lower(block.info.substr(0, block.info.find(' '))))) {
      return;
    }
    // The next block opens inside of this one.
    int number = block.line;
    for (const std::string_view text : split_lines(block.text)) {
      ++number;
      const FenceLine inner = fence_of(text);
      const bool opens = inner.mark == block.fence_mark &&
                         inner.marks == static_cast<std::size_t>(block.fence) &&
                         !inner.info.empty() && inner.info.find(' ') == std::string_view::npos;
      if (opens) return add(DocFaultKind::open_fence, number, text);
    }
  }

  std::vector<std::string_view> lines_;
  const syntax::MarkdownDocument& document_;
  const syntax::MarkdownDocument* before_;
  std::optional<std::set<std::string>> old_code_;
  std::vector<DocFault> out_;
};

bool stands_for_another_text(std::string_view url) {
  return url.find_first_of("{}<>[]$%*\\|`\"'") != std::string_view::npos || contains(url, "...") ||
         contains(url, "\xE2\x80\xA6") || url == "http://" || url == "https://";
}

// One letter is missing, too much, wrong, or has changed places with the next one.
bool is_one_slip_apart(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  std::size_t same = 0;
  while (same < a.size() && a[same] == b[same]) ++same;
  const std::string_view rest = a.substr(same);
  const std::string_view other = b.substr(same);
  if (other.empty()) return false;
  if (rest.size() + 1 == other.size()) return rest == other.substr(1);
  if (rest.size() != other.size()) return false;
  const bool swapped = rest.size() > 1 && rest[0] == other[1] && rest[1] == other[0] &&
                       rest.substr(2) == other.substr(2);
  return swapped || rest.substr(1) == other.substr(1);
}

// `htps`, `htttp`, `ttps`, `httpss`. The others are schemes of their own.
bool is_slip_of_http(std::string_view scheme) {
  return scheme != "shttp" && scheme != "hftp" && scheme != "httpu" && scheme != "httpx" &&
         (is_one_slip_apart(scheme, "http") || is_one_slip_apart(scheme, "https")) &&
         scheme != "http" && scheme != "https";
}

// Empty, or a number that ports have.
bool is_port(std::string_view port) {
  constexpr long long kPortMax = 65'535;
  if (port.empty()) return true;
  if (const auto number = parse_int(port)) return *number <= kPortMax;
  // What stands for one: `PORT`, `your_port`, `xxxx`.
  return contains_folded(port, "port") || upper(port) == port ||
         port.find_first_not_of("xn") == std::string_view::npos;
}

// The name of a site without its last part, or with a letter lost: nobody finds it.
bool is_lost_host(std::string_view host) {
  if (among({"github", "gitlab", "bitbucket", "stackoverflow", "wikipedia", "pypi", "npmjs",
             "readthedocs", "rubygems", "packagist", "youtube", "twitter", "google", "microsoft",
             "http", "https", "www"},
            host)) {
    return true;
  }
  for (const std::string_view site :
       {"github.com", "www.github.com", "gitlab.com", "raw.githubusercontent.com",
        "stackoverflow.com", "en.wikipedia.org", "docs.python.org", "readthedocs.io",
        "developer.mozilla.org", "docs.github.com", "www.npmjs.com", "nodejs.org"}) {
    if (host == site) return false;
  }
  if (host.starts_with("wwww.")) return true;
  for (const std::string_view site :
       {"github.com", "raw.githubusercontent.com", "stackoverflow.com", "en.wikipedia.org",
        "docs.python.org", "developer.mozilla.org", "www.npmjs.com"}) {
    if (is_one_slip_apart(host, site)) return true;
  }
  // `.con`, `.ogr`
  const std::string_view last = host.substr(host.rfind('.') + 1);
  return host.find('.') != std::string_view::npos &&
         among({"con", "cmo", "ocm", "comm", "coom", "vom", "ogr", "orgg", "rog", "nett", "orh"},
               last);
}

// `mailto://a@b.c`, `mailto:a`
bool is_malformed_mail(std::string_view rest) {
  if (rest.starts_with("//")) return true;
  const std::string_view who = rest.substr(0, rest.find('?'));
  return !who.empty() && !contains(who, "@") && !contains(who, "%40") && !contains(who, "&");
}

}  // namespace

std::vector<DocFault> doc_faults(std::string_view text, const syntax::MarkdownDocument& document,
                                 const syntax::MarkdownDocument* before) {
  return DocFaultFinder(text, document, before).find();
}

bool is_malformed_url(std::string_view url) {
  const std::string folded = lower(url);
  if (folded.starts_with("http:\\") || folded.starts_with("https:\\")) return true;
  if (stands_for_another_text(url)) return false;
  const std::size_t letters = folded.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  if (letters == 0 || letters == std::string::npos) return false;
  const std::string_view scheme = std::string_view(folded).substr(0, letters);
  std::string_view rest = std::string_view(folded).substr(letters);
  if (scheme == "mailto" && rest.starts_with(':')) return is_malformed_mail(rest.substr(1));
  const bool known = scheme == "http" || scheme == "https";
  // `htps://`, `https//`, `https;//`, `http:://`
  const bool marked = rest.starts_with("://") || rest.starts_with("//") ||
                      rest.starts_with(";//") || rest.starts_with("::/") || rest.starts_with(".//");
  if (marked && (!known || !rest.starts_with("://"))) return known || is_slip_of_http(scheme);
  if (!known || !rest.starts_with(':')) return false;
  rest.remove_prefix(1);
  if (rest.empty()) return false;
  if (!rest.starts_with("//")) {
    // `https:/a.com`, `https:a.com`
    return rest.starts_with('/') || (is_letter_or_digit(rest.front()) && contains(rest, "."));
  }
  rest.remove_prefix(2);
  std::string_view host = rest.substr(0, rest.find_first_of("/?#"));
  if (const auto at = host.rfind('@'); at != std::string_view::npos) host = host.substr(at + 1);
  const auto colon = host.find(':');
  const std::string_view port =
      colon == std::string_view::npos ? std::string_view() : host.substr(colon + 1);
  host = host.substr(0, colon);
  // The second scheme of `https://http://a.com`.
  if (colon != std::string_view::npos && port.empty() && (host == "http" || host == "https")) {
    return true;
  }
  if (host.empty()) return !rest.empty();
  if (is_lost_host(host)) return true;
  const bool plain = std::all_of(host.begin(), host.end(), [](char c) {
    return is_word(c) || c == '.' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
  });
  return host.starts_with('.') || contains(host, "..") || host.starts_with('-') || !plain ||
         !is_port(port);
}

}  // namespace pawl::guards
