// The kinds of events by which comments at lines of a pull request are heard and answered.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/event.hpp"

namespace pawl::stages {

std::span<const EventKind* const> comment_event_kinds();

inline constexpr EventKind kReviewComment{
    "review.comment", "comment author association standing path line text", Durability::buffered,
    "what somebody said at a line: asked, own, untrusted, answered or passed_over"};
struct ReviewComment {
  std::int64_t comment = 0;
  std::string author;
  std::string association;
  std::string standing;
  std::string path;
  std::int64_t line = 0;
  std::string text;  // data
};
Event to_event(const ReviewComment& event);
ReviewComment review_comment_of(const JournalEvent& event);

inline constexpr EventKind kReviewAnswer{
    "review.answer", "comment outcome commit reason resolved unsaid", Durability::durable,
    "a comment was answered: committed or refused"};
struct ReviewAnswer {
  std::int64_t comment = 0;
  std::string outcome;
  std::string commit;
  std::string reason;
  bool resolved = false;
  std::string unsaid = {};  // why the thread takes no answer
};
Event to_event(const ReviewAnswer& event);
ReviewAnswer review_answer_of(const JournalEvent& event);

}  // namespace pawl::stages
