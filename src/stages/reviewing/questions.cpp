#include "stages/reviewing/questions.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "base/text/text.hpp"
#include "critics/events.hpp"
#include "llm/answers/json_answer.hpp"
#include "planner/prompts/shown_files.hpp"
#include "planner/prompts/template.hpp"
#include "stages/context_windows.hpp"
#include "stages/reviewing/asking.hpp"
#include "stages/reviewing/mending.hpp"

namespace pawl::stages {
namespace {

constexpr int kSayMax = 2;
constexpr std::size_t kSubjectsMax = 20;
constexpr std::uint64_t kFileBytesMax = 4'000'000;

using Values = std::vector<std::pair<std::string, std::string>>;

// The files of a commit, read as they are asked for.
class HeadFiles {
 public:
  HeadFiles(const Workshop& shop, std::string head) : shop_(shop), head_(std::move(head)) {}

  // As others may see it: a model that was shown a file like that quotes it like that.
  Result<std::optional<std::string>> text(const RepoPath& path) {
    const std::string& folder = shop_.checkout.worktree->folder();
    if (!entries_) {
      TRY_ASSIGN(entries_, shop_.checkout.git.list_tree(folder, head_));
    }
    const auto entry =
        std::find_if(entries_->begin(), entries_->end(),
                     [&](const git::TreeEntry& each) { return each.path == path.text(); });
    const bool is_file =
        entry != entries_->end() && (entry->mode == 0100644 || entry->mode == 0100755);
    if (!is_file) return std::optional<std::string>();
    const std::string object = entry->object;
    TRY_ASSIGN(const auto blobs, shop_.checkout.git.blobs(folder, std::span(&object, 1),
                                                          kFileBytesMax, kFileBytesMax));
    if (blobs.empty() || !blobs.front().content) return std::optional<std::string>();
    return std::optional<std::string>(
        planner::cleaned(&shop_.scope.redactor, *blobs.front().content, path.text()));
  }

 private:
  const Workshop& shop_;
  std::string head_;
  std::optional<std::vector<git::TreeEntry>> entries_;
};

struct DialogueTurn {
  config::Role role = config::Role::questioner;
  std::string purpose;
  std::string_view prompt;  // of data/prompts, with the places title, diff and read
  Values values;            // of its other places
  Json schema;              // that is asked for
  Json readable;            // that is taken
};

std::string questions_text(const std::vector<critics::Question>& questions) {
  std::string text;
  for (const critics::Question& one : questions) {
    text += std::string(to_string(one.slot)) + ": " + one.text + "\n";
  }
  return text;
}

class Asker {
 public:
  Asker(const Workshop& shop, const critics::Diff& diff, std::string title)
      : shop_(shop), diff_(diff), title_(std::move(title)) {}

  // Errc::invalid when nobody can tell what is said, or it cannot be asked.
  Result<Json> ask(DialogueTurn asked) {
    TRY(go_on(shop_.scope));
    if (budget_is_gone(shop_.models)) return fail(Errc::invalid, shop_.models.budget->exhausted());
    TRY_ASSIGN(const llm::Room window, window_of(shop_.scope, shop_.models, asked.role));
    TRY_ASSIGN(const std::string text, question(asked, window));
    TRY_ASSIGN(llm::ChatRequest request,
               request_of(shop_.scope, planner::made_prompt(window, system(), text, {}), window,
                          std::string(to_string(asked.role)), asked.purpose));
    request.schema = std::move(asked.schema);
    TRY_ASSIGN(const schema::JsonSchema schema, schema::JsonSchema::compile(asked.readable));
    TRY_ASSIGN(llm::JsonAnswer said,
               llm::ask_json(*model_of(shop_.models, asked.role), std::move(request), schema,
                             shop_.scope.events, kSayMax));
    return std::move(said.value);
  }

  // What every question that was asked could show.
  const critics::Coverage& coverage() const { return coverage_; }

 private:
  static std::string system() { return planner::render("prompts/review-system.md", {}); }

