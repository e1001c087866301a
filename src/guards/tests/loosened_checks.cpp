// Settings of type checkers and linters that a change makes laxer: a switch turned off, a rule that
// is no error any more, an entry more in a list of what is passed over, a higher limit.
#include <set>

#include "base/text/text.hpp"
#include "guards/limits.hpp"
#include "guards/tests/check_settings.hpp"
#include "guards/tests/tampering_parts.hpp"

namespace pawl::guards {
namespace {

// Of the way to a setting the table it is in.
std::string_view table_of_setting(std::string_view way) {
  way = way.substr(0, way.find(' '));
  return way.substr(0, way.rfind('.'));
}

class LoosenedChecks {
 public:
  LoosenedChecks(const git::FileChange& file, Verdict& verdict) : file_(file), verdict_(verdict) {
    was_ = strictness_of(file.path, *file.before);
    now_ = strictness_of(file.path, *file.after);
    for (const auto& [way, strict] : was_) tables_.emplace(table_of_setting(way));
    for (const auto& [way, strict] : now_) tables_now_.emplace(table_of_setting(way));
  }

  void check() {
    if (was_.empty() && now_.empty()) return;
    verdict_.applies();
    for (const auto& [way, strict] : now_) {
      const auto old = was_.find(way);
      // A table that is new brings settings of its own.
      if (old == was_.end() ? strict == 0 && is_old(way) : strict < old->second) report(way);
    }
    for (const auto& [way, strict] : was_) {
      const bool gone = strict == 2 && !now_.contains(way);
      if (gone && tables_now_.contains(std::string(table_of_setting(way)))) report(way);
    }
  }

 private:
  bool is_old(std::string_view way) const {
    const std::string_view table = table_of_setting(way);
    return tables_.contains(std::string(table)) || contains(*file_.before, last_of(table));
  }

  static std::string_view last_of(std::string_view way) {
    return way.substr(way.rfind('.') == way.npos ? 0 : way.rfind('.') + 1);
  }

  void report(std::string_view way) {
    if (++reported_ > kFindingsPerFileMax) return;
    while (way.starts_with('.')) way.remove_prefix(1);
    const std::string_view name =
        last_of(way.substr(way.find(' ') == way.npos ? 0 : way.find(' ') + 1));
    int line = 0;
    int row = 0;
    for (const std::string_view text : split_lines(*file_.after)) {
      ++row;
      if (line == 0 && contains(text, name)) line = row;
    }
    const std::string shown = "\"" + printable(way, 80) + "\"";
    verdict_.refuse(tampering_finding(
        "loosened-check", file_, line, "a checker asks for less than it did: " + shown,
        "Keep " + shown + " as strict as it was, and mend the code."));
  }

  const git::FileChange& file_;
  Verdict& verdict_;
  Strictness was_;
  Strictness now_;
  std::set<std::string> tables_;
  std::set<std::string> tables_now_;
  std::size_t reported_ = 0;
};

}  // namespace

void check_strictness(const git::FileChange& file, Verdict& verdict) {
  if (!file.before || !file.after || !may_hold_checks(file.path)) return;
  LoosenedChecks(file, verdict).check();
}

}  // namespace pawl::guards
