#include "syntax/documents/markdown.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include "base/text/text.hpp"
#include "syntax/documents/html_tags.hpp"
#include "syntax/library_memory.hpp"
#include "syntax/limits.hpp"
#include "syntax/recent.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

// Nobody writes longer documents by hand, and some constructs cost cmark quadratic time.
constexpr std::size_t kTextBytesMax = std::size_t{2} << 20U;
// Deeper quotes and lists than that are an attack on the parser.
constexpr std::size_t kMarkersMax = 200;

struct Deleter {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
  void operator()(cmark_node* node) const { cmark_node_free(node); }
  void operator()(cmark_iter* iter) const { cmark_iter_free(iter); }
};
template <class T>
using Owned = std::unique_ptr<T, Deleter>;

std::string_view view(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// Lines that open hundreds of quotes or list items lose the markers over the limit.
std::string without_marker_floods(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t markers = 0;
  bool at_start = true;
  for (const char c : text) {
    const bool marker = c == '>' || c == '-' || c == '*' || c == '+';
    if (c == '\n') {
      markers = 0;
      at_start = true;
    } else if (at_start && marker) {
      if (++markers > kMarkersMax) continue;
    } else if (c != ' ' && c != '\t') {
      at_start = false;
    }
    out += c;
  }
  return out;
}

Owned<cmark_node> parse(const std::string& text) {
  // cmark keeps its extensions in a list of the whole process.
  static const bool kRegistered = [] {
    cmark_gfm_core_extensions_ensure_registered();
    return true;
  }();
  static_cast<void>(kRegistered);
  static cmark_mem memory{library_calloc, library_realloc, std::free};
  const Owned<cmark_parser> parser(cmark_parser_new_with_mem(CMARK_OPT_VALIDATE_UTF8, &memory));
  for (const char* name : {"table", "strikethrough", "autolink", "tasklist"}) {
    if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name)) {
      cmark_parser_attach_syntax_extension(parser.get(), extension);
    }
  }
  cmark_parser_feed(parser.get(), text.data(), text.size());
  return Owned<cmark_node>(cmark_parser_finish(parser.get()));
}

