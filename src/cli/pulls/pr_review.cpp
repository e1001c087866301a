// `pawl pr comment|review`, `pawl issue comment`: what people and programs say.
#include "base/text/text.hpp"
#include "cli/kit/text_flags.hpp"
#include "cli/pulls/pull_command.hpp"
#include "os/processes/process.hpp"

namespace pawl::cli {
namespace {

std::string author_or_user(const std::optional<std::string>& author) {
  return author.value_or(os::user_name());
}

// On a pull request, or on an issue: their numbers are shared, so a command says which it means.
class CommentOn : public PullCommand {
 public:
  BodyFlags body;
  std::optional<std::string> author;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--body", "TEXT", "what is to be said", &body.text},
            {"--body-file", "FILE", "a file that holds it; `-` reads standard input", &body.file},
            {"--author", "NAME", "who says it; the user of this machine when absent", &author},
            {"--json", "", "one JSON document: the comment", &json}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, number_asked());
    if (!body.given()) {
      return fail(Errc::invalid, "nothing to say: give --body TEXT or --body-file FILE");
    }
    forge::CommentDraft draft{.body = {}, .author = author_or_user(author)};
    TRY_ASSIGN(draft.body, body.read(context, "What is to be said, then Ctrl-D:"));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY(check_there(*desk->forge, asked));
    TRY_ASSIGN(const forge::Comment comment, desk->forge->issues().comment(asked, draft));
    if (json) context.console.document(forge::to_json(comment));
    context.console.say("commented on #" + std::to_string(asked));
    return Exit::done;
  }

 protected:
  virtual Result<std::int64_t> number_asked() const = 0;
  virtual Status check_there(forge::Forge& forge, std::int64_t asked) const = 0;
};

class PrComment final : public CommentOn {
  Result<std::int64_t> number_asked() const override { return wanted(); }
  Status check_there(forge::Forge& forge, std::int64_t asked) const override {
    TRY(forge.pulls().get(asked));
    return Done{};
  }
};

class IssueComment final : public CommentOn {
 public:
  std::vector<Argument> arguments() override {
    return {{"NUMBER", "the issue", &number},
            {"TARGET", "its repository; the current directory when absent", &target, false}};
  }

 private:
  Result<std::int64_t> number_asked() const override {
    return forge_number(number, "an issue", "pawl issue list");
  }
  Status check_there(forge::Forge& forge, std::int64_t asked) const override {
    TRY(forge.issues().get(asked));
    return Done{};
  }
};

Error wrong_comments(std::string_view why) {
  return fail(Errc::invalid, "--comments wants a JSON list of {\"path\", \"line\", \"body\"}: " +
                                 std::string(why));
}

Result<std::vector<forge::LineComment>> line_comments(const std::string& text) {
  const Result<Json> parsed = Json::parse(text);
  if (!parsed) return wrong_comments(parsed.error().message);
  if (!parsed->is_array()) return wrong_comments("it is no list");
  std::vector<forge::LineComment> comments;
  for (const Json& item : parsed->items()) {
    const std::int64_t line = item["line"].int_or(0);
    if (!item["path"].is_string() || !item["body"].is_string() || line < 1) {
      return wrong_comments("entry " + std::to_string(comments.size() + 1) +
                            " lacks one of them, or its line is not 1 or more");
    }
    comments.push_back(
        {.path = item["path"].string_or(""), .line = line, .body = item["body"].string_or("")});
  }
  return comments;
}

class PrReview final : public PullCommand {
 public:
  bool approve = false;
  bool request_changes = false;
  BodyFlags body;
  std::string comments;
  std::string head;
  std::optional<std::string> author;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--approve", "", "it may be merged", &approve},
        {"--request-changes", "", "it may not be merged as it is", &request_changes},
        {"--body", "TEXT", "what is to be said of all of it", &body.text},
        {"--body-file", "FILE", "a file that holds it; `-` reads standard input", &body.file},
        {"--comments", "FILE",
         "comments at lines, a JSON list of {\"path\", \"line\", \"body\"}; `-` reads standard "
         "input",
         &comments},
        {"--head", "COMMIT", "the commit that was reviewed; only while that is its head", &head},
        {"--author", "NAME", "who reviews; the user of this machine when absent", &author},
        {"--json", "", "one JSON document: the review", &json}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::int64_t asked, wanted());
    TRY_ASSIGN(const forge::ReviewDraft review, draft(context));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    forge::Forge& forge = *desk->forge;
    if (!review.comments.empty() && !forge.capabilities().line_comments) {
      return fail(Errc::invalid, "this forge takes no comments at lines; leave --comments away");
    }
    TRY_ASSIGN(const forge::Pull pull, forge.pulls().get(asked));
    TRY_ASSIGN(const std::string expected, expected_head(pull, head));
    TRY_ASSIGN(const forge::Review made, forge.reviews().submit(asked, review, expected));
    if (json) context.console.document(forge::to_json(made));
    context.console.say("reviewed #" + std::to_string(asked) + " at " +
                        made.head_commit.substr(0, 10) + ": " +
                        replace_all(to_string(made.state), "_", " "));
    return Exit::done;
  }

 private:
  Result<forge::ReviewDraft> draft(Context& context) const {
    if (approve && request_changes) {
      return fail(Errc::invalid, "--approve and --request-changes exclude each other");
    }
    if (body.file == "-" && comments == "-") {
      return fail(Errc::invalid, "only one of --body-file and --comments reads standard input");
    }
    forge::ReviewDraft out{.state = forge::ReviewState::commented,
                           .body = {},
                           .author = author_or_user(author),
                           .comments = {}};
    if (approve) out.state = forge::ReviewState::approved;
    if (request_changes) out.state = forge::ReviewState::changes_requested;
    TRY_ASSIGN(out.body, body.read(context, "What is to be said of it, then Ctrl-D:"));
    if (comments.empty()) return out;
    TRY_ASSIGN(const std::string text,
               read_named_file(context, comments, "Comments as JSON, then Ctrl-D:"));
    TRY_ASSIGN(out.comments, line_comments(text));
    return out;
  }
};

}  // namespace

std::unique_ptr<Command> make_pr_comment() { return std::make_unique<PrComment>(); }
std::unique_ptr<Command> make_pr_review() { return std::make_unique<PrReview>(); }
std::unique_ptr<Command> make_issue_comment() { return std::make_unique<IssueComment>(); }

}  // namespace pawl::cli
