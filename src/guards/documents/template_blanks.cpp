#include "guards/documents/template_blanks.hpp"

#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using syntax::Block;
using syntax::BlockKind;
using syntax::Piece;
using syntax::PieceKind;

constexpr std::size_t kBlankBytesMax = 80;

// What stands between the brackets of a blank, in small letters, one blank between words.
constexpr auto kBlankPhrases = fixed_words(
    "project name", "project title", "project description", "package name", "library name",
    "app name", "application name", "company name", "organization name", "organisation name",
    "org name", "repo name", "repository name", "product name", "author name", "maintainer name",
    "full name", "fullname", "name of the project", "name of project", "name of author",
    "name of copyright owner", "copyright holder", "team name", "github username",
    "short description", "brief description", "project url", "repository url", "repo url",
    "project version", "license name", "contact email", "email address", "support email",
    "contact information", "placeholder", "tbd", "todo", "to be determined", "fill in",
    "fill me in", "year", "yyyy", "feature name", "service name", "tool name", "module name",
    "description here", "text here", "security email", "contact method", "project's name",
    "name of your project", "link to documentation", "link to docs", "project", "project homepage",
    "project website", "current year");
// How an order to fill it in begins.
constexpr auto kFillOrders = fixed_words(
    "your ", "insert ", "enter ", "fill in ", "replace ", "replace with ", "describe ",
    "brief description of ", "short description of ", "a brief description", "a short description",
    "provide ", "specify your ", "add your ", "add a ", "add description", "add link", "put your ",
    "write a ", "write your ", "explain ", "description of ");
// What comes in the place of a repository's name.
constexpr auto kBlankRepositories = fixed_words(
    "your-repo", "your-repository", "your-project", "your-repo-name", "your-project-name",
    "yourrepo", "yourproject", "your_repo", "your_project", "repo-name", "project-name", "reponame",
    "projectname", "repository-name", "your-app", "yourapp", "your-package", "your-repo-here",
    "your_repo_name", "your_project_name", "repo_name", "project_name", "my-awesome-project",
    "<repo>", "<repository>", "<repo-name>", "<repository-name>", "<project-name>", "<project>",
    "[repo]", "[repository]", "[repo-name]", "[project-name]", "your-tool", "your-library");
constexpr auto kBlankOwners = fixed_words(
    "your-username", "yourusername", "your_username", "your-org", "yourorg", "your-organization",
    "your-github-username", "<username>", "<your-username>", "<owner>", "<org>", "<user>",
    "[username]", "[your-username]", "[owner]", "your-name", "yourname", "your-user", "youruser");
// Names of templates' variables.
constexpr auto kTemplateVariables = fixed_words(
    "project_name", "projectname", "project-name", "project_title", "package_name", "packagename",
    "package-name", "repo_name", "reponame", "repo-name", "app_name", "appname", "app-name",
    "author_name", "author_email", "your_name", "yourname", "your-name", "github_username",
    "github_user", "project_description", "project_slug", "your_email", "repository_name",
    "library_name", "your_project", "your_project_name");

// Where blanks are what it is about.
bool is_form(const RepoPath& path) {
  const std::string name = lower(path.text());
  for (const std::string_view part :
       {"template", "cookiecutter", "example", "scaffold", "boilerplate", "prompt", "skill",
        "tutorial", "generator", ".github/issue"}) {
    if (contains(name, part)) return true;
  }
  return false;
}

bool is_blank_phrase(std::string_view inside) {
  std::string text = lower(single_spaced(replace_all(replace_all(inside, "_", " "), "-", " ")));
  if (text.empty() || text.size() > kBlankBytesMax) return false;
  while (!text.empty() && contains(":.!", text.substr(text.size() - 1))) text.pop_back();
  if (among(kBlankPhrases, text)) return true;
  return std::any_of(kFillOrders.begin(), kFillOrders.end(),
                     [&](std::string_view order) { return text.starts_with(order); });
}

class BlankFinder {
 public:
  explicit BlankFinder(std::string_view before) : before_(before) {}

  std::vector<TemplateBlank> find(const syntax::MarkdownDocument& document) {
    const Block* heading = nullptr;
    for (std::size_t i = 0; i < document.blocks.size(); ++i) {
      const Block& block = document.blocks[i];
      if (block.kind == BlockKind::code) {
        code(block);
        continue;
      }
      if (block.quoted || block.kind == BlockKind::html) continue;
      const std::string text = plain(block);
      brackets(text, block.line);
      variables(text, block.line);
      address(text, block.line);
      const bool alone = block.kind == BlockKind::paragraph && heading != nullptr;
      if (alone && says_to_write(text)) add(text, block.line);
      heading = block.kind == BlockKind::heading ? &block : nullptr;
    }
    for (const syntax::Link& link : document.links) {
      repository(link.target, link.line);
      const std::string_view target = link.target;
      if (target.starts_with("mailto:") && is_blank_address(target.substr(7))) {
        add(target.substr(7), link.line);
      }
    }
    return std::move(out_);
  }

 private:
  void add(std::string_view written, int line) {
    written = trim(written);
    if (contains(before_, written) || !seen_.emplace(written).second) return;
    out_.push_back({printable(written, kBlankBytesMax), line});
  }

  // Code becomes a mark that no rule sees; what is linked is no blank.
  static std::string plain(const Block& block) {
    std::string text;
    for (const Piece& piece : block.pieces) {
      if (piece.kind == PieceKind::code || piece.linked) {
        text += "\x01";
      } else if (piece.kind == PieceKind::text) {
        text += piece.text;
      }
    }
    return text;
  }