bool is_block(cmark_node_type type) {
  return (type & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK;
}

// Reads the tree in the order of the text.
class MarkdownReader {
 public:
  MarkdownDocument read(cmark_node* root) {
    const Owned<cmark_iter> iter(cmark_iter_new(root));
    for (auto event = cmark_iter_next(iter.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iter.get())) {
      cmark_node* node = cmark_iter_get_node(iter.get());
      if (event == CMARK_EVENT_ENTER) {
        enter(node);
      } else {
        leave(node);
      }
    }
    return std::move(out_);
  }

 private:
  void enter(cmark_node* node) {
    const cmark_node_type type = cmark_node_get_type(node);
    if (is_block(type)) {
      enter_block(node, type);
    } else if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) {
      open_links_.push_back(out_.links.size());
      out_.links.push_back({.target = std::string(view(cmark_node_get_url(node))),
                            .text = {},
                            .image = type == CMARK_NODE_IMAGE,
                            .line = line_});
    } else if (type == CMARK_NODE_TEXT) {
      const std::string_view text = view(cmark_node_get_literal(node));
      out_.words += split_words(text).size();
      append(text, PieceKind::text);
    } else if (type == CMARK_NODE_CODE) {
      append(view(cmark_node_get_literal(node)), PieceKind::code);
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      append(" ", PieceKind::text);
    } else if (type == CMARK_NODE_HTML_INLINE) {
      const std::string_view html = view(cmark_node_get_literal(node));
      if (block_) block_->pieces.push_back({PieceKind::html, std::string(html), false});
      read_html(html);
    }
  }

  void enter_block(cmark_node* node, cmark_node_type type) {
    if (const int line = cmark_node_get_start_line(node); line > 0) line_ = line;
    const std::string_view name = view(cmark_node_get_type_string(node));
    if (type == CMARK_NODE_HEADING) {
      open(node, BlockKind::heading).level = cmark_node_get_heading_level(node);
    } else if (type == CMARK_NODE_PARAGRAPH) {
      open(node, BlockKind::paragraph);
    } else if (type == CMARK_NODE_CODE_BLOCK) {
      enter_code(node);
    } else if (type == CMARK_NODE_HTML_BLOCK) {
      Block& block = open(node, BlockKind::html);
      block.text = view(cmark_node_get_literal(node));
      close();
      read_html(out_.blocks.back().text);
    } else if (name == "table") {
      ++out_.tables;
      open(node, BlockKind::table);
    } else if ((name == "table_row" || name == "table_header") && block_) {
      if (!block_->text.empty()) append("\n", PieceKind::text);
    } else if (name == "table_cell" && block_ && !block_->text.empty()) {
      if (!block_->text.ends_with('\n')) append(" | ", PieceKind::text);
    } else if (type == CMARK_NODE_BLOCK_QUOTE) {
      ++quotes_;
    }
  }

  void enter_code(cmark_node* node) {
    Block& block = open(node, BlockKind::code);
    block.info = view(cmark_node_get_fence_info(node));
    int offset = 0;
    if (cmark_node_get_fenced(node, &block.fence, &offset, &block.fence_mark) == 0) block.fence = 0;
    block.text = view(cmark_node_get_literal(node));
    out_.code_blocks.push_back({.info = block.info, .text = block.text, .line = line_});
    close();
  }

  Block& open(cmark_node* node, BlockKind kind) {
    block_.emplace();
    block_->kind = kind;
    block_->line = line_;
    block_->last_line = std::max(line_, cmark_node_get_end_line(node));
    block_->quoted = quotes_ > 0;
    return *block_;
  }

  void close() {
    if (!block_) return;
    out_.blocks.push_back(*std::move(block_));
    block_.reset();
  }

  void leave(cmark_node* node) {
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING) {
      leave_heading();
    } else if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) {
      open_links_.pop_back();
    } else if (type == CMARK_NODE_BLOCK_QUOTE) {
      --quotes_;
    } else if (type == CMARK_NODE_PARAGRAPH || view(cmark_node_get_type_string(node)) == "table") {
      if (block_) add_attribute_ids();
      close();
    }
  }

  // `## Title {#id}`, `[](){#id}`, `{: #id }`, as many site generators have it, name an anchor.
  void add_attribute_ids() {
    const std::string_view text = block_->text;
    for (std::size_t at = text.find('{'); at != text.npos; at = text.find('{', at + 1)) {
      std::string_view inside = text.substr(at + 1, text.find('}', at) - at - 1);
      if (inside.starts_with(':')) inside.remove_prefix(1);
      const auto words = split_words(inside);
      if (!words.empty() && words[0].starts_with('#') && words[0].size() > 1) {
        out_.ids.emplace_back(words[0].substr(1));
      }
    }
  }

  void leave_heading() {
    if (!block_) return;
    block_->text = trim(block_->text);
    add_attribute_ids();
    out_.headings.push_back({block_->level, block_->text, block_->line});
    close();
  }

  void append(std::string_view text, PieceKind kind) {
    if (block_) {
      block_->text += text;
      block_->pieces.push_back({kind, std::string(text), !open_links_.empty()});
    }
    // An image may stand inside of a link, and its words are the words of both.
    // Nobody puts more than that into each other.
    constexpr std::size_t kNestedMax = 4;
    const std::size_t from = open_links_.size() - std::min(open_links_.size(), kNestedMax);
    for (std::size_t i = from; i < open_links_.size(); ++i) out_.links[open_links_[i]].text += text;
  }

  void read_html(std::string_view html) {
    const std::vector<HtmlTag> tags = html_tags(html);
    for (std::size_t i = 0; i < tags.size(); ++i) {
      const HtmlTag& tag = tags[i];
      for (const char* key : {"id", "name"}) {
        if (const auto value = tag.attribute(key); !value.empty()) out_.ids.emplace_back(value);
      }
      const bool image = tag.name == "img";
      const std::string_view target = tag.attribute(image ? "src" : "href");
      if ((image || tag.name == "a") && !target.empty()) {
        out_.html_links.push_back({.target = std::string(trim(target)),
                                   .text = std::string(tag.attribute("alt")),
                                   .image = image,
                                   .line = line_ + tag.line});
      }
      const bool heading =
          tag.name.size() == 2 && tag.name[0] == 'h' && tag.name[1] >= '1' && tag.name[1] <= '6';
      if (heading) read_html_heading(html, tags, i);
    }
  }

  // A heading that holds more tags than this one is none: it was never closed.
  static constexpr std::size_t kHeadingTagsMax = 100;

  void read_html_heading(std::string_view html, const std::vector<HtmlTag>& tags, std::size_t at) {
    Heading heading{tags[at].name[1] - '0', {}, line_ + tags[at].line};
    const std::size_t last = std::min(tags.size(), at + kHeadingTagsMax);
    for (std::size_t i = at; i + 1 < last; ++i) {
      heading.text += html.substr(tags[i].end, tags[i + 1].begin - tags[i].end);
      if (tags[i + 1].name == "/" + tags[at].name) {
        heading.text = trim(heading.text);
        out_.html_headings.push_back(std::move(heading));
        return;
      }
    }
  }

  MarkdownDocument out_;
  std::optional<Block> block_;
  std::vector<std::size_t> open_links_;
  int quotes_ = 0;
  int line_ = 1;
};

// The length of a leading `---` or `+++` part that holds settings for a site, not text.
std::size_t front_matter_size(std::string_view text) {
  const std::string_view fence = text.substr(0, 3);
  if (fence != "---" && fence != "+++") return 0;
  std::size_t at = text.find('\n');
  if (at == std::string_view::npos || !trim(text.substr(3, at - 3)).empty()) return 0;
  bool setting = false;
  for (++at; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trim_end(text.substr(at, end - at));
    if (line == fence || (fence == "---" && line == "...")) return setting ? end : 0;
    if (!setting && line.empty()) return 0;  // a rule over a paragraph
    setting = setting || line.find_first_of(":=") != std::string_view::npos;
    at = end + 1;
  }
  return 0;
}

}  // namespace

MarkdownDocument parse_markdown(std::string_view text) {
  text = without_byte_order_mark(text).substr(0, kTextBytesMax);
  if (unreadable_markdown(text)) return {};
  std::string whole = without_marker_floods(text);
  // Its lines stay, so that those below keep their numbers.
  for (std::size_t i = 0, end = front_matter_size(whole); i < end; ++i) {
    if (whole[i] != '\n') whole[i] = ' ';
  }
  const Owned<cmark_node> root = parse(whole);
  return root ? MarkdownReader().read(root.get()) : MarkdownDocument();
}

std::shared_ptr<const MarkdownDocument> shared_markdown(std::string_view text) {
  enum class What : std::uint8_t { markdown };
  thread_local Recent<What, std::shared_ptr<const MarkdownDocument>> recent;
  if (const auto* known = recent.find(What::markdown, text)) return *known;
  auto made = std::make_shared<const MarkdownDocument>(parse_markdown(text));
  recent.keep(What::markdown, text, made);
  return made;
}

}  // namespace pawl::syntax
