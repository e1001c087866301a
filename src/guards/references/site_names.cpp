// What the navigation and the pages of documentation sites name.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {
namespace {

// Plugins of mkdocs that make no pages: with any other one, a page may be there after all.
constexpr auto kPlainPlugins = fixed_words(
    "search", "mkdocstrings", "autorefs", "minify", "git-revision-date-localized",
    "git-revision-date", "git-committers", "git-committers-2", "git-authors", "social", "privacy",
    "offline", "glightbox", "redirects", "macros", "table-reader", "meta", "optimize", "rss",
    "mermaid2", "include-markdown", "open-in-new-tab", "exclude", "termynal", "material/search",
    "material/social", "include_dir_to_nav", "swagger-ui-tag", "markdownextradata");

bool makes_no_pages(const Json& plugins) {
  const auto is_plain = [](std::string_view name) { return among(kPlainPlugins, name); };
  for (const Json& plugin : plugins.items()) {
    const bool named = plugin.is_object() && plugin.size() == 1;
    if (!is_plain(named ? plugin.members().front().first : plugin.text())) return false;
  }
  const auto& members = plugins.members();
  return std::all_of(members.begin(), members.end(),
                     [&](const auto& member) { return is_plain(member.first); });
}

void add_nav(NameCollector& out, const Json& entry, const std::string& docs) {
  const std::string_view page = entry.text();
  if (page.ends_with(".md") || page.ends_with(".markdown")) {
    out.add("nav", page, NamedAs::file, docs);
  }
  for (const Json& item : entry.items()) add_nav(out, item, docs);
  for (const auto& [title, item] : entry.members()) add_nav(out, item, docs);
}

// A part of reStructuredText that is indented below a directive.
struct Directive {
  std::string_view name;
  std::string_view argument;
  std::size_t indent = 0;
  int line = 0;
};

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// `.. name:: argument`
std::optional<Directive> directive_of(std::string_view line) {
  const std::size_t indent = indent_of(line);
  std::string_view rest = line.substr(indent);
  if (!rest.starts_with(".. ")) return {};
  rest = trim(rest.substr(3));
  const auto mark = rest.find("::");
  if (mark == std::string_view::npos || rest.substr(0, mark).find(' ') != rest.npos) return {};
  return Directive{rest.substr(0, mark), trim(rest.substr(mark + 2)), indent, 0};
}

class RstReader {
 public:
  explicit RstReader(NameCollector& out) : out_(out) {}

  void read() {
    int number = 0;
    for (const std::string_view line : split_lines(out_.text())) {
      ++number;
      if (trim(line).empty()) continue;
      if (tree_ && indent_of(line) > tree_->indent) {
        entry(trim(line), number);
        continue;
      }
      flush();
      tree_.reset();
      if (literal_ && indent_of(line) > *literal_) continue;
      literal_.reset();
      if (trim_end(line).ends_with("::") && !directive_of(line)) literal_ = indent_of(line);
      if (const auto directive = directive_of(line)) start(*directive, number);
    }
    flush();
  }

 private:
  void start(const Directive& directive, int number) {
    if (directive.name == "toctree") {
      tree_ = directive;
      return;
    }
    if (among({"code", "code-block", "sourcecode", "parsed-literal", "highlight", "raw", "math"},
              directive.name)) {
      literal_ = directive.indent;
      return;
    }
    const bool file = among({"include", "literalinclude", "image", "figure"}, directive.name);
    if (file) add(std::string(directive.name), directive.argument, NamedAs::file, number);
  }

  void entry(std::string_view line, int number) {
    if (line.starts_with(':')) return;
    const auto open = line.find('<');
    if (open != std::string_view::npos && line.ends_with('>')) {
      line = line.substr(open + 1, line.size() - open - 2);
    }
    entries_.emplace_back(std::string(line), number);
  }

  void flush() {
    for (const auto& [name, number] : entries_) {
      const bool made = among({"self", "genindex", "modindex", "search", "modules"},
                              std::string_view(name).substr(name.rfind('/') + 1)) ||
                        contains(name, "auto") || contains(name, "gallery") ||
                        contains(name, "apidoc");
      if (!made) add("toctree", name, NamedAs::page, number);
    }
    entries_.clear();
  }

  // From the folder of the page; with a slash, from that of the whole site, which is one above.
  void add(const std::string& key, std::string_view written, NamedAs as, int number) {
    const bool rooted = written.starts_with('/');
    if (rooted) written.remove_prefix(1);
    if (!is_plain_path(written)) return;
    out_.add_from(out_.folder(), {.key = key,
                                  .written = std::string(written),
                                  .path = {},
                                  .as = as,
                                  .line = number,
                                  .anywhere = rooted});
  }

  NameCollector& out_;
  std::optional<Directive> tree_;
  std::optional<std::size_t> literal_;  // how far what is no markup is indented at least
  std::vector<std::pair<std::string, int>> entries_;
};

}  // namespace

void read_mkdocs(NameCollector& out) {
  const auto document = read_config(ConfigForm::yaml, out.text());
  if (!document || document->has("hooks") || document->has("INHERIT")) return;
  if (!makes_no_pages((*document)["plugins"])) return;
  const Json& docs = (*document)["docs_dir"];
  if (docs.is_string() && docs.text().starts_with('/')) return;
  const std::string folder = docs.string_or("docs");
  add_nav(out, (*document)["nav"], folder);
  // What the folder of an own theme holds is found as well.
  for (const std::string_view key : {"extra_css", "extra_javascript"}) {
    if ((*document)["theme"].has("custom_dir")) break;
    for (const Json& item : (*document)[key].items()) {
      out.add(key, item.text(), NamedAs::file, folder);
    }
  }
  out.add("theme.custom_dir", (*document)["theme"]["custom_dir"].text(), NamedAs::folder);
}

void read_rst(NameCollector& out) {
  RstReader(out).read();
  read_restructured_commands(out);
}

}  // namespace pawl::guards
