#include "recipes/site_index.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

// A README in Markdown; other markup is no page.
std::optional<std::string> readme_text(const repo::RepoView& view) {
  for (const char* name : {"README.md", "readme.md", "Readme.md"}) {
    if (auto text = view.text(name); text && is_utf8(*text)) return text;
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
        for (const std::string_view name : {"href=", "src="}) {
          const std::string begin = std::string(name) + mark;
          line = replace_all(line, begin + from + mark, begin + to + mark);
        }
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

// The words of a link stay where it was; of an image, what stands for it.
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

std::string moved_readme(const std::string& text, const Input& input, const SiteDocs& docs) {
  const syntax::MarkdownDocument document = syntax::parse_markdown(text);
  std::vector<syntax::Link> links = document.links;
  links.insert(links.end(), document.html_links.begin(), document.html_links.end());
  // The longest first, so that none is taken for the beginning of another.
  std::stable_sort(links.begin(), links.end(), [](const syntax::Link& a, const syntax::Link& b) {
    return a.target.size() > b.target.size();
  });
  const Moved moved(input, docs);
  std::string out = text;
  std::vector<std::string> done;
  for (const syntax::Link& link : links) {
    if (std::find(done.begin(), done.end(), link.target) != done.end()) continue;
    done.push_back(link.target);
    const auto to = moved.target(link.target, link.image || repo::names_image(link.target));
    if (to && *to != link.target) out = retarget(out, link.target, *to);
    // It would be new on the new page, and no page may begin with what is broken.
    if (moved.leads_nowhere(link.target)) out = unlinked(out, link.target);
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

std::optional<std::string> readme_title(const repo::RepoView& view) {
  const std::optional<std::string> text = readme_text(view);
  if (!text) return {};
  const syntax::MarkdownDocument document = syntax::parse_markdown(*text);
  for (const auto* headings : {&document.headings, &document.html_headings}) {
    if (!headings->empty() && headings->front().level == 1) {
      return std::string(trim(headings->front().text));
    }
  }
  return {};
}

Write first_page(const Input& input, const SiteDocs& docs) {
  const std::optional<std::string> readme = readme_text(input.view);
  return {.path = docs.folder + "/index.md",
          .content = readme ? moved_readme(*readme, input, docs) : list_of_pages(docs)};
}

}  // namespace pawl::recipes