  std::string rendered(const DialogueTurn& asked, const std::string& diff,
                       const std::string& read) const {
    Values values = asked.values;
    values.emplace_back("title", planner::framed("what its maker calls it", title_));
    values.emplace_back("diff", planner::framed("the change", diff));
    values.emplace_back("read", read);
    return planner::render(asked.prompt, values);
  }

  Result<std::string> question(const DialogueTurn& asked, const llm::Room& window) {
    const std::string part = "Not all of the change is shown. ";
    const std::int64_t total = window.weight(shop_.settings.config.critics_tokens_max);
    const std::int64_t most = std::min(total, window.weight(window.question_limit()));
    const std::int64_t fixed = llm::weight_of(system()) + llm::weight_of(rendered(asked, {}, part));
    const std::vector<critics::Chunk> chunks = critics::cut(
        diff_, {.chunk = std::max<std::int64_t>(0, most - fixed), .fixed = fixed, .total = most});
    if (chunks.empty()) return fail(Errc::invalid, "nothing of the change fits into a question");
    const critics::Coverage shown = critics::coverage_of(diff_, {chunks.front()});
    if (coverage_.lines == 0 || shown.lines_read < coverage_.lines_read) coverage_ = shown;
    return rendered(asked, critics::text_of(diff_, chunks.front()), shown.whole() ? "" : part);
  }

  const Workshop& shop_;
  const critics::Diff& diff_;
  std::string title_;
  critics::Coverage coverage_;
};

// What ends the run and not only the dialogue.
bool stops_the_run(const Error& error) {
  return error.code == Errc::cancelled || error.code == Errc::conflict;
}

std::string reason_of(const Error& error) { return printable(error.to_line(), 300); }

class Questioning {
 public:
  Questioning(const Workshop& shop, const std::string& head, const critics::Diff& diff,
              std::string title)
      : shop_(shop), files_(shop, head), asker_(shop, diff, std::move(title)) {}

  Result<critics::Dialogue> run() {
    TRY(ask_questions());
    if (!out_.questions.empty()) TRY(ask_answers());
    out_.lines = asker_.coverage().lines;
    out_.lines_read = asker_.coverage().lines_read;
    return std::move(out_);
  }

 private:
  EventSink& events() const { return shop_.scope.events; }

  Status ask_questions() {
    TRY(say(shop_.scope, "asking questions about the change"));
    const Result<Json> said = asker_.ask({.role = config::Role::questioner,
                                          .purpose = "questions",
                                          .prompt = "prompts/critics-qa-questions.md",
                                          .values = {},
                                          .schema = critics::questions_schema(),
                                          .readable = critics::readable_questions_schema()});
    if (said) out_.questions = critics::parse_questions(*said);
    if (!said && stops_the_run(said.error())) return said.error();
    if (out_.questions.empty()) {
      out_.reason = "no questions: " + (said ? "none can be read" : reason_of(said.error()));
      return events().append(to_event(critics::QaQuestionerFailed{.reason = out_.reason}));
    }
    if (out_.questions.size() < critics::kSlots) {
      out_.reason = "only " + std::to_string(out_.questions.size()) + " of " +
                    std::to_string(critics::kSlots) + " questions can be read";
    }
    return events().append(to_event(critics::QaQuestions{.count = out_.questions.size()}));
  }

  Result<std::vector<critics::Answer>> answers(const std::string& purpose,
                                               const std::string& busted) {
    TRY_ASSIGN(
        const Json said,
        asker_.ask({.role = config::Role::defender,
                    .purpose = purpose,
                    .prompt = "prompts/critics-qa-answers.md",
                    .values = {{"questions",
                                planner::framed("the questions", questions_text(out_.questions))},
                               {"busted", busted}},
                    .schema = critics::answers_schema(),
                    .readable = critics::readable_answers_schema()}));
    std::vector<critics::Answer> out = critics::parse_answers(said, out_.questions);
    if (out.empty()) return fail(Errc::invalid, "none of its answers can be read");
    return out;
  }

