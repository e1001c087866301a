#include "git/objects/object_reader.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/text/text.hpp"
#include "git/objects/conversations.hpp"
#include "git/objects/object_conversation.hpp"

namespace pawl::git {
namespace {

Status check_names(std::span<const std::string> names) {
  for (const std::string& name : names) {
    if (name.empty() || name.find_first_of(std::string_view("\n\0", 2)) != std::string::npos) {
      return fail(Errc::invalid, "\"" + printable(name, 200) + "\" cannot name a git object");
    }
  }
  return Done{};
}

template <class Objects>
bool lacks_one(const Objects& objects) {
  return std::any_of(objects.begin(), objects.end(), [](const auto& one) { return !one; });
}

bool lacks_one(const std::optional<Object>& object) { return !object; }

// Leaves out, in the order of the answers, what is too large by itself or with the others.
void leave_out(std::vector<std::optional<Object>>& objects, const ReadLimits& limits) {
  std::uint64_t left = limits.total;
  for (std::optional<Object>& object : objects) {
    if (!object) continue;
    object->whole = object->size <= std::min(limits.each, left);
    if (object->whole) left -= object->size;
  }
}

}  // namespace

ObjectReader::ObjectReader(Git& git, std::string folder,
                           std::vector<std::pair<std::string, std::string>> environment)
    : git_(git), folder_(std::move(folder)), environment_(std::move(environment)) {}

ObjectReader::~ObjectReader() {
  Conversations* kept = kept_conversations();
  if (conversation_ && kept != nullptr) kept->keep(std::move(conversation_));
}

Conversations* ObjectReader::kept_conversations() {
  return environment_.empty() ? git_.conversations() : nullptr;
}

Status ObjectReader::ask(std::string_view command, std::span<const std::string> names) {
  if (!conversation_ && may_take_over_ && kept_conversations() != nullptr) {
    conversation_ = kept_conversations()->take(folder_);
    is_taken_over_ = conversation_ != nullptr;
  }
  if (!conversation_) {
    auto fresh = std::make_unique<Conversation>(git_, folder_, environment_);
    TRY(fresh->start());
    conversation_ = std::move(fresh);
  }
  std::string lines;
  for (const std::string& name : names) {
    lines.append(command).append(" ").append(name).append("\n");
  }
  return conversation_->ask(lines);
}

template <class Work>
std::invoke_result_t<Work> ObjectReader::answer_of(Work work) {
  auto answer = work();
  // One that died of a question answers the next one anew.
  if (!answer) conversation_.reset();
  if (!std::exchange(is_taken_over_, false)) return answer;
  if (answer && !lacks_one(*answer)) {
    is_taken_over_ = true;
    return answer;
  }
  may_take_over_ = false;
  conversation_.reset();
  answer = work();
  if (!answer) conversation_.reset();
  return answer;
}

Result<std::vector<std::optional<Object>>> ObjectReader::measure(
    std::span<const std::string> names) {
  std::vector<std::optional<Object>> objects;
  if (names.empty()) return objects;
  TRY(ask("info", names));
  while (objects.size() < names.size()) {
    TRY_ASSIGN(std::optional<Object> object, conversation_->head());
    objects.push_back(std::move(object));
  }
  return objects;
}

// The contents of those that are whole.
Status ObjectReader::fill(std::vector<std::optional<Object>>& objects) {
  std::vector<std::string> names;
  for (const std::optional<Object>& object : objects) {
    if (object && object->whole) names.push_back(object->id);
  }
  if (names.empty()) return Done{};
  TRY(ask("contents", names));
  for (std::optional<Object>& object : objects) {
    if (!object || !object->whole) continue;
    TRY_ASSIGN(const std::optional<Object> head, conversation_->head());
    if (!head || head->size != object->size) {
      return fail(Errc::io, "the object " + object->id + " in " + folder_ +
                                " is damaged; repair the repository");
    }
    TRY_ASSIGN(object->content, conversation_->content(object->size));
  }
  return Done{};
}

Result<std::optional<Object>> ObjectReader::next_answer(const std::string& name) {
  TRY_ASSIGN(std::optional<Object> object, conversation_->head());
  if (!object) return object;
  if (object->size > ReadLimits{}.each) {
    TRY(conversation_->skip(object->size));
    return fail(Errc::io, "the object " + printable(name, 120) + " in " + folder_ + " holds " +
                              std::to_string(object->size) + " bytes, more than Pawl reads");
  }
  TRY_ASSIGN(object->content, conversation_->content(object->size));
  return object;
}

Result<std::optional<Object>> ObjectReader::read(const std::string& name) {
  TRY(check_names({&name, 1}));
  const std::lock_guard lock(mutex_);
  return answer_of([&]() -> Result<std::optional<Object>> {
    TRY(ask("contents", {&name, 1}));
    return next_answer(name);
  });
}

Result<std::array<std::optional<Object>, 2>> ObjectReader::read_two(const std::string& first,
                                                                    const std::string& second) {
  const std::array names{first, second};
  TRY(check_names(names));
  const std::lock_guard lock(mutex_);
  return answer_of([&]() -> Result<std::array<std::optional<Object>, 2>> {
    std::array<std::optional<Object>, 2> objects;
    TRY(ask("contents", names));
    for (std::size_t i = 0; i < names.size(); ++i) {
      TRY_ASSIGN(objects[i], next_answer(names[i]));
    }
    return objects;
  });
}

Result<std::vector<std::optional<Object>>> ObjectReader::heads(std::span<const std::string> names) {
  TRY(check_names(names));
  const std::lock_guard lock(mutex_);
  return answer_of([&] { return measure(names); });
}

Result<std::optional<Object>> ObjectReader::glance(const std::string& name) {
  if (!check_names({&name, 1})) return std::optional<Object>();
  const std::lock_guard lock(mutex_);
  auto objects = measure({&name, 1});
  if (objects) return std::move(objects->front());
  conversation_.reset();
  const Errc code = objects.error().code;
  if (code == Errc::timeout || code == Errc::cancelled) return objects.error();
  return std::optional<Object>();
}

Result<std::vector<std::optional<Object>>> ObjectReader::read_all(
    std::span<const std::string> names, const ReadLimits& limits) {
  TRY(check_names(names));
  const std::lock_guard lock(mutex_);
  return answer_of([&]() -> Result<std::vector<std::optional<Object>>> {
    TRY_ASSIGN(std::vector<std::optional<Object>> objects, measure(names));
    leave_out(objects, limits);
    TRY(fill(objects));
    return objects;
  });
}

}  // namespace pawl::git
