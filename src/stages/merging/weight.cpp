#include "stages/merging/weight.hpp"

#include <cmath>
#include <cstdio>
#include <tuple>

#include "base/text/text.hpp"

namespace pawl::stages {
namespace {

using Commands = Weight::Commands;

// As far as people are shown of it.
std::int64_t shown_psi(double psi) { return std::llround(psi * 100); }

}  // namespace

bool is_better(const Weight& a, const Weight& b) {
  const auto merit = [](const Weight& weight) {
    // Commands that nobody could run are worth no more than those that fail.
    const int commands =
        weight.commands == Commands::passed || weight.commands == Commands::none ? 0 : 1;
    return std::make_tuple(!weight.refused.empty(), weight.remarks, commands,
                           -shown_psi(weight.psi), weight.lines);
  };
  return merit(a) < merit(b);
}

std::string to_words(const Weight& weight) {
  if (!weight.refused.empty()) return weight.refused;
  std::string words = weight.remarks == 0 ? "no remark of a guard"
                                          : counted(weight.remarks, "remark") + " of guards";
  switch (weight.commands) {
    case Commands::passed: words += ", the commands pass"; break;
    case Commands::none: break;
    case Commands::unknown: words += ", the commands cannot be run (" + weight.trouble + ")"; break;
    case Commands::failed: words += ", the commands fail (" + weight.trouble + ")"; break;
  }
  char psi[32];
  std::snprintf(psi, sizeof psi, "%.2f", static_cast<double>(shown_psi(weight.psi)) / 100);
  return words + ", Ψ " + psi + ", " +
         counted(static_cast<std::size_t>(weight.lines), "changed line");
}

}  // namespace pawl::stages
