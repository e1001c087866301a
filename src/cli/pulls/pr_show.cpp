// `pawl pr show`: a pull request with its checks, reviews and comments.
#include "base/text/hidden.hpp"
#include "base/text/text.hpp"
#include "cli/pulls/pull_command.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kCommitShown = 10;

Paint paint_of_review(forge::ReviewState state) {
  switch (state) {
    case forge::ReviewState::commented: return Paint::plain;
    case forge::ReviewState::approved: return Paint::green;
    case forge::ReviewState::changes_requested: return Paint::red;
  }
  return Paint::plain;
}

class PrShow final : public PullCommand {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    forge::Forge& forge = *desk->forge;
    TRY_ASSIGN(const forge::Pull pull, forge.pulls().get(asked));
    TRY_ASSIGN(const auto checks, all_checks(forge, pull.head_commit));
    TRY_ASSIGN(const auto reviews, all_reviews(forge, asked));
    TRY_ASSIGN(const auto comments, all_comments(forge, asked));
    if (json) {
      Json document = forge::to_json(pull);
      document.set("checks", json_list(checks))
          .set("reviews", json_list(reviews))
          .set("comments", json_list(comments));
      context.console.document(document);
      return Exit::done;
    }
    context.console.out(head_text(context, pull) + checks_text(context, checks) +
                        reviews_text(context, pull, reviews) + comments_text(context, comments));
    return Exit::done;
  }

 private:
  static std::string head_text(const Context& context, const forge::Pull& pull) {
    return painted(context, Paint::bold,
                   "#" + std::to_string(pull.number) + " " + printable(pull.title, 300)) +
           "\n" + painted(context, paint_of_pull(pull.state), state_words(pull)) + ", " +
           printable(pull.branch, 200) + " into " + printable(pull.base, 200) + ", opened " +
           pull.created_at + " by run " + pull.run +
           (pull.fixes > 0 ? ", fixes #" + std::to_string(pull.fixes) : "") + "\n\n" +
           visible(pull.body);
  }

  static std::string checks_text(const Context& context, const std::vector<forge::Check>& checks) {
    if (checks.empty()) return {};
    std::string text = "\n" + painted(context, Paint::bold, "Checks") + "\n";
    for (const forge::Check& check : checks) {
      text += "  " + painted(context, paint_of_check(check), outcome_of(check)) + "  " +
              printable(check.name, 100) + "\n";
    }
    return text;
  }

  static std::string reviews_text(const Context& context, const forge::Pull& pull,
                                  const std::vector<forge::Review>& reviews) {
    if (reviews.empty()) return {};
    std::string text = "\n" + painted(context, Paint::bold, "Reviews") + "\n";
    for (const forge::Review& review : reviews) {
      const bool now = review.head_commit == pull.head_commit;
      text += "  " +
              painted(context, paint_of_review(review.state),
                      replace_all(to_string(review.state), "_", " ")) +
              " by " + printable(review.author, 100) + ", " + review.created_at + ", on " +
              (now ? "" : "the earlier head ") + review.head_commit.substr(0, kCommitShown) + "\n" +
              indented(review.body, 4);
      for (const forge::LineComment& comment : review.comments) {
        text += "    " + printable(comment.path, 300) + ":" + std::to_string(comment.line) + "\n" +
                indented(comment.body, 6);
      }
    }
    return text;
  }
};

}  // namespace

std::unique_ptr<Command> make_pr_show() { return std::make_unique<PrShow>(); }

}  // namespace pawl::cli
