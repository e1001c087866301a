#include "recipes/site_index.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/site_book.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/html_tags.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

enum class Markup : std::uint8_t { markdown, rst, other };
struct Readme {
  std::string path;
  std::string text;  // Markdown, whatever it was written in
};

// By what only one of them has; a text of neither is plain.
Markup markup_of(std::string_view text) {
  int markdown = 0;
  int rst = 0;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view plain = trim(line);
    if (plain.starts_with("# ") || plain.starts_with("## ") || plain.starts_with("```")) ++markdown;
    if (contains(plain, "](")) ++markdown;
    if (plain.starts_with(".. ") || plain.ends_with("::") || contains(plain, ">`_")) ++rst;
    if (contains(plain, "``") && !plain.starts_with("```")) ++rst;
  }
  return markdown == 0 && rst == 0 ? Markup::other
         : rst > markdown          ? Markup::rst
                                   : Markup::markdown;
}

// Nothing but the text itself is known to be right.
std::string as_written(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(text)) lines.emplace_back(line);
  std::string title;
  for (const std::string& line : lines) {
    const auto from = line.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const bool drawn = line.find_first_not_of("=-*# ") == std::string::npos;
    if (from == std::string::npos || drawn) continue;
    title = trim(line.substr(std::min(line.find_first_not_of("=*# "), line.size())));
    break;
  }
  constexpr std::size_t kTitleBytesMax = 80;
  const std::string head =
      title.empty() || title.size() > kTitleBytesMax ? "" : "# " + title + "\n\n";
  return head + fenced("text", lines);
}

std::string from_rst(const repo::RepoView& view, const std::string& text) {
  const auto nothing = [](std::string_view) { return std::optional<BookPlace>(); };
  const BookPage book{
      .label = nothing,
      .document = nothing,
      .file = [](std::string_view file) { return std::optional<std::string>(file); },
      .text = [&view](std::string_view file) { return view.text(file); }};
  return page_of_rst(text, book).text;
}

// The README at the root in whatever form, Markdown first.
std::optional<Readme> readme_of(const repo::RepoView& view) {
  struct Form {
    std::string_view name;
    std::optional<Markup> markup;
  };
  constexpr auto kForms = std::to_array<Form>({{"readme.md", Markup::markdown},
                                               {"readme.markdown", Markup::markdown},
                                               {"readme.mkd", Markup::markdown},
                                               {"readme.mdown", Markup::markdown},
                                               {"readme.rst", Markup::rst},
                                               {"readme.rest", Markup::rst},
                                               {"readme", std::nullopt},
                                               {"readme.txt", std::nullopt},
                                               {"readme.adoc", Markup::other},
                                               {"readme.asciidoc", Markup::other},
                                               {"readme.org", Markup::other},
                                               {"readme.textile", Markup::other},
                                               {"readme.rdoc", Markup::other}});
  for (const Form& form : kForms) {
    for (const repo::Entry& entry : view.files()) {
      const std::string& path = entry.path.text();
      if (!equal_folded(path, form.name) || entry.symlink) continue;
      const auto text = view.text(path);
      if (!text || !is_utf8(*text) || trim(*text).empty()) continue;
      const Markup markup = form.markup.value_or(markup_of(*text));
      if (markup == Markup::markdown) return Readme{path, *text};
      return Readme{path, markup == Markup::rst ? from_rst(view, *text) : as_written(*text)};
    }
  }
  return {};
}

class Moved {
 public:
  Moved(const Input& input, const SiteDocs& docs) : view_(input.view), docs_(docs) {}

  // A link into the repository that leads to nothing, which nobody can look up elsewhere.
  bool leads_nowhere(std::string_view written) const {
    if (written.empty() || written.starts_with('#') || repo::has_scheme(written)) return false;
    const auto mark = std::min(written.find_first_of("?#"), written.size());
    const auto path = repo::resolved("", repo::percent_decoded(written.substr(0, mark)));
    return !path || (docs_.repository.empty() && !view_.has(*path) && !view_.has_folder(*path));
  }

