// Processes of a simulated machine: each a thread, of which one alone goes on at a time. Who goes
// on next a function of the caller's decides, at each pause: so the same decisions are the same
// story.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace pawl::simulation {

// Thrown where a process is killed: nothing of it but its destructors runs after that.
struct Killed {};

class Crew {
 public:
  // Answers which of the ready ones goes on; kNobody hands over to who called run().
  using Choose = std::function<int()>;
  static constexpr int kNobody = 0;

  explicit Crew(Choose choose);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();  // kills those that are left

  // Its number, from 1; it begins when it is chosen.
  int add(std::function<void()> body);
  // From outside of all processes: until `choose` answers kNobody.
  void run();
  // From within a process: another may go on. Throws Killed.
  void pause();
  // Ends a process now, with all that its destructors let go of; within itself it throws.
  void kill(int id);

  bool is_over(int id) const;
  bool was_killed(int id) const;
  int current() const { return current_; }
  bool is_dying() const;  // the current one

 private:
  struct Task {
    std::function<void()> body;
    std::thread thread;
    std::condition_variable turn;
    bool started = false;
    bool killed = false;
    bool over = false;
    int killer = -1;  // goes on once this one is over
  };
  Task& task(int id) { return *tasks_[static_cast<std::size_t>(id)]; }
  void main_of(int id);
  void hand_to(int id);
  void wait_for_turn(int id);

  Choose choose_;
  std::vector<std::unique_ptr<Task>> tasks_;  // the first stands for who called run()
  std::mutex mutex_;
  int current_ = kNobody;
};

}  // namespace pawl::simulation
