#include "syntax/markdown.hpp"

#include <memory>
#include <optional>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include "base/text.hpp"
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
  const Owned<cmark_parser> parser(cmark_parser_new(CMARK_OPT_VALIDATE_UTF8));
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
class Reader {
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
    if (is_block(type)) enter_block(node, type);
    if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) {
      open_links_.push_back(out_.links.size());
      out_.links.push_back({.target = std::string(view(cmark_node_get_url(node))),
                            .text = {},
                            .image = type == CMARK_NODE_IMAGE,
                            .line = line_});
    } else if (type == CMARK_NODE_TEXT) {
      const std::string_view text = view(cmark_node_get_literal(node));
      out_.words += split_words(text).size();
      append(text);
    } else if (type == CMARK_NODE_CODE) {
      append(view(cmark_node_get_literal(node)));
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      append(" ");
    }
  }

  void enter_block(cmark_node* node, cmark_node_type type) {
    if (const int line = cmark_node_get_start_line(node); line > 0) line_ = line;
    if (type == CMARK_NODE_HEADING) {
      heading_ = Heading{cmark_node_get_heading_level(node), {}, line_};
    } else if (type == CMARK_NODE_CODE_BLOCK) {
      out_.code_blocks.push_back({.info = std::string(view(cmark_node_get_fence_info(node))),
                                  .text = std::string(view(cmark_node_get_literal(node))),
                                  .line = line_});
    } else if (view(cmark_node_get_type_string(node)) == "table") {
      ++out_.tables;
    }
  }

  void leave(cmark_node* node) {
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING && heading_) {
      heading_->text = trim(heading_->text);
      out_.headings.push_back(*std::move(heading_));
      heading_.reset();
    } else if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) {
      open_links_.pop_back();
    }
  }

  void append(std::string_view text) {
    if (heading_) heading_->text += text;
    // An image may stand inside of a link, and its words are the words of both.
    for (const std::size_t link : open_links_) out_.links[link].text += text;
  }

  MarkdownDocument out_;
  std::optional<Heading> heading_;
  std::vector<std::size_t> open_links_;
  int line_ = 1;
};

}  // namespace

MarkdownDocument parse_markdown(std::string_view text) {
  text = without_byte_order_mark(text);
  const std::string whole = without_marker_floods(text.substr(0, kTextBytesMax));
  const Owned<cmark_node> root = parse(whole);
  return root ? Reader().read(root.get()) : MarkdownDocument();
}

}  // namespace pawl::syntax