  // Where a link of the README leads from the new place; nothing when it may stay as it is.
  std::optional<std::string> target(std::string_view written, bool image) const {
    if (written.empty() || written.starts_with('#') || repo::has_scheme(written)) return {};
    const auto mark = std::min(written.find_first_of("?#"), written.size());
    const std::string tail(written.substr(mark));
    const auto path = repo::resolved("", repo::percent_decoded(written.substr(0, mark)));
    if (!path) return {};
    if (*path == docs_.folder) return "./" + tail;
    if (const auto made = docs_.page_of_source.find(*path); made != docs_.page_of_source.end()) {
      return replace_all(made->second, " ", "%20") + tail;
    }
    const bool there = view_.has(*path) || view_.has_folder(*path);
    if (!there && docs_.repository.empty()) return {};
    const bool own = there && path->starts_with(docs_.folder + "/");
    // Images come along into the site; other files are looked at where the repository is.
    if (own || (there && image) || docs_.repository.empty()) return link_to(*path) + tail;
    const std::string kind = view_.has_folder(*path) ? "/tree/HEAD/" : "/blob/HEAD/";
    return docs_.repository + kind + replace_all(*path, " ", "%20") + tail;
  }

 private:
  std::string link_to(const std::string& path) const {
    const std::string link = replace_all(repo::relative_link(docs_.folder, path), " ", "%20");
    return view_.has(path) ? link : link + "/";
  }

  const repo::RepoView& view_;
  const SiteDocs& docs_;
};

// The candidates of a `srcset` in quotes of that kind.
std::string with_candidates(const std::string& line, const std::string& quote,
                            const std::string& from, const std::string& to) {
  const std::string begin = "srcset=" + quote;
  const auto open = line.find(begin);
  if (open == std::string::npos) return line;
  const auto start = open + begin.size();
  const auto end = line.find(quote, start);
  if (end == std::string::npos) return line;
  std::vector<std::string> out;
  for (auto& [address, size] :
       syntax::srcset_candidates(std::string_view(line).substr(start, end - start))) {
    out.push_back((address == from ? to : address) + (size.empty() ? "" : " " + size));
  }
  return line.substr(0, start) + join(out, ", ") + line.substr(end);
}

// Replaces a target where a link of Markdown or HTML can have it, outside of fenced code.
std::string retarget(const std::string& text, const std::string& from, const std::string& to) {
  std::string out;
  bool fenced = false;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    std::string line = text.substr(at, end - at);
    at = end;
    const std::string plain(trim(line));
    if (plain.starts_with("```") || plain.starts_with("~~~")) fenced = !fenced;
    if (!fenced) {
      for (const std::string_view close : {")", " \"", " '", " ("}) {
        const std::string tail(close);
        line = replace_all(line, "](" + from + tail, "](" + to + tail);
      }
      line = replace_all(line, "](<" + from + ">", "](<" + to + ">");
      for (const std::string_view quote : {"\"", "'"}) {
        const std::string mark(quote);
        for (const std::string_view name : {"href=", "src=", "poster="}) {
          const std::string begin = std::string(name) + mark;
          line = replace_all(line, begin + from + mark, begin + to + mark);
        }
        line = with_candidates(line, mark, from, to);
      }
      const std::string definition = "]: " + from;
      if (plain.starts_with('[') && plain.ends_with(definition)) {
        line = replace_all(line, definition, "]: " + to);
      }
    }
    out += line;
  }
  return out;
}

// Where the text of the link begins whose target begins at `target`, or npos.
std::size_t opening_of(std::string_view line, std::size_t target) {
  int open = 0;
  for (std::size_t i = target; i-- > 0;) {
    if (line[i] == ']') ++open;
    if (line[i] == '[' && --open == 0) return i;
  }
  return std::string_view::npos;
}

std::string moved_readme(const std::string& text, const Input& input, const SiteDocs& docs) {
  const Moved moved(input, docs);
  std::string out = moved_links(text, [&](const std::string& target) {
    return moved.target(target, repo::names_image(target.substr(0, target.find_first_of("?#"))));
  });
  for (const std::string& target : targets_of(text)) {
    // It would be new on the new page, and no page may begin with what is broken.
    if (moved.leads_nowhere(target)) out = unlinked(out, target);
  }
  if (!out.ends_with('\n')) out += '\n';
  return out;
}

