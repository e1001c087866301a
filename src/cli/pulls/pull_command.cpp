#include "cli/pulls/pull_command.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kLineShown = 2000;
constexpr std::size_t kHeadMin = 7;

}  // namespace

Paint paint_of_pull(forge::PullState state) {
  switch (state) {
    case forge::PullState::open: return Paint::green;
    case forge::PullState::merged: return Paint::blue;
    case forge::PullState::closed: return Paint::red;
  }
  return Paint::plain;
}

std::string state_words(const forge::Pull& pull) {
  return std::string(to_string(pull.state)) + (pull.draft ? ", draft" : "");
}

Paint paint_of_check(const forge::Check& check) {
  if (forge::is_red(check)) return Paint::red;
  return check.conclusion == forge::Conclusion::success ? Paint::green : Paint::yellow;
}

std::string_view outcome_of(const forge::Check& check) {
  return check.conclusion == forge::Conclusion::none ? to_string(check.status)
                                                     : to_string(check.conclusion);
}

Result<std::string> expected_head(const forge::Pull& pull, const std::string& given) {
  if (given.empty()) return pull.head_commit;
  const bool hex = given.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (given.size() < kHeadMin || !hex) {
    return fail(Errc::invalid, "--head wants a commit of at least " + std::to_string(kHeadMin) +
                                   " hex digits, not '" + printable(given, 80) + "'");
  }
  if (pull.head_commit.starts_with(given)) return pull.head_commit;
  return fail(Errc::conflict, "pull request #" + std::to_string(pull.number) + " is at " +
                                  pull.head_commit.substr(0, 10) + ", not at " +
                                  given.substr(0, 10) + "; look at it again, then decide again");
}

Result<std::vector<forge::Comment>> all_comments(forge::Forge& forge, std::int64_t number) {
  TRY_ASSIGN(std::vector<forge::Comment> comments,
             forge::all_pages<forge::Comment>([&](const forge::PageRequest& page) {
               return forge.issues().comments(number, page);
             }));
  return comments;
}

Result<std::vector<forge::Review>> all_reviews(forge::Forge& forge, std::int64_t number) {
  TRY_ASSIGN(std::vector<forge::Review> reviews,
             forge::all_pages<forge::Review>([&](const forge::PageRequest& page) {
               return forge.reviews().list(number, page);
             }));
  return reviews;
}

Result<std::vector<forge::Check>> all_checks(forge::Forge& forge, const std::string& head_commit) {
  TRY_ASSIGN(std::vector<forge::Check> checks,
             forge::all_pages<forge::Check>([&](const forge::PageRequest& page) {
               return forge.checks().list(head_commit, page);
             }));
  return checks;
}

std::string indented(std::string_view text, std::size_t blanks) {
  std::string out;
  for (const std::string_view line : split_lines(trim(text))) {
    out += std::string(blanks, ' ') + printable(line, kLineShown) + "\n";
  }
  return out;
}

std::string comments_text(const Context& context, const std::vector<forge::Comment>& comments) {
  if (comments.empty()) return {};
  std::string text = "\n" + painted(context, Paint::bold, "Comments") + "\n";
  for (const forge::Comment& comment : comments) {
    text += "  " + printable(comment.author, 100) + ", " + comment.created_at + "\n" +
            indented(comment.body, 4);
  }
  return text;
}

}  // namespace pawl::cli
