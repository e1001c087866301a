#include "stages/reviewing/comment_events.hpp"

#include <array>

#include "base/event_codec.hpp"

namespace pawl::stages {
namespace {

constexpr auto kCommentKinds = std::to_array<const EventKind*>({&kReviewComment, &kReviewAnswer});

}  // namespace

std::span<const EventKind* const> comment_event_kinds() { return kCommentKinds; }

// ---- the fields of each kind, once for both directions, in the order in which they are written

template <class Visit>
void event_fields(Visit& visit, ReviewComment& event) {
  visit("comment", event.comment);
  visit("author", event.author);
  visit("association", event.association);
  visit("standing", event.standing);
  visit("path", event.path);
  visit("line", event.line);
  visit("text", event.text);
}

template <class Visit>
void event_fields(Visit& visit, ReviewAnswer& event) {
  visit("comment", event.comment);
  visit("outcome", event.outcome);
  visit("commit", event.commit);
  visit("reason", event.reason);
  visit("resolved", event.resolved);
  visit("unsaid", event.unsaid);
}

// ---- the codecs

Event to_event(const ReviewComment& event) { return encoded(kReviewComment, event); }
ReviewComment review_comment_of(const JournalEvent& event) { return decoded<ReviewComment>(event); }

Event to_event(const ReviewAnswer& event) { return encoded(kReviewAnswer, event); }
ReviewAnswer review_answer_of(const JournalEvent& event) { return decoded<ReviewAnswer>(event); }

}  // namespace pawl::stages