  Status ask_answers() {
    Result<std::vector<critics::Answer>> said = answers("answers", {});
    if (!said && stops_the_run(said.error())) return said.error();
    if (!said) {
      out_.reason = "no answers: " + reason_of(said.error());
      return events().append(to_event(critics::QaDefenderFailed{.reason = out_.reason}));
    }
    TRY(events().append(to_event(
        critics::QaAnswers{.gap = critics::count_of(*said, critics::Verdict::gap),
                           .handled = critics::count_of(*said, critics::Verdict::handled),
                           .uncertain = critics::count_of(*said, critics::Verdict::uncertain),
                           .unanswered = out_.questions.size() - said->size()})));
    TRY(take(*said));
    return critics::busted_of(out_.answers) > 0 ? ask_again() : Status(Done{});
  }

  // Looks up what they show. A question nobody answers is open.
  Status take(const std::vector<critics::Answer>& said) {
    for (const critics::Question& question : out_.questions) {
      critics::Answer taken{.slot = question.slot, .rationale = "There is no answer."};
      for (const critics::Answer& one : said) {
        if (one.slot == question.slot) taken = one;
      }
      taken.busted.clear();  // that is for us to say
      TRY(critics::hold_to_evidence(taken,
                                    [&](const RepoPath& path) { return files_.text(path); }));
      out_.answers.push_back(std::move(taken));
    }
    return Done{};
  }

  std::string busted_text() const {
    std::string text;
    for (const critics::Answer& one : out_.answers) {
      if (one.busted.empty()) continue;
      text += std::string(to_string(one.slot)) + ": " + one.evidence + "\n  " + one.quote + "\n  " +
              one.busted + "\n";
    }
    return planner::render("prompts/critics-qa-busted.md",
                           {{"answers", planner::framed("the answers", text)}});
  }

  // Once: answers whose lines are not there may be better the second time. The others stand.
  Status ask_again() {
    TRY(events().append(
        to_event(critics::QaRoundTripStart{.flipped_count = critics::busted_of(out_.answers)})));
    Result<std::vector<critics::Answer>> said = answers("answers again", busted_text());
    if (!said) {
      if (stops_the_run(said.error())) return said.error();
      return events().append(
          to_event(critics::QaRoundTripFailed{.reason = reason_of(said.error())}));
    }
    for (critics::Answer& old : out_.answers) {
      if (old.busted.empty()) continue;
      for (critics::Answer& one : *said) {
        if (one.slot != old.slot) continue;
        one.busted.clear();
        TRY(critics::hold_to_evidence(one,
                                      [&](const RepoPath& path) { return files_.text(path); }));
        old = one;
      }
    }
    return events().append(
        to_event(critics::QaRoundTripEnd{.flipped_count = critics::busted_of(out_.answers)}));
  }

