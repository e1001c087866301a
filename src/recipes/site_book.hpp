// What a page of a Sphinx book may refer to beyond its own text, and what the conversion to
// Markdown reports. For the files that read one of its markups.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::recipes {

// A place another page names: a document, or a label in one.
struct BookPlace {
  std::string link;   // from the page that speaks of it
  std::string title;  // of the document or of the section the label stands before; may be empty
};

struct BookPage {
  std::function<std::optional<BookPlace>(std::string_view label)> label;
  std::function<std::optional<BookPlace>(std::string_view document)> document;
  // The link to a file that the page names; nothing when there is none.
  std::function<std::optional<std::string>(std::string_view file)> file;
  // Its text, when it is one.
  std::function<std::optional<std::string>(std::string_view file)> text;
};

// A `toctree`: entries as written, an empty title for none; `title` an empty target.
struct BookEntry {
  std::string title;
  std::string target;
};

struct MadePage {
  std::string text;
  std::vector<BookEntry> toctree;
  std::map<std::string, int> lost;  // directives that nothing stands for: name, how often
};

// A block of markup that Sphinx extends, in either of its markups.
struct Directive {
  std::string name;
  std::string argument;
  std::map<std::string, std::string> options;
  std::vector<std::string> content;
};
// Markdown in place of it. `body` makes Markdown of what it holds.
std::string directive_text(const Directive& directive, const BookPage& book, MadePage& made,
                           const std::function<std::string(const std::vector<std::string>&)>& body);
// Markdown in place of `:name:`text``.
std::string role_text(std::string_view name, std::string_view text, const BookPage& book);

MadePage page_of_rst(std::string_view text, const BookPage& book);
MadePage page_of_myst(std::string_view text, const BookPage& book);
// Whether Markdown holds what only Sphinx reads.
bool is_myst(std::string_view text);

// The labels of a document, each with the title of the section it stands before.
std::map<std::string, std::string> labels_of(std::string_view text, bool markdown);
// Its first heading; empty when there is none.
std::string book_title(std::string_view text, bool markdown);

// Parts that several of these need.
std::vector<std::string> dedented(std::vector<std::string> lines);
std::string fenced(std::string_view language, const std::vector<std::string>& lines);
std::string quoted(std::string_view title, std::string_view text);
std::string code_span(std::string_view text);
// `text <target>`: the two, or the whole as both.
std::pair<std::string, std::string> titled(std::string_view text);
std::string label_anchor(std::string_view label);

}  // namespace pawl::recipes
