#include "guards/documents/doc_faults.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/text/placeholder.hpp"

namespace pawl::guards {
namespace {

using syntax::Block;
using syntax::BlockKind;

constexpr std::size_t kLeftOutBytesMax = 160;

// Programs that documents tell people to run, none of them the name of a language.
constexpr auto kPrograms =
    std::to_array<std::string_view>({"npm",       "npx",       "yarn",
                                     "pnpm",      "pip",       "pip3",
                                     "pipx",      "poetry",    "uv",
                                     "git",       "cd",        "cargo",
                                     "curl",      "wget",      "sudo",
                                     "brew",      "apt",       "apt-get",
                                     "mkdir",     "export",    "cp",
                                     "mv",        "chmod",     "kubectl",
                                     "helm",      "terraform", "composer",
                                     "bundle",    "gem",       "rustup",
                                     "conda",     "source",    "docker-compose",
                                     "pytest",    "dotnet",    "mvn",
                                     "./gradlew", "echo"});
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

// `bash npm install x`, `npm install x`
bool holds_command(std::string_view info) {
  const auto words = split_words(info);
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string_view(); };
  const bool language = among(
      {"bash", "sh", "shell", "zsh", "console", "text", "terminal", "powershell", "cmd", "bat"},
      lower(word(0)));
  if (language) return is_program(word(1), word(2));
  return is_program(word(0), word(1));
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

// A program's name stands between words with a `\n`: `docker run \n -it image`.
bool has_escaped_break(std::string_view line) {
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
  if (text.empty() || text.size() > kLeftOutBytesMax) return false;
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
  DocFaultFinder(std::string_view text, const syntax::MarkdownDocument& document)
      : lines_(split_lines(text)), document_(document) {}

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
    const FenceLine opening = fence_of(line(block.line));
    if (!block.info.empty() && holds_command(block.info)) {
      add(DocFaultKind::swallowed_command, block.line, block.info);
    }
    if (opening.marks > 0) fence(block, opening);
    if (!is_shell(block.info) || !contains(block.text, "\\n")) return;
    int number = block.line + (opening.marks > 0 ? 1 : 0);
    for (const std::string_view text : split_lines(block.text)) {
      if (contains(text, "\\n") && has_escaped_break(text)) {
        add(DocFaultKind::escaped_newline, number, text);
      }
      ++number;
    }
  }

  void fence(const Block& block, const FenceLine& opening) {
    if (static_cast<std::size_t>(block.last_line) >= lines_.size()) {
      const FenceLine closing = fence_of(lines_.back());
      const bool closed = block.last_line > block.line && closing.info.empty() &&
                          closing.mark == opening.mark && closing.marks >= opening.marks;
      if (!closed) return add(DocFaultKind::open_fence, block.line, line(block.line));
    }
    if (opening.mark != '`' || among({"markdown", "md", "mdx", "diff", "text", "rst"},
                                     lower(opening.info.substr(0, opening.info.find(' '))))) {
      return;
    }
    // The next block opens inside of this one.
    int number = block.line;
    for (const std::string_view text : split_lines(block.text)) {
      ++number;
      const FenceLine inner = fence_of(text);
      const bool opens = inner.mark == opening.mark && inner.marks == opening.marks &&
                         !inner.info.empty() && inner.info.find(' ') == std::string_view::npos;
      if (opens) return add(DocFaultKind::open_fence, number, text);
    }
  }

  std::vector<std::string_view> lines_;
  const syntax::MarkdownDocument& document_;
  std::vector<DocFault> out_;
};

bool stands_for_another_text(std::string_view url) {
  return url.find_first_of("{}<>[]$%*\\|`\"'") != std::string_view::npos || contains(url, "...") ||
         contains(url, "\xE2\x80\xA6") || url == "http://" || url == "https://";
}

}  // namespace

std::vector<DocFault> doc_faults(std::string_view text, const syntax::MarkdownDocument& document) {
  return DocFaultFinder(text, document).find();
}

bool is_malformed_url(std::string_view url) {
  if (stands_for_another_text(url)) return false;
  const std::string folded = lower(url);
  for (const std::string_view slip :
       {"htps://", "htpps://", "hhttp", "htttp", "ttps://", "ttp://", "httpss://", "htp://",
        "http//", "https//", "http:://", "https:://", "https;//", "http;//", "https://http://",
        "https://https://", "http://http://", "http://https://", "https:\\"}) {
    if (folded.starts_with(slip)) return true;
  }
  const bool secure = folded.starts_with("https:");
  if (!secure && !folded.starts_with("http:")) return false;
  std::string_view rest = std::string_view(folded).substr(secure ? 6 : 5);
  if (rest.empty()) return false;
  if (!rest.starts_with("//")) return rest.starts_with('/');
  rest.remove_prefix(2);
  std::string_view host = rest.substr(0, rest.find_first_of("/?#"));
  if (const auto at = host.rfind('@'); at != std::string_view::npos) host = host.substr(at + 1);
  host = host.substr(0, host.find(':'));
  if (host.empty()) return !rest.empty();
  const bool letters = std::all_of(host.begin(), host.end(), [](char c) {
    return is_word(c) || c == '.' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
  });
  return host.starts_with('.') || contains(host, "..") || host.starts_with('-') || !letters;
}

}  // namespace pawl::guards