  // `[Project Name]`, where it is no link and no name of one.
  void brackets(std::string_view text, int line) {
    for (auto open = text.find('['); open != std::string_view::npos;
         open = text.find('[', open + 1)) {
      const auto close = text.find(']', open);
      if (close == std::string_view::npos) return;
      const std::string_view inside = text.substr(open + 1, close - open - 1);
      const std::string_view behind = text.substr(close + 1);
      const bool link = behind.starts_with('(') || behind.starts_with('[') ||
                        behind.starts_with(':') || behind.starts_with('_') ||
                        (open > 0 && text[open - 1] == ']');
      const bool word = open > 0 && (is_word(text[open - 1]) || text[open - 1] == '\x01');
      if (link || word || inside.find('\x01') != std::string_view::npos) continue;
      const bool mail = contains(inside, "@") && contains_folded(inside, "your");
      if (mail || is_blank_phrase(inside)) add(text.substr(open, close - open + 1), line);
    }
  }

  // `{{project_name}}`, `{project_name}`, `__PROJECT_NAME__`, `<project-name>`
  void variables(std::string_view text, int line) {
    for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"{{", "}}"},
                                      {"{", "}"},
                                      {"<%=", "%>"},
                                      {"<", ">"},
                                      {"__", "__"},
                                      {"${", "}"},
                                      {"%", "%"}}) {
      for (auto at = text.find(open); at != std::string_view::npos; at = text.find(open, at + 1)) {
        const auto end = text.find(close, at + open.size());
        if (end == std::string_view::npos) break;
        if (at > 0 && text[at - 1] == open.front()) continue;
        std::string name = lower(trim(text.substr(at + open.size(), end - at - open.size())));
        if (name.starts_with("cookiecutter.")) name = name.substr(13);
        if (!among(kTemplateVariables, name)) continue;
        add(text.substr(at, end + close.size() - at), line);
      }
    }
  }

  // `Contact us at your-email@example.com`
  void address(std::string_view text, int line) {
    if (!contains(text, "@")) return;
    const bool asks = contains_folded(text, "contact") || contains_folded(text, "reach") ||
                      contains_folded(text, "report") || contains_folded(text, "maintain") ||
                      contains_folded(text, "author") || contains_folded(text, "questions");
    if (!asks) return;
    for (const std::string_view word : split_words(text)) {
      if (is_blank_address(word)) add(word, line);
    }
  }
  static bool is_blank_address(std::string_view word) {
    const auto at = word.find('@');
    if (at == std::string_view::npos || at == 0) return false;
    std::string name;
    for (const char c : word.substr(0, at)) {
      if (is_letter_or_digit(c)) name += lower(std::string_view(&c, 1));
    }
    return among({"youremail", "yourname", "yourmail", "youremailaddress", "your"}, name);
  }

  // Nothing but an order to write the section.
  static bool says_to_write(std::string_view text) {
    const std::string small = lower(single_spaced(text));
    if (small.size() > 160) return false;
    std::string_view rest = small;
    bool marked = false;
    for (const std::string_view mark : {"todo", "tbd", "fixme"}) {
      if (!rest.starts_with(mark)) continue;
      marked = true;
      rest.remove_prefix(mark.size());
    }
    while (!rest.empty() && contains(":-. ([*_", rest.substr(0, 1))) rest.remove_prefix(1);
    if (rest.starts_with("lorem ipsum")) return true;
    if (marked && rest.empty()) return false;
    const bool order = std::any_of(kWrite.begin(), kWrite.end(),
                                   [&](std::string_view verb) { return rest.starts_with(verb); });
    while (!rest.empty() && contains(".!)]_*", rest.substr(rest.size() - 1))) rest.remove_suffix(1);
    const bool here = rest.ends_with(" here");
    if (here && (rest.ends_with(" goes here") || rest.ends_with(" go here"))) return true;
    return order && (marked || here);
  }
  static constexpr auto kWrite =
      fixed_words("add ", "write ", "describe ", "fill ", "insert ", "document ", "explain ",
                  "provide ", "put ", "complete ", "include ");

  void code(const Block& block) {
    int number = block.line;
    for (const std::string_view text : split_lines(block.text)) {
      ++number;
      if (contains(text, "git clone ")) repository(text, number);
    }
  }

  // `github.com/your-username/your-repo`: a reader's fork has the project's own name.
  void repository(std::string_view text, int line) {
    for (const std::string_view host :
         {"github.com", "gitlab.com", "bitbucket.org", "codecov.io/gh"}) {
      const auto at = text.find(host);
      if (at == std::string_view::npos) continue;
      std::string_view rest = text.substr(at + host.size());
      if (rest.empty() || (rest.front() != '/' && rest.front() != ':')) continue;
      rest = rest.substr(1, rest.find_first_of(" \t\"')#?") - 1);
      const auto parts = split(rest, '/');
      if (parts.size() < 2) continue;
      std::string name = lower(parts[1]);
      if (name.ends_with(".git")) name.resize(name.size() - 4);
      const bool owner = among(kBlankOwners, lower(parts[0]));
      const bool generic = among({"repo", "repository", "project"}, name);
      if (among(kBlankRepositories, name) || (owner && generic)) {
        add(std::string(host) + "/" + std::string(parts[0]) + "/" + std::string(parts[1]), line);
      }
    }
  }

  std::string_view before_;
  std::set<std::string, std::less<>> seen_;
  std::vector<TemplateBlank> out_;
};

}  // namespace

std::vector<TemplateBlank> template_blanks(const RepoPath& path,
                                           const syntax::MarkdownDocument& document,
                                           std::string_view before) {
  if (is_form(path)) return {};
  return BlankFinder(before).find(document);
}

}  // namespace pawl::guards
