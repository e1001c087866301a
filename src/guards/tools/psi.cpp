// The scalar gates: one number for what no single rule sees. Off unless somebody wants them.
#include <cstdio>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/tools/psi_score.hpp"

namespace pawl::guards {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

bool has_text(const git::Change& change) {
  for (const git::FileChange& file : change.files) {
    if (file.after && !looks_binary(*file.after)) return true;
  }
  return false;
}

const std::string& worse(const Part& low, const Part& high, double weight_low, double weight_high) {
  return weight_low * (1 - low.value) >= weight_high * high.value ? low.path : high.path;
}

std::string advice(const Part& grounded, const Part& careless) {
  std::string out;
  if (grounded.value < 1) {
    out += " Name only what the repository has to do with (" + grounded.path + ").";
  }
  if (careless.value > 0) {
    out += " Clean up " + careless.path +
           ": literal \\n, blank lines in a row, blanks at line ends, fences around code.";
  }
  return out.empty() ? " Make it smaller." : out;
}

}  // namespace

Verdict psi_lite(const git::Change& change, const Context& context) {
  Verdict verdict;
  if (!has_text(change)) return verdict;
  verdict.applies();
  const Settings& set = context.settings;
  const Part grounded = grounding(change, context);
  const Part careless = carelessness(change);
  const double score = set.psi_alpha * grounded.value - set.psi_lambda * careless.value;
  verdict.score = {score, worse(grounded, careless, set.psi_alpha, set.psi_lambda)};
  if (score >= set.psi_lite_threshold) return verdict;
  verdict.refuse(
      {.rule = "psi-lite/low-score",
       .kind = RuleKind::scope,
       .path = verdict.score->weakest_file,
       .line = 0,
       .message = "scores " + number(score) + ", wanted is " + number(set.psi_lite_threshold) +
                  " (grounding " + number(grounded.value) + ", carelessness " +
                  number(careless.value) + ")",
       .feedback = "The change as a whole is too careless." + advice(grounded, careless)});
  return verdict;
}

Verdict psi_full(const git::Change& change, const Context& context) {
  Verdict verdict;
  if (change.empty()) return verdict;
  verdict.applies();
  const Settings& set = context.settings;
  const Part grounded = grounding(change, context);
  const Part careless = carelessness(change);
  const Reach reached = reach(change, context);
  const double kept = kept_structure(change, context);
  const double score = set.psi_alpha * grounded.value + set.psi_beta * reached.mean +
                       set.psi_gamma * kept - set.psi_lambda * careless.value;
  const std::string& path = worse(grounded, careless, set.psi_alpha, set.psi_lambda);
  verdict.score = {score, path.empty() ? reached.lowest.path : path};
  if (reached.active && reached.lowest.value < set.psi_phi_hard_min) {
    verdict.refuse({.rule = "psi-full/hub",
                    .kind = RuleKind::scope,
                    .path = reached.lowest.path,
                    .line = 0,
                    .message = "changes " + reached.symbol + ", which " +
                               counted(reached.uses, "place uses", "places use") + " (score " +
                               number(reached.lowest.value) + ", wanted is " +
                               number(set.psi_phi_hard_min) + ")",
                    .feedback = "Leave " + reached.symbol +
                                " as it is, or have the plan name the change of it."});
  }
  if (score >= set.psi_full_threshold) return verdict;
  verdict.refuse({.rule = "psi-full/low-score",
                  .kind = RuleKind::scope,
                  .path = verdict.score->weakest_file,
                  .line = 0,
                  .message = "scores " + number(score) + ", wanted is " +
                             number(set.psi_full_threshold) + " (grounding " +
                             number(grounded.value) + ", reach " + number(reached.mean) +
                             ", structure kept " + number(kept) + ", carelessness " +
                             number(careless.value) + ")",
                  .feedback = "The change as a whole is too risky." + advice(grounded, careless)});
  return verdict;
}

}  // namespace pawl::guards
