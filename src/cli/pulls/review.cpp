// `pawl review`: what people say of a pull request of Pawl's, and whom of them Pawl would listen
// to; with `--integrate` a run that does what they ask for.
#include "base/text/text.hpp"
#include "cli/pulls/pull_command.hpp"
#include "cli/runs/run_command.hpp"
#include "stages/reviewing/trust.hpp"

namespace pawl::cli {
namespace {

using stages::Trust;

template <class Said>
Json trusted_list(const std::vector<Said>& items, const Trust& trust) {
  Json list = Json::array();
  for (const Said& item : items) {
    Json json = to_json(item);
    json.set("own", trust.is_own(item.author)).set("trusted", trust.holds_for(item));
    list.push(std::move(json));
  }
  return list;
}

class Review final : public RunCommand {
 public:
  Review() : RunCommand("") {}

  std::string number;
  bool integrate = false;

  std::vector<Flag> flags() override {
    return {
        {"--pr", "N", "the pull request; the open one of Pawl's when absent", &number},
        {"--integrate", "", "do what trusted people ask for at lines, and answer them", &integrate},
        {"--model", "SPEC", "who does it: provider:model", &model,
         "openai: anthropic: scripted: cassette:"},
        {"--forge", "KIND", "where the pull request is: auto, local or github", &forge,
         "auto local github"},
        {"--max-cost", "USD", "what models may cost in this run", &max_cost},
        {"--max-tokens", "N", "tokens, in and out, that models may use in this run", &max_tokens},
        {"--max-time", "TIME", "after how long no more calls to models are made: 90s, 30m, 2h",
         &max_time},
        {"--resume", "", "with --integrate: go on with the newest unfinished run of the target",
         &resume},
        {"--json", "", "one JSON document", &json}};
  }

  Result<Exit> run(Context& context) override {
    if (integrate) return integrated(context);
    if (resume) return fail(Errc::invalid, "--resume goes on with what --integrate began; give it");
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    forge::Forge& forge = *desk->forge;
    TRY_ASSIGN(const forge::Pull pull, wanted_pull(*desk));
    Trust trust;
    trust.least = forge::association_named(context.config.config.review_trust)
                      .value_or(forge::Association::owner);
    TRY_ASSIGN(trust.self, forge.author());
    TRY_ASSIGN(const auto reviews, all_reviews(forge, pull.number));
    TRY_ASSIGN(const auto comments, all_comments(forge, pull.number));
    if (json) {
      context.console.document(Json::object({{"number", pull.number},
                                             {"url", pull.url},
                                             {"state", to_string(pull.state)},
                                             {"head_commit", pull.head_commit},
                                             {"trust", to_string(trust.least)},
                                             {"reviews", trusted_list(reviews, trust)},
                                             {"comments", trusted_list(comments, trust)}}));
      return Exit::done;
    }
    context.console.out(heading(context, pull) + reviews_words(context, pull, reviews, trust) +
                        comments_words(context, comments, trust));
    if (reviews.empty() && comments.empty()) {
      context.console.say("nobody said anything of #" + std::to_string(pull.number));
    }
    return Exit::done;
  }

 private:
  Result<Exit> integrated(Context& context) {
    std::int64_t asked = 0;
    if (!resume) {
      TRY_ASSIGN(const auto desk, open_desk(context, target));
      TRY_ASSIGN(const forge::Pull pull, wanted_pull(*desk));
      if (!pull.head_repository.empty()) {
        return fail(Errc::denied, "the branch of #" + std::to_string(pull.number) +
                                      " is in the fork " + printable(pull.head_repository, 200) +
                                      "; --integrate works on branches of the repository itself");
      }
      base = pull.branch;
      asked = pull.number;
    }
    TRY_ASSIGN(runner::RunOptions out, options());
    out.pull = asked;
    out.pipeline = "review";
    out.yes = true;
    return go(context, out);
  }

  Result<forge::Pull> wanted_pull(const Desk& desk) const {
    if (!number.empty()) {
      TRY_ASSIGN(const std::int64_t asked, forge_number(number, "a pull request", "pawl pr list"));
      TRY_ASSIGN(forge::Pull pull, desk.forge->pulls().get(asked));
      return pull;
    }
    TRY_ASSIGN(std::vector<forge::Pull> open, all_pulls(*desk.forge, forge::PullState::open));
    std::erase_if(open, [](const forge::Pull& pull) { return pull.run.empty(); });
    if (open.size() == 1) return std::move(open.front());
    if (open.empty()) {
      return fail(Errc::not_found, "no pull request of Pawl's is open in " + desk.target.name +
                                       "; --pr N names another, `pawl pr list` shows all");
    }
    std::vector<std::string> numbers;
    for (const forge::Pull& pull : open) numbers.push_back("#" + std::to_string(pull.number));
    return fail(Errc::invalid, "several are open: " + join(numbers, ", ") + "; name one by --pr N");
  }

  static std::string heading(const Context& context, const forge::Pull& pull) {
    return painted(context, Paint::bold,
                   "#" + std::to_string(pull.number) + " " + printable(pull.title, 300)) +
           "\n" + painted(context, paint_of_pull(pull.state), state_words(pull)) + ", " +
           printable(pull.branch, 200) + " into " + printable(pull.base, 200) + "\n";
  }

  // `bob, collaborator, 2026-01-01T00:00:00.000Z`, and whether Pawl would listen.
  template <class Said>
  static std::string byline(const Context& context, const Said& said, const Trust& trust) {
    const bool own = trust.is_own(said.author);
    const std::string standing = own                     ? "Pawl itself"
                                 : trust.holds_for(said) ? "trusted"
                                                         : "not trusted";
    return printable(said.author, 100) + ", " + std::string(to_string(said.association)) + ", " +
           said.created_at + ", " +
           painted(context, trust.holds_for(said) ? Paint::green : Paint::plain, standing);
  }

  static std::string reviews_words(const Context& context, const forge::Pull& pull,
                                   const std::vector<forge::Review>& reviews, const Trust& trust) {
    std::string text;
    for (const forge::Review& review : reviews) {
      text += "\n  " + replace_all(to_string(review.state), "_", " ") + " by " +
              byline(context, review, trust) +
              (review.head_commit == pull.head_commit ? "" : ", on an earlier head") + "\n" +
              indented(review.body, 4);
      for (const forge::LineComment& comment : review.comments) {
        text += "    " + printable(comment.path, 300) + ":" + std::to_string(comment.line) + "\n" +
                indented(comment.body, 6);
      }
    }
    return text.empty() ? text : "\n" + painted(context, Paint::bold, "Reviews") + text;
  }

  static std::string comments_words(const Context& context,
                                    const std::vector<forge::Comment>& comments,
                                    const Trust& trust) {
    std::string text;
    for (const forge::Comment& comment : comments) {
      text += "\n  " + byline(context, comment, trust) + "\n" + indented(comment.body, 4);
    }
    return text.empty() ? text : "\n" + painted(context, Paint::bold, "Comments") + text;
  }
};

}  // namespace

std::unique_ptr<Command> make_review() { return std::make_unique<Review>(); }

}  // namespace pawl::cli
