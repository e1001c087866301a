#include "git/objects/conversations.hpp"

#include <algorithm>

#include "git/objects/identity.hpp"
#include "git/objects/object_conversation.hpp"
#include "os/processes/process.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kKeptMax = 4;
// `git cat-file` keeps every commit that it was asked for.
constexpr std::size_t kQuestionsMax = 20'000;

}  // namespace

Conversations::Conversations() : owner_(os::own_pid()) {}

Conversations::~Conversations() { leave_those_of_parent(); }

// A fork takes no thread along: what its parent has going on cannot go on here, nor be ended.
void Conversations::leave_those_of_parent() {
  if (owner_ == os::own_pid()) return;
  owner_ = os::own_pid();
  for (std::unique_ptr<Conversation>& conversation : kept_) (void)conversation.release();
  kept_.clear();
}

std::unique_ptr<Conversation> Conversations::take(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  leave_those_of_parent();
  const auto newest = std::find_if(kept_.rbegin(), kept_.rend(),
                                   [&](const auto& kept) { return kept->folder() == folder; });
  if (newest == kept_.rend()) return nullptr;
  std::unique_ptr<Conversation> conversation = std::move(*newest);
  kept_.erase(std::next(newest).base());
  if (conversation->identity() != identity_of(folder)) return nullptr;
  return conversation;
}

void Conversations::keep(std::unique_ptr<Conversation> conversation) {
  if (conversation->identity().empty() || conversation->questions() > kQuestionsMax) return;
  if (!conversation->rest()) return;
  const std::lock_guard lock(mutex_);
  leave_those_of_parent();
  kept_.push_back(std::move(conversation));
  if (kept_.size() > kKeptMax) kept_.erase(kept_.begin());
}

}  // namespace pawl::git
