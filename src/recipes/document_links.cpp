// Links of Markdown documents that lead nowhere, where one target alone can be meant: to files that
// moved or are spelt otherwise, to addresses without their scheme, and to sections whose heading is
// there under another anchor.
#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/link_rewrite.hpp"
#include "recipes/recipes.hpp"
#include "recipes/slips.hpp"
#include "repo/documents/doc_links.hpp"
#include "repo/documents/doc_site.hpp"
#include "repo/documents/guides.hpp"
#include "repo/documents/link_text.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kFilesMax = 40;

// Many folders have a file of such a name, and each is another one.
constexpr auto kNamesOfEveryFolder = fixed_words(
    "readme", "index", "main", "mod", "lib", "__init__", "__main__", "package", "setup", "config",
    "makefile", "dockerfile", "chart", "values", "test", "tests", "example", "todo", "notes",
    "overview", "introduction", "intro", "home", "about", "usage", "install", "installation",
    "getting-started", "build", "cargo", "pyproject", "cmakelists", "summary", "app", "types",
    "utils", "default", "template", "docker-compose", "screenshot", "logo", "image", "demo");
// A project has one, here or there.
constexpr auto kNamesOfProjects = fixed_words(
    "license", "licence", "copying", "contributing", "changelog", "security", "code_of_conduct",
    "authors", "governance", "maintainers", "support", "notice", "history");
// Each answers with TLS, and none is the name of a file.
constexpr auto kHosts = fixed_words(
    "github.com/", "www.github.com/", "gist.github.com/", "gitlab.com/", "bitbucket.org/",
    "codeberg.org/", "www.npmjs.com/", "npmjs.com/", "pypi.org/", "crates.io/", "docs.rs/",
    "rubygems.org/", "packagist.org/", "stackoverflow.com/", "en.wikipedia.org/",
    "developer.mozilla.org/", "www.youtube.com/", "youtube.com/", "twitter.com/", "discord.gg/");
constexpr auto kDocumentEndings = fixed_words("", "md", "markdown", "mdx", "rst", "txt", "adoc");

std::string stem_of_path(std::string_view path) {
  const std::string ending = repo::ending_of(path);
  return std::string(path.substr(0, path.size() - (ending.empty() ? 0 : ending.size() + 1)));
}

// `en`, `pt-BR`, `v2`, `1.x`, `version-3`: what stands there for one language or version is not
// what stands elsewhere for another.
bool is_variant(std::string_view part) {
  const std::string name = lower(part);
  const bool language = name.size() == 2 && is_lower(name[0]) && is_lower(name[1]) && name != "ci";
  const bool region = name.size() >= 5 && name.size() <= 7 && (name[2] == '-' || name[2] == '_') &&
                      is_lower(name[0]) && is_lower(name[1]);
  std::string_view rest = name;
  if (rest.starts_with("version-")) rest.remove_prefix(8);
  if (rest.starts_with('v')) rest.remove_prefix(1);
  const bool version = !rest.empty() && is_digit(rest.front()) &&
                       rest.find_first_not_of("0123456789.x") == std::string_view::npos;
  return language || region || version;
}

std::set<std::string> variants_in(std::string_view path) {
  std::set<std::string> found;
  for (const std::string_view part : split(path, '/')) {
    if (is_variant(part)) found.insert(lower(part));
  }
  return found;
}

bool needs_no_escape(std::string_view path) {
  return path.find_first_of(" ()<>%#?\\\"'[]") == std::string_view::npos;
}

class Fits {
 public:
  Fits(const Input& input, const RepoPath& document)
      : view_(input.view), manifests_(input.facts.manifests), document_(document) {}

  // The one file that `wanted`, which is not there, can have meant, and why.
  struct Fit {
    std::string path;
    std::string reason;
  };
  std::optional<Fit> only(const std::string& wanted) {
    const std::string folder = std::string(RepoPath::parse(wanted).ok() ? folder_of(wanted) : "");
    for (const repo::Entry& entry : view_.files()) {
      if (!is_candidate(entry, wanted)) continue;
      const std::string& path = entry.path.text();
      if (equal_folded(path, wanted)) case_.push_back(path);
      if (entry.path.folder() == folder) look_beside(entry, wanted);
      if (equal_folded(entry.path.name(), repo::last_part(wanted))) moved_.push_back(path);
    }
    if (!case_.empty()) return single(case_, "is spelt in other letters");
    if (!ending_.empty()) return single(ending_, "has another ending");
    if (!moved_.empty()) {
      return may_have_moved(wanted) ? single(moved_, "is the only file of that name")
                                    : std::nullopt;
    }
    const auto slip = only_slip(repo::last_part(wanted), beside_);
    if (!slip) return {};
    return Fit{folder.empty() ? *slip : folder + "/" + *slip, "is one letter away"};
  }

 private:
  bool is_candidate(const repo::Entry& entry, const std::string& wanted) const {
    if (entry.symlink || repo::is_vendored(entry.path) || entry.path == document_) return false;
    if (!needs_no_escape(entry.path.text())) return false;
    return variants_in(entry.path.text()) == variants_in(wanted);
  }

