// G19: what a change adds is reached by something that was there before, or from outside. New
// definitions that use only each other run for nobody.
#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "guards/code/outside_use.hpp"
#include "guards/code/symbol_users.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kChamberMax = 400;
constexpr std::size_t kUsersShownMax = 3;

// New definitions, and which of them use which.
class Chamber {
 public:
  Chamber(const index::CodeIndex& index, std::vector<Defined> added)
      : index_(index), added_(std::move(added)), alive_(added_.size()), users_(added_.size()) {
    OutsideUse outside(index_.head());
    for (std::size_t i = 0; i < added_.size(); ++i) {
      const Defined& defined = added_[i];
      alive_[i] = is_used_in_own_file(
                      defined, [&](const syntax::Symbol& user) { return is_old(defined, user); }) ||
                  outside.reaches(defined.path, *defined.outline, *defined.symbol) ||
                  may_be_composed(index_.head(), defined);
      if (alive_[i]) continue;
      for (const index::Site& site : users_of(index_.head(), defined)) add_user(i, site);
    }
  }

  void revive(const std::set<std::string>& names) {
    for (std::size_t i = 0; i < added_.size(); ++i) {
      if (names.contains(added_[i].name())) alive_[i] = true;
    }
  }

  // Whatever something alive uses is alive.
  void settle() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < added_.size(); ++i) {
        if (alive_[i] || !is_reached(i)) continue;
        alive_[i] = true;
        more = true;
      }
    }
  }

  // Public, used, and dead.
  std::vector<std::size_t> echoes() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < added_.size(); ++i) {
      if (alive_[i] || users_[i].empty() || !added_[i].symbol->definition.is_public) continue;
      out.push_back(i);
    }
    return out;
  }

  std::set<std::string> dead_names() const {
    std::set<std::string> out;
    for (std::size_t i = 0; i < added_.size(); ++i) {
      if (!alive_[i]) out.insert(added_[i].name());
    }
    return out;
  }

  const Defined& at(std::size_t i) const { return added_[i]; }

  std::string users_shown(std::size_t i) const {
    std::set<std::string> names;
    for (const std::size_t user : users_[i]) names.insert(added_[user].qualified());
    std::string out;
    std::size_t shown = 0;
    for (const std::string& name : names) {
      if (++shown > kUsersShownMax) break;
      out += (out.empty() ? "" : ", ") + name;
    }
    if (names.size() > kUsersShownMax) {
      out += " and " + std::to_string(names.size() - kUsersShownMax) + " more";
    }
    return out;
  }

 private:
  bool is_old(const Defined& beside, const syntax::Symbol& user) const {
    return std::none_of(added_.begin(), added_.end(), [&](const Defined& each) {
      return each.path == beside.path && is_within(user.definition.qualified, each.qualified());
    });
  }

  void add_user(std::size_t i, const index::Site& site) {
    bool inside = false;
    for (std::size_t j = 0; j < added_.size(); ++j) {
      if (added_[j].path != site.path || site.enclosing.empty()) continue;
      if (!is_within(site.enclosing, added_[j].qualified())) continue;
      inside = true;
      if (j != i) users_[i].push_back(j);
    }
    if (inside) return;
    // An import in a new file reaches nothing before something there uses it.
    const bool is_new_file = index_.base().outline(site.path) == nullptr;
    if (!site.imports || !is_new_file) alive_[i] = true;
  }

  bool is_reached(std::size_t i) const {
    const auto is_alive = [&](std::size_t user) { return alive_[user]; };
    if (std::any_of(users_[i].begin(), users_[i].end(), is_alive)) return true;
    // A type is as alive as its members, and they as it.
    for (std::size_t j = 0; j < added_.size(); ++j) {
      if (j == i || !alive_[j] || added_[j].path != added_[i].path) continue;
      if (is_within(added_[j].qualified(), added_[i].qualified()) ||
          is_within(added_[i].qualified(), added_[j].qualified())) {
        return true;
      }
    }
    return false;
  }

  const index::CodeIndex& index_;
  std::vector<Defined> added_;
  std::vector<bool> alive_;
  std::vector<std::vector<std::size_t>> users_;
};

void report_echoes(const Chamber& chamber, Verdict& verdict) {
  std::vector<Defined> all;
  for (const std::size_t i : chamber.echoes()) all.push_back(chamber.at(i));
  std::map<std::string, std::size_t> reported;
  for (const std::size_t i : chamber.echoes()) {
    const Defined& defined = chamber.at(i);
    if (is_inside_another(defined, all)) continue;
    if (++reported[defined.path] > kFindingsPerFileMax) continue;
    verdict.refuse({.rule = "echo-chamber/unreached",
                    .kind = RuleKind::scope,
                    .path = defined.path,
                    .line = defined.line(),
                    .message = "nothing that was there before leads to the new " +
                               defined.symbol->definition.kind + " " + defined.qualified() +
                               ": only new code uses it (" + chamber.users_shown(i) + ")",
                    .feedback = "Call the new code from where the subtask needs it, or leave " +
                                defined.qualified() + " and what uses it out."});
  }
}

}  // namespace

Verdict echo_chamber(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (file.after && is_code(file) && !is_open_path(file.path.text())) verdict.applies();
  }
  if (verdict.ruling == Ruling::not_applicable) return verdict;
  if (context.index == nullptr) {
    verdict.cannot("there is no code index");
    return verdict;
  }
  if (context.index->base().tree().count_below("", 1) == 0) return verdict;
  std::vector<Defined> added = new_definitions(change, *context.index);
  if (added.size() > kChamberMax) {
    verdict.cannot("the change brings " + counted(added.size(), "definition"));
    return verdict;
  }
  Chamber chamber(*context.index, std::move(added));
  chamber.settle();
  // What a manifest or a template names is alive, and so is what it uses.
  if (!chamber.echoes().empty()) {
    chamber.revive(mentioned(context.head, chamber.dead_names()));
    chamber.settle();
  }
  if (std::string trouble = context.index->trouble(); !trouble.empty()) {
    verdict.cannot(std::move(trouble));
    return verdict;
  }
  report_echoes(chamber, verdict);
  return verdict;
}

}  // namespace pawl::guards
