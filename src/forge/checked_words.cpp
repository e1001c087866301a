#include "forge/checked_words.hpp"

#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kTitleMax = 300;
constexpr std::size_t kCommitShown = 10;
constexpr std::size_t kLineCommentsMax = 1000;

Trouble invalid(std::string message, std::string way_out = {}) {
  return {
      .kind = TroubleKind::invalid, .message = std::move(message), .way_out = std::move(way_out)};
}

}  // namespace

Answered check_text(std::string_view what, std::string_view text, std::size_t bytes_max) {
  if (text.size() > bytes_max) {
    return invalid(std::string(what) + " has " + std::to_string(text.size()) + " bytes, at most " +
                   std::to_string(bytes_max) + " are taken");
  }
  if (!is_utf8(text)) return invalid(std::string(what) + " is no UTF-8", "save it as UTF-8");
  return Done{};
}

Answered check_title(std::string_view what, std::string_view title) {
  const std::string_view line = trim(title);
  if (line.empty()) return invalid(std::string(what) + " needs a title");
  if (contains(line, "\n")) {
    return invalid("the title of " + std::string(what) + " is one line",
                   "the rest goes into its body");
  }
  if (line.size() > kTitleMax) {
    return invalid("the title has " + std::to_string(line.size()) + " bytes, at most " +
                       std::to_string(kTitleMax) + " are taken",
                   "the rest goes into the body");
  }
  return check_text("the title of " + std::string(what), title);
}

Trouble stale_head(std::int64_t number, const std::string& is, const std::string& expected) {
  return {.kind = TroubleKind::conflict,
          .message = "pull request #" + std::to_string(number) + " is at " +
                     is.substr(0, kCommitShown) + ", not at " +
                     printable(expected.substr(0, kCommitShown), 80),
          .way_out = "look at it again, then decide again"};
}

Answered check_review(const ReviewDraft& draft) {
  TRY(check_text("the body of the review", draft.body));
  const bool silent = trim(draft.body).empty() && draft.comments.empty();
  if (silent && draft.state != ReviewState::approved) {
    return fail(Errc::invalid,
                "a review that does not approve needs a text, or comments at lines; say what is to "
                "be changed");
  }
  if (draft.comments.size() > kLineCommentsMax) {
    return fail(Errc::invalid, "a review has at most " + std::to_string(kLineCommentsMax) +
                                   " comments at lines, this one " +
                                   std::to_string(draft.comments.size()));
  }
  for (const LineComment& comment : draft.comments) {
    if (trim(comment.body).empty()) return fail(Errc::invalid, "a comment at a line needs a text");
    TRY(check_text("a comment at a line", comment.body));
  }
  return Done{};
}

Trouble no_such_line(const LineComment& comment, const std::string& why) {
  return invalid("no line " + std::to_string(comment.line) + " of " + printable(comment.path, 200) +
                 " to comment on: " + why);
}

}  // namespace pawl::forge