  const Workshop& shop_;
  HeadFiles files_;
  Asker asker_;
  critics::Dialogue out_;
};

std::string gaps_text(const critics::Dialogue& dialogue) {
  std::string text;
  for (std::size_t i = 0; i < dialogue.answers.size(); ++i) {
    const critics::Answer& one = dialogue.answers[i];
    if (one.verdict != critics::Verdict::gap) continue;
    text +=
        "- " + dialogue.questions[i].text + "\n  " +
        (one.busted.empty() ? one.rationale : "What was shown for it is not there: " + one.busted) +
        "\n";
  }
  return planner::framed("questions without an answer", text);
}

Status not_taken(const Scope& scope, const std::string& reason) {
  return scope.events.append(
      to_event(critics::QaRevisedReverted{.reason = printable(reason, 500)}));
}

// Nothing is committed that a guard, a build or a test refuses; that no check is better for it is
// no reason against it: a line was missing that answers the question.
Status mend(const Workshop& shop, const critics::Dialogue& dialogue, const critics::Diff& diff) {
  std::vector<std::string> files;
  for (const critics::DiffFile& file : diff.files) {
    if (!file.removed && file.obstacle.empty()) files.push_back(file.path);
  }
  TRY(say(shop.scope, "mending what answers leave open"));
  const Remedy remedy = remedy_for(
      std::string(kMendQa), "Mend what questions left open",
      planner::render("prompts/critics-qa-mend.md", {{"gaps", gaps_text(dialogue)}}), files);
  TRY_ASSIGN(const Mending mending, propose_mending(shop, remedy));
  if (mending.change.empty()) return not_taken(shop.scope, mending.obstacle);
  TRY_ASSIGN(const critics::MetaVerdict verdict, meta_verdict(shop, mending));
  if (verdict.winner == critics::Winner::v0) return not_taken(shop.scope, verdict.rationale);
  TRY_ASSIGN(const std::string commit, keep_mending(shop, remedy, mending));
  return shop.scope.events.append(
      to_event(critics::QaRevisedKept{.touched = paths_of(mending), .commit = commit}));
}

Result<std::string> title_of(const Workshop& shop) {
  TRY_ASSIGN(const auto commits, shop.checkout.worktree->commits());
  std::string title;
  for (std::size_t i = 0; i < commits.size() && i < kSubjectsMax; ++i) {
    title += printable(commits[i].subject, 200) + "\n";
  }
  return shop.scope.redactor.apply(title);
}

Status mend_gaps(const Workshop& shop, const critics::Dialogue& dialogue,
                 const critics::Diff& diff) {
  const bool wanted = shop.settings.config.critics_qa_apply &&
                      critics::count_of(dialogue.answers, critics::Verdict::gap) > 0 &&
                      !has_mended(shop.scope, kMendQa) && !budget_is_gone(shop.models);
  if (!wanted) return Done{};
  TRY_ASSIGN(const bool taken_back, was_taken_back(shop.scope, critics::kQaRevisedReverted));
  return taken_back ? Status(Done{}) : mend(shop, dialogue, diff);
}

Result<critics::Dialogue> dialogue_of(const Workshop& shop, const std::string& head,
                                      const critics::Diff& diff) {
  const auto kept = shop.scope.artifacts.read_json(kDialogue);
  if (kept && ((*kept)["head"].text() == head || has_mended(shop.scope, kMendQa))) {
    return critics::dialogue_from_json((*kept)["dialogue"]);
  }
  TRY_ASSIGN(std::string title, title_of(shop));
  TRY_ASSIGN(critics::Dialogue dialogue, Questioning(shop, head, diff, std::move(title)).run());
  TRY(shop.scope.artifacts.write_json(
      kDialogue, Json::object({{"head", head}, {"dialogue", critics::to_json(dialogue)}})));
  return dialogue;
}

Status crashed(const Scope& scope, critics::Dialogue& dialogue, const Error& error) {
  if (stops_the_run(error)) return error;
  dialogue.reason = reason_of(error);
  return scope.events.append(to_event(critics::QaCrashed{.reason = dialogue.reason}));
}

}  // namespace

bool dialogue_wanted(const Workshop& shop) {
  return shop.settings.config.critics_qa &&
         model_of(shop.models, config::Role::questioner) != nullptr &&
         model_of(shop.models, config::Role::defender) != nullptr;
}

Result<critics::Dialogue> question_branch(const Workshop& shop) {
  critics::Dialogue out;
  TRY_ASSIGN(const std::string head, shop.checkout.worktree->head());
  const Result<critics::Diff> diff = shown_diff(shop.scope, shop.checkout, head);
  if (!diff) {
    TRY(crashed(shop.scope, out, diff.error()));
    return out;
  }
  Result<critics::Dialogue> dialogue = dialogue_of(shop, head, *diff);
  if (!dialogue) {
    TRY(crashed(shop.scope, out, dialogue.error()));
    return out;
  }
  out = *std::move(dialogue);
  const Status mended = mend_gaps(shop, out, *diff);
  if (!mended) TRY(crashed(shop.scope, out, mended.error()));
  return out;
}

}  // namespace pawl::stages
