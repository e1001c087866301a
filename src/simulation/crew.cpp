#include "simulation/crew.hpp"

#include <utility>

namespace pawl::simulation {

Crew::Crew(Choose choose) : choose_(std::move(choose)) {
  tasks_.push_back(std::make_unique<Task>());
}

Crew::~Crew() {
  for (std::size_t id = 1; id < tasks_.size(); ++id) kill(static_cast<int>(id));
  for (const std::unique_ptr<Task>& one : tasks_) {
    if (one->thread.joinable()) one->thread.join();
  }
}

int Crew::add(std::function<void()> body) {
  // Who has just handed on may still be on its way to its own task.
  const std::lock_guard<std::mutex> guard(mutex_);
  tasks_.push_back(std::make_unique<Task>());
  tasks_.back()->body = std::move(body);
  return static_cast<int>(tasks_.size()) - 1;
}

void Crew::run() {
  const int next = choose_();
  if (next == kNobody) return;
  hand_to(next);
  wait_for_turn(kNobody);
}

void Crew::pause() {
  const int self = current_;
  const int next = choose_();
  if (next == self) return;
  hand_to(next);
  wait_for_turn(self);
  if (task(self).killed) throw Killed{};
}

void Crew::kill(int id) {
  Task& one = task(id);
  if (one.over || one.killed) return;
  one.killed = true;
  if (!one.started) {
    one.over = true;
    return;
  }
  if (id == current_) throw Killed{};
  one.killer = current_;
  const int self = current_;
  hand_to(id);
  wait_for_turn(self);
}

bool Crew::is_over(int id) const { return tasks_[static_cast<std::size_t>(id)]->over; }
bool Crew::was_killed(int id) const { return tasks_[static_cast<std::size_t>(id)]->killed; }
bool Crew::is_dying() const { return tasks_[static_cast<std::size_t>(current_)]->killed; }

void Crew::main_of(int id) {
  wait_for_turn(id);
  try {
    task(id).body();
  } catch (const Killed&) {
    task(id).killed = true;
  }
  task(id).body = nullptr;
  task(id).over = true;
  hand_to(task(id).killer >= 0 ? task(id).killer : choose_());
}

void Crew::hand_to(int id) {
  const std::lock_guard<std::mutex> guard(mutex_);
  current_ = id;
  Task& one = task(id);
  if (id != kNobody && !one.started) {
    one.started = true;
    one.thread = std::thread([this, id] { main_of(id); });
    return;
  }
  one.turn.notify_one();
}

void Crew::wait_for_turn(int id) {
  std::unique_lock<std::mutex> guard(mutex_);
  Task& one = task(id);
  one.turn.wait(guard, [&] { return current_ == id; });
}

}  // namespace pawl::simulation