  void look_beside(const repo::Entry& entry, const std::string& wanted) {
    const std::string ending = repo::ending_of(wanted);
    const std::string other = repo::ending_of(entry.path.text());
    const bool documents = among(kDocumentEndings, ending) && among(kDocumentEndings, other);
    if (documents && stem_of_path(entry.path.text()) == stem_of_path(wanted)) {
      ending_.push_back(entry.path.text());
    }
    if (ending == other && !ending.empty()) beside_.emplace_back(entry.path.name());
  }

  // The folder of the manifest nearest above; empty at the root.
  std::string package_of(std::string_view path) const {
    std::string found;
    for (const repo::Manifest& manifest : manifests_) {
      const std::string folder(manifest.path.folder());
      if (folder.size() > found.size() && path.starts_with(folder + "/")) found = folder;
    }
    return found;
  }

  bool may_have_moved(const std::string& wanted) const {
    // What is in one package or example is not what another one refers to.
    if (is_for_tests(document_.folder())) return false;
    const std::string home = package_of(document_.text());
    const std::string there = package_of(moved_.front());
    if (!home.empty() && !there.empty() && home != there) return false;
    const std::string stem = lower(stem_of_path(repo::last_part(wanted)));
    if (among(kNamesOfEveryFolder, stem)) return false;
    if (is_for_tests(moved_.front()) && !is_for_tests(wanted)) return false;
    if (!among(kNamesOfProjects, stem)) return true;
    // Those of a package below are its own.
    const std::string_view folder = folder_of(moved_.front());
    return folder.empty() || folder == ".github" || folder == "docs" || folder == "doc";
  }

  static std::optional<Fit> single(const std::vector<std::string>& found, std::string reason) {
    if (found.size() != 1) return {};
    return Fit{found.front(), std::move(reason)};
  }

  const repo::RepoView& view_;
  const std::vector<repo::Manifest>& manifests_;
  const RepoPath& document_;
  std::vector<std::string> case_;
  std::vector<std::string> ending_;
  std::vector<std::string> moved_;
  std::vector<std::string> beside_;  // names in the folder
};

