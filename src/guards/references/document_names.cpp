// The commands that documents tell people to run: scripts of package.json, targets of a Makefile,
// scripts of the repository, its Python modules.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/documents/documents.hpp"
#include "guards/references/command_names.hpp"
#include "guards/references/name_readers.hpp"
#include "syntax/documents/markdown.hpp"
#include "syntax/documents/restructured.hpp"

namespace pawl::guards {
namespace {

constexpr auto kShellNames =
    fixed_words("bash", "sh", "shell", "zsh", "console", "shell-session", "shellsession",
                "terminal", "cmd", "text", "sh-session", "command", "commandline");
// A page that begins with one of these is about a project of the reader's own.
constexpr auto kBeginnings =
    fixed_words("npm init", "npx create", "npm create", "yarn create", "pnpm create", "cargo new",
                "cargo init", "startproject", "rails new", "go mod init", "bun create", "uv init",
                "poetry new", "django-admin", "create-react-app", "ng new", "vue create");
// Folders that hold the scripts of a repository.
constexpr auto kScriptFolders = fixed_words(
    "scripts", "script", "tools", "tool", "hack", "ci", "bin", "dev", "build-scripts", ".github",
    "test", "tests", "contrib", "utils", "benchmarks", "bench", "docker", "deploy");

bool is_about_others(const RepoPath& path) {
  static constexpr auto kFolders =
      fixed_words("blog", "posts", "_posts", "tutorial", "tutorials", "examples", "example",
                  "recipes", "cookbook", "news", "adr", "rfc", "rfcs", "integrations", "prompts",
                  "skills", "demo", "versioned_docs");
  const auto parts = path.components();
  return is_changelog(path) ||
         std::any_of(parts.begin(), parts.end() - 1,
                     [&](const std::string& part) { return among(kFolders, lower(part)); });
}

// The lines that are commands: all of a shell's, of a session those behind a prompt.
std::string commands_in(const syntax::CodeBlock& block) {
  std::string out;
  const auto lines = split_lines(block.text);
  const bool prompts = std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return line.starts_with("$ ") || line.starts_with("% ");
  });
  for (const std::string_view line : lines) {
    const bool prompt = line.starts_with("$ ") || line.starts_with("% ");
    if (prompts && prompt) out.append(line.substr(2));
    if (!prompts) out.append(line);
    out += '\n';
  }
  return out;
}

// A script that the page runs, and names nowhere else: no reader is asked to write it.
bool is_only_run(std::string_view text, std::string_view script) {
  if (!script.ends_with(".sh") || contains(script, "my") || contains(script, "your") ||
      contains(script, "script") || contains(script, "example") || contains(script, "foo")) {
    return false;
  }
  std::size_t runs = 0;
  std::size_t times = 0;
  for (const std::string_view line : split_lines(text)) {
    if (!contains(line, script)) continue;
    ++times;
    runs += contains(line, "./" + std::string(script));
  }
  return runs > 0 && runs == times;
}

// What a document names of the repository, and not of a project of the reader's own: names of
// scripts and targets, files in a folder that is there, requirements, samples of settings.
bool counts_in_document(NamedFile& named, bool at_root, std::string_view text) {
  if (named.as == NamedAs::script || named.as == NamedAs::target || named.as == NamedAs::python)
    return true;
  if (named.as == NamedAs::page || named.as == NamedAs::object) return false;
  const std::string_view written = named.written;
  if (contains(written, "your")) return false;
  const auto slash = written.find('/');
  if (slash != std::string_view::npos) {
    named.of_reader = !among(kScriptFolders, written.substr(0, slash));
    return true;
  }
  named.of_reader = !(at_root && written.starts_with(".env.")) && !is_only_run(text, written);
  return written.starts_with("requirements") || written.starts_with(".env.") ||
         written.ends_with(".sh") || contains(written, "compose");
}

