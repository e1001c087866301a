#include "simulation/choices.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::simulation {
namespace {

constexpr auto kNames =
    fixed_words("kill", "lost", "refused", "claimed", "full_disk", "late", "late_for", "pause",
                "stall", "deaf", "orphaned", "orphan_goes", "stage_ms", "verify_ms", "lands",
                "untried", "pending", "next", "unwritten", "acts", "act_after", "act", "whose",
                "at_once", "decided", "decision", "named", "stage", "both");
static_assert(kNames.size() == static_cast<std::size_t>(What::count_of_all));

Error unreadable(std::string_view line) {
  return fail(Errc::invalid, "no line of a schedule: " + std::string(line));
}

Result<Choice> choice_from(std::string_view line) {
  const auto parts = split(line, ' ');
  if (parts.size() < 3 || parts.size() > 4) return unreadable(line);
  const auto name = std::find(kNames.begin(), kNames.end(), parts[1]);
  const auto who = parse_int(parts[0]);
  const auto nth = parse_int(parts[2]);
  const auto answer = parts.size() == 4 ? parse_int(parts[3]) : std::optional<long long>(1);
  if (name == kNames.end() || !who || !nth || !answer) return unreadable(line);
  return Choice{.who = static_cast<int>(*who),
                .what = static_cast<What>(name - kNames.begin()),
                .nth = static_cast<int>(*nth),
                .answer = static_cast<int>(*answer)};
}

}  // namespace

std::string_view to_string(What what) { return kNames.at(static_cast<std::size_t>(what)); }

Result<Script> script_from(std::string_view text) {
  Script script;
  for (const std::string_view line : split_lines(text)) {
    if (line.empty() || line.starts_with("#")) continue;
    if (line == "mild") {
      script.mild = true;
    } else if (line.starts_with("seed ")) {
      const auto seed = parse_int(line.substr(5));
      if (!seed) return unreadable(line);
      script.seed = static_cast<std::uint64_t>(*seed);
    } else {
      TRY_ASSIGN(const Choice choice, choice_from(line));
      script.choices.push_back(choice);
    }
  }
  return script;
}

std::string to_text(const Script& script) {
  std::string text = "seed " + std::to_string(script.seed) + "\n" + (script.mild ? "mild\n" : "");
  for (const Choice& one : script.choices) {
    text += std::to_string(one.who) + " " + std::string(to_string(one.what)) + " " +
            std::to_string(one.nth);
    if (one.answer != 1) text += " " + std::to_string(one.answer);
    text += "\n";
  }
  return text;
}

Choices::Choices(const Script& script) : random_(false) {
  for (const Choice& one : script.choices) written_[{one.who, one.what, one.nth}] = one.answer;
}

int Choices::count_of(int who, What what) {
  const auto at = static_cast<std::size_t>(who);
  if (counts_.size() <= at) counts_.resize(at + 1);
  return ++counts_[at].at(static_cast<std::size_t>(what));
}

int Choices::written(int who, What what, int nth, int usual) {
  const auto found = written_.find({who, what, nth});
  if (found == written_.end()) return usual;
  ++used_;
  return found->second;
}

bool Choices::happens(int who, What what, int one_in) {
  if (one_in <= 0) return false;
  const int nth = count_of(who, what);
  const bool so = random_ ? dice_.one_in(one_in) : written(who, what, nth, 0) != 0;
  if (so) made_.push_back({.who = who, .what = what, .nth = nth, .answer = 1});
  return so;
}

int Choices::one_of(int who, What what, int count, int usual) {
  const int nth = count_of(who, what);
  const int answer =
      random_ ? dice_.below(count) : std::clamp(written(who, what, nth, usual), 0, count - 1);
  if (answer != usual) {
    made_.push_back({.who = who, .what = what, .nth = nth, .answer = answer});
  }
  return answer;
}

}  // namespace pawl::simulation