std::string list_of_pages(const SiteDocs& docs) {
  std::string out = "# " + docs.title + "\n";
  if (!docs.description.empty()) out += "\n" + docs.description + "\n";
  if (!docs.pages.empty()) out += "\n";
  for (const auto& [path, page] : docs.pages) {
    out += "- [" + page.title + "](" + replace_all(path, " ", "%20") + ")\n";
  }
  return out;
}

}  // namespace

std::string unlinked(const std::string& text, const std::string& target) {
  const std::string mark = "](" + target + ")";
  std::string out;
  for (const std::string_view each : split(text, '\n')) {
    std::string line(each);
    for (std::size_t at = line.find(mark); at != std::string::npos; at = line.find(mark, at)) {
      const std::size_t open = opening_of(line, at + 1);
      if (open == std::string::npos) {
        ++at;
        continue;
      }
      const std::size_t begin = open > 0 && line[open - 1] == '!' ? open - 1 : open;
      const std::string words = line.substr(open + 1, at - open - 1);
      line.replace(begin, at + mark.size() - begin, words);
      at = begin + words.size();
    }
    out += line + "\n";
  }
  out.pop_back();
  return out;
}

// Every target of the text, the longest first, so that none is taken for the beginning of another.
std::vector<std::string> targets_of(const std::string& text) {
  const syntax::MarkdownDocument document = syntax::parse_markdown(text);
  std::set<std::string> all;
  for (const auto* links : {&document.links, &document.html_links}) {
    for (const syntax::Link& link : *links) all.insert(link.target);
  }
  for (const syntax::Block& block : document.blocks) {
    std::string html = block.kind == syntax::BlockKind::html ? block.text : std::string();
    for (const syntax::Piece& piece : block.pieces) {
      if (piece.kind == syntax::PieceKind::html) html += piece.text;
    }
    for (const syntax::HtmlTag& tag : syntax::html_tags(html)) {
      for (const auto& [name, value] : tag.attributes) {
        if (among({"href", "src", "poster"}, name)) all.insert(std::string(trim(value)));
        if (name != "srcset") continue;
        for (const auto& [address, size] : syntax::srcset_candidates(value)) all.insert(address);
      }
    }
  }
  all.erase("");
  std::vector<std::string> out(all.begin(), all.end());
  std::stable_sort(out.begin(), out.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  return out;
}

std::string moved_links(
    const std::string& text,
    const std::function<std::optional<std::string>(const std::string& target)>& to) {
  std::string out = text;
  for (const std::string& target : targets_of(text)) {
    const auto moved = to(target);
    if (moved && *moved != target) out = retarget(out, target, *moved);
  }
  return out;
}

std::optional<std::string> readme_title(const repo::RepoView& view) {
  const std::optional<Readme> readme = readme_of(view);
  if (!readme) return {};
  const syntax::MarkdownDocument document = syntax::parse_markdown(readme->text);
  for (const auto* headings : {&document.headings, &document.html_headings}) {
    if (!headings->empty() && headings->front().level == 1) {
      return plain_title(headings->front().text);
    }
  }
  return {};
}

Write first_page(const Input& input, const SiteDocs& docs) {
  const std::optional<Readme> readme = readme_of(input.view);
  return {.path = docs.folder + "/index.md",
          .content = readme ? moved_readme(readme->text, input, docs) : list_of_pages(docs)};
}

std::string plain_title(std::string_view text) {
  std::string out;
  bool tag = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool opens = text[i] == '<' && i + 1 < text.size() &&
                       (text[i + 1] == '/' || (lower(text.substr(i + 1, 1)) >= "a" &&
                                               lower(text.substr(i + 1, 1)) <= "z"));
    if (opens && text.find('>', i) != std::string_view::npos) tag = true;
    if (!tag) out += text[i];
    if (text[i] == '>') tag = false;
  }
  std::string words;
  for (const std::string_view word : split_words(out)) {
    words += (words.empty() ? "" : " ") + std::string(word);
  }
  return words;
}

}  // namespace pawl::recipes