void add_document_commands(NameCollector& out, std::string_view text, int line) {
  NameCollector found(out.path(), out.text());
  add_commands(found, text,
               {.key = "the document", .folder = out.folder(), .line = line, .anywhere = true});
  for (NamedFile& named : found.take().files) {
    if (counts_in_document(named, out.folder().empty(), out.text())) out.add(std::move(named));
  }
}

// Says that the reader is to make something, or that something is only an example.
bool is_about_making(std::string_view text) {
  const std::string folded = lower(text);
  for (const std::string_view word :
       {"creat",     "add ",     "new ",    "your",     "make",  "write",  "e.g",    "example",
        "such as",   "generat",  "would",   "could",    "might", "rename", "moved",  "removed",
        "no longer", "instead",  "if you",  "delete",   "was ",  "were ",  "output", "produce",
        "install",   "download", "similar", "place",    "put ",  "like ",  "build",  "save",
        "suppose",   "let's",    "imagine", "will be",  "say ",  "built",  "cache",  "run ",
        "optional",  "exist",    "missing", "upstream", "old "}) {
    if (contains(folded, word)) return true;
  }
  return false;
}

// `src/app/config.py` in a sentence that says what is there.
void add_code_spans(NameCollector& out, const syntax::Block& block) {
  static constexpr auto kEndings = fixed_words(
      ".py", ".js", ".ts", ".tsx", ".go", ".rs", ".c", ".cc", ".cpp", ".h", ".hpp", ".java", ".rb",
      ".sh", ".md", ".toml", ".yml", ".yaml", ".mjs", ".jsx", ".sql", ".proto");
  if (block.quoted || block.kind == syntax::BlockKind::heading || is_about_making(block.text))
    return;
  for (const syntax::Piece& piece : block.pieces) {
    if (piece.kind != syntax::PieceKind::code || piece.linked) continue;
    std::string_view path = trim(piece.text);
    if (path.starts_with("./")) path.remove_prefix(2);
    const bool deep = std::count(path.begin(), path.end(), '/') >= 2;
    const bool known = std::any_of(kEndings.begin(), kEndings.end(),
                                   [&](std::string_view ending) { return path.ends_with(ending); });
    if (!deep || !known || !is_plain_path(path)) continue;
    out.add_from("", {.key = "the document",
                      .written = std::string(path),
                      .path = {},
                      .as = NamedAs::module,
                      .line = 0,
                      .anywhere = true,
                      .buildable = true,
                      .of_reader = true});
  }
}

void read_commands(NameCollector& out, const syntax::MarkdownDocument& document,
                   bool (*is_shell)(const syntax::CodeBlock&)) {
  if (is_about_others(out.path())) return;
  const std::string_view text = out.text();
  const bool begins = std::any_of(kBeginnings.begin(), kBeginnings.end(),
                                  [&](std::string_view word) { return contains(text, word); });
  if (begins) return;
  for (const syntax::CodeBlock& block : document.code_blocks) {
    if (is_shell(block)) add_document_commands(out, commands_in(block), block.line);
  }
  for (const syntax::Block& block : document.blocks) {
    add_code_spans(out, block);
    for (const syntax::Piece& piece : block.pieces) {
      if (piece.kind != syntax::PieceKind::code || piece.text.find(' ') == std::string::npos) {
        continue;
      }
      add_document_commands(out, piece.text, 0);
    }
  }
}

bool is_markdown_shell(const syntax::CodeBlock& block) {
  const auto words = split_words(block.info);
  return words.empty() || among(kShellNames, lower(words[0]));
}

// A literal block without a language is code of any, unless it shows a prompt.
bool is_restructured_shell(const syntax::CodeBlock& block) {
  const auto words = split_words(block.info);
  if (!words.empty()) return among(kShellNames, lower(words[0]));
  return block.text.starts_with("$ ") || contains(block.text, "\n$ ");
}

}  // namespace

void read_markdown_commands(NameCollector& out) {
  read_commands(out, *syntax::shared_markdown(out.text()), &is_markdown_shell);
}

void read_restructured_commands(NameCollector& out) {
  read_commands(out, *syntax::shared_restructured(out.text()), &is_restructured_shell);
}

}  // namespace pawl::guards
