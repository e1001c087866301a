#include "syntax/comments.hpp"

#include <algorithm>

#include "syntax/grammar.hpp"
#include "syntax/node.hpp"

namespace pawl::syntax {
namespace {

bool is_comment(TSNode node) {
  const std::string_view type = type_of(node);
  return type == "comment" || type == "line_comment" || type == "block_comment";
}

// Where comments may begin: few places of a text, so that most of its tree need not be walked.
class Openings {
 public:
  Openings(Language language, std::string_view text) {
    const bool hash =
        language == Language::python || language == Language::ruby || language == Language::bash;
    add(text, hash ? "#" : "//");
    if (!hash) add(text, "/*");
    if (language == Language::ruby) add(text, "=begin");
    std::sort(places_.begin(), places_.end());
  }

  bool empty() const { return places_.empty(); }

  // Is there one in the node? Nodes are asked for in the order of their beginnings.
  bool is_in(TSNode node) {
    const std::size_t begin = ts_node_start_byte(node);
    while (next_ < places_.size() && places_[next_] < begin) ++next_;
    return next_ < places_.size() && places_[next_] < ts_node_end_byte(node);
  }

 private:
  void add(std::string_view text, std::string_view opening) {
    for (auto at = text.find(opening); at != std::string_view::npos;
         at = text.find(opening, at + 1)) {
      places_.push_back(at);
    }
  }

  std::vector<std::size_t> places_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<Comment> comments(Language language, std::string_view text) {
  std::vector<Comment> found;
  Openings openings(language, text);
  if (openings.empty()) return found;
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return found;
  each_outermost(ts_tree_root_node(tree.get()), [&](TSNode node) {
    if (!openings.is_in(node)) return true;
    if (!is_comment(node)) return false;
    found.push_back(
        {ts_node_start_byte(node), ts_node_end_byte(node), static_cast<int>(first_row(node)) + 1});
    return true;
  });
  return found;
}

std::string blank_comments(Language language, std::string_view text) {
  std::string out(text);
  for (const Comment& each : comments(language, text)) {
    for (std::size_t i = each.begin; i < each.end && i < out.size(); ++i) {
      if (out[i] != '\n') out[i] = ' ';
    }
  }
  return out;
}

}  // namespace pawl::syntax