// Letters and digits alone.
std::string essence_of(std::string_view text) {
  std::string out;
  for (const char c : lower(text)) {
    if (is_letter_or_digit(c)) out += c;
  }
  return out;
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The one anchor of the document that the link can have meant, and why.
std::optional<std::pair<std::string, std::string>> only_anchor(
    const syntax::MarkdownDocument& document, const std::string& wanted, std::string_view shown) {
  std::vector<std::string> anchors;
  for (const std::string& anchor : syntax::anchors_of(document)) {
    if (is_plain(anchor) && !anchor.empty()) anchors.push_back(anchor);
  }
  const std::string essence = essence_of(shown);
  std::vector<std::string> same;
  for (const syntax::Heading& heading : document.headings) {
    if (is_plain(heading.text) && !essence.empty() && essence_of(heading.text) == essence) {
      same.push_back(syntax::anchor_of(heading.text));
    }
  }
  if (same.size() == 1 && is_plain(shown) && essence.size() > 3) {
    return std::pair(same.front(), "the heading of the link's own words has another anchor");
  }
  // The words of the link name the section, too: then it is gone, and no slip.
  if (!same.empty() || essence == essence_of(wanted)) return {};
  const auto slip = only_slip(lower(wanted), anchors);
  if (slip) return std::pair(*slip, "the only section a slip of the hand away");
  if (!contains(wanted, "-")) return {};
  std::vector<std::string> longer;
  for (const std::string& anchor : anchors) {
    if (anchor.starts_with(lower(wanted) + "-")) longer.push_back(anchor);
  }
  if (longer.size() != 1) return {};
  return std::pair(longer.front(), "the only section that begins so");
}

// `ann@example.org`, as a whole.
bool is_mail_address(std::string_view text) {
  const auto at = text.find('@');
  if (at == 0 || at == std::string_view::npos) return false;
  const auto plain = [](std::string_view part, std::string_view more) {
    return std::all_of(part.begin(), part.end(), [&](char c) {
      return is_letter_or_digit(c) || contains(more, std::string_view(&c, 1));
    });
  };
  const std::string_view host = text.substr(at + 1);
  const auto dot = host.rfind('.');
  return plain(text.substr(0, at), "._%+-") && plain(host, ".-") && dot != std::string_view::npos &&
         dot > 0 && host.size() - dot > 2;
}

class Mender {
 public:
  // Another target, and what proves it.
  using Right = std::optional<std::pair<std::string, std::string>>;

  Mender(const Input& input, const RepoPath& path, const std::string& text)
      : input_(input),
        path_(path),
        text_(text),
        document_(syntax::parse_markdown(text)),
        links_(input.view),
        on_site_(repo::site_of(input.view, path) != repo::DocSite::none) {}

  // What once was right stays in a record; what never led anywhere is mended there, too.
  Write mend(bool files, bool anchors) {
    Write write{.path = path_.text(), .content = text_};
    for (const syntax::Link& link : distinct_links(document_)) {
      const repo::LinkAnswer answer = links_.follow(path_, document_, link.target);
      Right right;
      // A site spells its anchors in a way of its own.
      const bool lost = answer.fate == repo::LinkFate::no_anchor && !on_site_;
      if (anchors && lost) right = other_anchor(link, answer);
      if (files) right = with_scheme(link, answer);
      if (files && !right && !is_record(path_)) right = other_place(link, answer);
      if (!right) continue;
      std::string content = with_target(write.content, syntax::parse_markdown(write.content),
                                        link.target, right->first);
      if (content == write.content) continue;
      write.content = std::move(content);
      write.reasons.push_back(link.target + " → " + right->first + ", " + right->second);
    }
    return write;
  }

 private:
  Right with_scheme(const syntax::Link& link, const repo::LinkAnswer& answer) const {
    const std::string& target = link.target;
    if (is_mail_address(target) && !input_.view.has(answer.path)) {
      return std::pair("mailto:" + target, "an address without its scheme");
    }
    for (const std::string_view host : kHosts) {
      if (target.size() > host.size() && starts_with_folded(target, host)) {
        return std::pair("https://" + target, "an address without its scheme");
      }
    }
    return {};
  }

  Right other_place(const syntax::Link& link, const repo::LinkAnswer& answer) {
    const std::string& target = link.target;
    if (target.starts_with('(') && target.ends_with(')')) {
      return led_there(
          std::pair(target.substr(1, target.size() - 2), "one pair of brackets too many"));
    }
    if (answer.fate == repo::LinkFate::missing) return led_there(other_file(link, answer));
    if (answer.fate == repo::LinkFate::found) return led_there(whole_name(link, answer));
    return {};
  }

  // `LICENSE` for `LICENSE.md`, which a forge does not find.
  Right whole_name(const syntax::Link& link, const repo::LinkAnswer& answer) const {
    const bool at_root = path_.components().size() == 1;
    if (!at_root || repo::site_of(input_.view, path_) != repo::DocSite::none) return {};
    if (answer.path != link.target + "." + repo::ending_of(answer.path)) return {};
    if (!among(kNamesOfProjects, lower(link.target)) || !needs_no_escape(answer.path)) return {};
    return std::pair(answer.path, "its name has an ending");
  }

  Right other_file(const syntax::Link& link, const repo::LinkAnswer& answer) {
    const std::size_t end = std::min(link.target.find_first_of("#?"), link.target.size());
    const std::string place = link.target.substr(0, end);
    if (place.ends_with('/') || contains(place, "%") || !RepoPath::parse(answer.path).ok())
      return {};
    const auto fit = Fits(input_, path_).only(answer.path);
    if (!fit) return {};
    // What a site is made of ends at its folder.
    const bool site = repo::site_of(input_.view, path_) != repo::DocSite::none;
    const std::string_view top = std::string_view(fit->path).substr(0, fit->path.find('/'));
    if (site && top != path_.components().front()) return {};
    std::string right =
        place.starts_with('/') ? "/" + fit->path : repo::relative_link(path_.folder(), fit->path);
    if (place.starts_with("./") && !right.starts_with('.')) right.insert(0, "./");
    return std::pair(right + link.target.substr(end), fit->path + " " + fit->reason);
  }

  Right other_anchor(const syntax::Link& link, const repo::LinkAnswer& answer) {
    const auto hash = link.target.find('#');
    if (hash == std::string::npos || contains(link.target.substr(hash), "%")) return {};
    const std::string text =
        answer.path == path_.text() ? text_ : input_.view.text(answer.path).value_or(std::string());
    const auto right = only_anchor(syntax::parse_markdown(text), answer.anchor, link.text);
    if (!right) return {};
    return led_there(std::pair(link.target.substr(0, hash + 1) + right->first, right->second));
  }

  // Nothing when it leads nowhere, either.
  Right led_there(Right right) {
    if (!right) return {};
    const bool there = links_.follow(path_, document_, right->first).fate == repo::LinkFate::found;
    return there ? right : Right();
  }

  const Input& input_;
  const RepoPath& path_;
  const std::string& text_;
  syntax::MarkdownDocument document_;
  repo::DocLinks links_;
  bool on_site_;
};

std::vector<Write> mended_documents(const Input& input, bool files, bool anchors) {
  std::vector<Write> writes;
  for (const repo::Entry& entry : input.view.files()) {
    if (!repo::is_page(entry.path.text()) || !is_own_text(input.view, entry)) continue;
    if ((anchors && is_record(entry.path)) || repo::is_shown_elsewhere(entry.path)) continue;
    const Result<std::string> text = input.view.read(entry.path);
    if (!text || !is_utf8(*text) || is_made_by_tool(*text)) continue;
    Write write = Mender(input, entry.path, *text).mend(files, anchors);
    if (write.content == *text) continue;
    writes.push_back(std::move(write));
    if (writes.size() == kFilesMax) break;
  }
  return writes;
}

}  // namespace

std::vector<Write> markdown_links(const Input& input) {
  return mended_documents(input, true, false);
}

std::vector<Write> markdown_anchors(const Input& input) {
  return mended_documents(input, false, true);
}

}  // namespace pawl::recipes
