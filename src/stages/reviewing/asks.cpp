#include "stages/reviewing/asks.hpp"

#include <algorithm>

#include "forge/own_words.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kHunkMax = 4'000;
constexpr std::size_t kSaidMax = 4'000;

const memory::HandledComment* handled_as(const Heard& heard, std::int64_t comment) {
  for (const memory::HandledComment& one : heard.handled) {
    if (one.comment == comment) return &one;
  }
  return nullptr;
}

// What this run knows of it, that was killed before it wrote that down elsewhere.
std::optional<memory::HandledComment> end_in_run(const Ask& ask, const run::RunState& state) {
  const auto known = state.subtasks.find(ask.subtask);
  if (known == state.subtasks.end()) return std::nullopt;
  memory::HandledComment end{.comment = ask.comment.id, .number = ask.thread.number};
  if (known->second.status == run::SubtaskStatus::committed) {
    end.outcome = "committed";
    end.commit = known->second.commit;
    return end;
  }
  if (known->second.status != run::SubtaskStatus::failed) return std::nullopt;
  end.outcome = "refused";
  end.reason = known->second.reason;
  return end;
}

std::optional<Ask> ask_of(const forge::Thread& thread, const Heard& heard) {
  if (thread.resolved) return std::nullopt;
  const auto newest = std::find_if(thread.comments.rbegin(), thread.comments.rend(),
                                   [&](const auto& said) { return heard.trust.holds_for(said); });
  if (newest == thread.comments.rend()) return std::nullopt;
  Ask ask{.thread = thread,
          .comment = *newest,
          .end = std::nullopt,
          .subtask = "RV-S" + std::to_string(newest->id)};
  if (const auto* known = handled_as(heard, newest->id)) {
    if (known->replied) return std::nullopt;
    ask.end = *known;
  } else {
    ask.end = end_in_run(ask, heard.state);
  }
  const bool own_word_since = std::any_of(thread.comments.rbegin(), newest, [&](const auto& said) {
    return heard.trust.is_own(said.author);
  });
  if (own_word_since && !ask.end) return std::nullopt;
  return ask;
}

}  // namespace

std::string answer_mark(const forge::Comment& comment) {
  return forge::hidden_mark("review-answer", std::to_string(comment.id));
}

bool is_answered(const forge::Thread& thread, const forge::Comment& comment, const Trust& trust) {
  return std::any_of(thread.comments.begin(), thread.comments.end(), [&](const auto& said) {
    return trust.is_own(said.author) && contains(said.body, answer_mark(comment));
  });
}

std::vector<Ask> asks_of(const std::vector<forge::Thread>& threads, const Heard& heard) {
  std::vector<Ask> asks;
  for (const forge::Thread& thread : threads) {
    if (auto ask = ask_of(thread, heard)) asks.push_back(*std::move(ask));
  }
  return asks;
}

std::string standing_of(const forge::Comment& comment, const std::vector<Ask>& asks,
                        const Heard& heard) {
  if (heard.trust.is_own(comment.author)) return "own";
  if (!heard.trust.holds_for(comment)) return "untrusted";
  if (handled_as(heard, comment.id) != nullptr) return "answered";
  const bool asked = std::any_of(asks.begin(), asks.end(),
                                 [&](const Ask& ask) { return ask.comment.id == comment.id; });
  return asked ? "asked" : "passed_over";
}

std::string words_of_thread(const forge::Thread& thread, const Trust& trust) {
  std::string text = "At " + printable(thread.path, 300);
  if (thread.line > 0) text += ":" + std::to_string(thread.line);
  text += "\n";
  if (!thread.hunk.empty()) text += head_and_tail(thread.hunk, kHunkMax) + "\n";
  for (const forge::Comment& said : thread.comments) {
    const bool own = trust.is_own(said.author);
    if (!own && !trust.holds_for(said)) continue;
    const std::string who = own ? "You" : printable(said.author, 100);
    text += "\n" + who + " said:\n" + head_and_tail(said.body, kSaidMax) + "\n";
  }
  return text;
}

}  // namespace pawl::stages
