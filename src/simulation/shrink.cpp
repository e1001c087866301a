#include <algorithm>

#include "simulation/schedule.hpp"

namespace pawl::simulation {
namespace {

bool is_wrong(const Script& script) { return !play(script).wrongs.empty(); }

// Without what a script may lose and still be wrong.
class Shrinking {
 public:
  explicit Shrinking(Script script) : script_(std::move(script)) {}

  Script smallest() && {
    if (!is_wrong(script_)) return std::move(script_);
    Script mild = script_;
    mild.mild = true;
    if (is_wrong(mild)) script_.mild = true;
    for (int i = 0; i < static_cast<int>(What::count_of_all); ++i) {
      leave_out([&](const Choice& one, std::size_t) { return one.what == static_cast<What>(i); });
    }
    for (std::size_t chunk = script_.choices.size() / 2; chunk > 0; chunk /= 2) {
      for (std::size_t from = 0; from < script_.choices.size();) {
        const bool left_out = leave_out(
            [&](const Choice&, std::size_t at) { return at >= from && at < from + chunk; });
        if (!left_out) from += chunk;
      }
    }
    return std::move(script_);
  }

 private:
  template <class Which>
  bool leave_out(const Which& which) {
    Script less = script_;
    less.choices.clear();
    for (std::size_t i = 0; i < script_.choices.size(); ++i) {
      if (!which(script_.choices[i], i)) less.choices.push_back(script_.choices[i]);
    }
    if (less.choices.size() == script_.choices.size() || !is_wrong(less)) return false;
    script_ = std::move(less);
    return true;
  }

  Script script_;
};

}  // namespace

Script shrunk(Script script) { return Shrinking(std::move(script)).smallest(); }

}  // namespace pawl::simulation
