#include "schema/evaluator.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "schema/report.hpp"
#include "schema/uri.hpp"
#include "schema/values.hpp"
#include "schema/wording.hpp"

namespace pawl::schema {
namespace {

constexpr std::size_t kFoundMax = 2'000;
constexpr std::size_t kSchemaStepsMax = 500'000;
constexpr std::size_t kPatternStepsMax = 5'000'000;
constexpr std::size_t kSchemaDepthMax = 1'200;

// Which members or items some part of the schema has looked at.
using Seen = std::vector<bool>;

void merge(Seen& into, const Seen& from) {
  for (std::size_t i = 0; i < from.size() && i < into.size(); ++i) {
    if (from[i]) into[i] = true;
  }
}

class Evaluator {
 public:
  explicit Evaluator(const Compiled& schema) : schema_(schema), matcher_(kPatternStepsMax) {}

  Result<bool> fits(const Json& value) {
    Seen seen;
    const bool out = check(*schema_.root, value, nullptr, seen);
    if (!gave_up_.empty()) {
      return fail(Errc::timeout,
                  "whether it fits its JSON Schema could not be judged: " + std::string(gave_up_));
    }
    return out;
  }

  // Of a value that does not fit. What is found within the limits; never nothing.
  std::vector<Violation> violations(const Json& value) {
    Report report;
    Seen seen;
    check(*schema_.root, value, &report, seen);
    if (report.empty()) report.push_back({.violation = {"<root>", "does not fit its schema"}});
    std::stable_sort(report.begin(), report.end(),
                     [](const Found& a, const Found& b) { return a.depth < b.depth; });
    std::vector<Violation> out;
    for (Found& each : report) out.push_back(std::move(each.violation));
    return out;
  }

 private:
  // One step down from the value.
  struct Step {
    const std::string* key = nullptr;
    std::size_t index = 0;
  };

  std::string where() const {
    std::string out;
    for (const Step& step : path_) {
      if (step.key == nullptr) {
        out += "[" + std::to_string(step.index) + "]";
      } else {
        out += (out.empty() ? "" : ".") + *step.key;
      }
    }
    return out.empty() ? "<root>" : out;
  }
  std::string pointer() const {
    std::string out;
    for (const Step& step : path_) {
      out += "/" + (step.key == nullptr ? std::to_string(step.index) : pointer_escaped(*step.key));
    }
    return out;
  }
  // Always false, for `return violation(…)`.
  bool violation(Report* report, std::string_view keyword, std::string message,
                 const std::string* key = nullptr) {
    if (report == nullptr || report->size() >= kFoundMax || !gave_up_.empty()) return false;
    Found found;
    found.violation = {where(), std::move(message), pointer(), std::string(keyword)};
    if (key != nullptr) found.violation.pointer += "/" + pointer_escaped(*key);
    found.depth = path_.size();
    report->push_back(std::move(found));
    return false;
  }

  // A limit is reached: from here on nothing that is found counts.
  void give_up(std::string_view why) {
    if (gave_up_.empty()) gave_up_ = why;
  }

  bool matches(const Pattern& pattern, std::string_view text) {
    const Matcher::Match found = matcher_.search(pattern, text);
    if (found == Matcher::Match::unknown) give_up("its patterns take too long");
    return found != Matcher::Match::no;
  }

  // Does the value fit? Without a report the answer comes at the first fault.
  bool check(const Node& node, const Json& value, Report* report, Seen& seen_by_caller) {
    if (node.constant) {
      return *node.constant || violation(report, "false", "is not allowed here");
    }
    if (++steps_ > kSchemaStepsMax) give_up("the schema asks too many questions");
    if (depth_ > kSchemaDepthMax) give_up("it is nested too deep");
    if (!gave_up_.empty()) return true;
    ++depth_;
    const bool enters = scope_.empty() || scope_.back() != node.resource;
    if (enters) scope_.push_back(node.resource);
    Seen seen;
    if (schema_.tracks) seen.resize(value.size());
    const bool fits = check_all(node, value, report, seen);
    if (fits && schema_.tracks) {
      seen_by_caller.resize(std::max(seen_by_caller.size(), seen.size()));
      merge(seen_by_caller, seen);
    }
    if (enters) scope_.pop_back();
    --depth_;
    return fits;
  }

  bool below(const Step& step, const Node& node, const Json& value, Report* report) {
    path_.push_back(step);
    Seen own;
    const bool fits = check(node, value, report, own);
    path_.pop_back();
    return fits;
  }

  // The order is that of cost, and `unevaluated…` comes last.
  bool check_all(const Node& node, const Json& value, Report* report, Seen& seen) {
    if (!check_kind(node, value, report)) return false;
    bool fits = true;
    const auto goes_on = [&](bool part) {
      fits = fits && part;
      return fits || report != nullptr;
    };
    if (node.numbers && value.is_number() && !goes_on(numbers(*node.numbers, value, report))) {
      return false;
    }
    if (node.strings && value.is_string() && !goes_on(strings(*node.strings, value, report))) {
      return false;
    }
    if (node.objects && value.is_object() && !goes_on(object(*node.objects, value, report, seen))) {
      return false;
    }
    if (node.arrays && value.is_array() && !goes_on(array(*node.arrays, value, report, seen))) {
      return false;
    }
    if (node.logic && !goes_on(logic(node, value, report, seen))) return false;
    if (fits && node.objects && node.objects->unevaluated != nullptr && value.is_object()) {
      fits = unevaluated_members(*node.objects, value, report, seen);
    }
    if (fits && node.arrays && node.arrays->unevaluated != nullptr && value.is_array()) {
      fits = unevaluated_items(*node.arrays, value, report, seen);
    }
    return fits;
  }

  bool check_kind(const Node& node, const Json& value, Report* report) {
    if (node.types != 0 && (node.types & type_of(value)) == 0) {
      violation(report, "type", wrong_type(node.types, value));
      if (report != nullptr && !report->empty()) report->back().types = node.types;
      return false;
    }
    std::vector<const Json*> allowed;
    if (node.equal_to != nullptr && !(*node.equal_to == value)) allowed = {node.equal_to};
    if (node.one_of != nullptr) {
      const auto& values = node.one_of->items();
      if (std::find(values.begin(), values.end(), value) != values.end())
        return allowed.empty() || among(allowed, value, report);
      if (report == nullptr) return false;
      for (const Json& each : values) allowed.push_back(&each);
      return among(allowed, value, report);
    }
    return allowed.empty() || among(allowed, value, report);
  }
  bool among(const std::vector<const Json*>& allowed, const Json& value, Report* report) {
    if (report == nullptr) return false;
    violation(report, "enum", not_among(allowed, value));
    if (!report->empty()) report->back().allowed = allowed;
    return false;
  }

  bool numbers(const Numbers& rules, const Json& value, Report* report) {
    const double number = value.number_or(0);
    const std::string is = report == nullptr ? "" : ", is " + shown(value);
    bool fits = true;
    const auto must = [&](bool holds, std::string_view keyword, std::string_view what,
                          double limit) {
      if (holds) return;
      fits = false;
      if (report != nullptr) {
        violation(report, keyword, "must be " + std::string(what) + number_text(limit) + is);
      }
    };
    if (rules.min) must(number >= *rules.min, "minimum", "at least ", *rules.min);
    if (rules.max) must(number <= *rules.max, "maximum", "at most ", *rules.max);
    if (rules.above) must(number > *rules.above, "minimum", "more than ", *rules.above);
    if (rules.below) must(number < *rules.below, "maximum", "less than ", *rules.below);
    if (rules.multiple_of) {
      must(is_multiple(number, *rules.multiple_of), "multipleOf", "a multiple of ",
           *rules.multiple_of);
    }
    return fits;
  }

  bool sized(const Size& size, std::size_t count, std::string_view keyword, std::string_view what,
             Report* report) {
    if (count >= size.min && count <= size.max) return true;
    const bool few = count < size.min;
    return violation(report, keyword,
                     std::string(few ? "must have at least " : "must have at most ") +
                         counted(few ? size.min : size.max, what) + ", has " +
                         std::to_string(count));
  }

  bool strings(const Strings& rules, const Json& value, Report* report) {
    bool fits = sized(rules.size, point_count(value.text()), "length", "character", report);
    if (rules.pattern && !matches(*rules.pattern, value.text())) {
      const std::string wanted = rules.pattern_title.empty()
                                     ? "must match \"" + printable(rules.pattern_text, 100) + "\""
                                     : "must be " + printable(rules.pattern_title, 100);
      fits = violation(report, "pattern", wanted + ", is " + shown(value));
    }
    return fits;
  }

  bool object(const Objects& rules, const Json& value, Report* report, Seen& seen) {
    bool fits = sized(rules.size, value.size(), "size", "key", report);
    for (const std::string& name : rules.required) {
      if (!value.has(name)) fits = violation(report, "required", "lacks the key '" + name + "'");
    }
    for (const auto& [name, others] : rules.dependent_required) {
      if (!value.has(name)) continue;
      for (const std::string& other : others) {
        if (value.has(other)) continue;
        fits = violation(report, "required",
                         "lacks the key '" + other + "', which '" + name + "' needs");
      }
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!fits && report == nullptr) return false;
      bool looked_at = false;
      const auto& [key, member_value] = value.members()[i];
      if (!member(rules, key, member_value, report, looked_at)) fits = false;
      if (looked_at && schema_.tracks) seen[i] = true;
    }
    for (const auto& [name, node] : rules.dependent_schemas) {
      if (!fits && report == nullptr) return false;
      if (value.has(name) && !check(*node, value, report, seen)) fits = false;
    }
    return fits;
  }

  bool member(const Objects& rules, const std::string& key, const Json& value, Report* report,
              bool& looked_at) {
    bool fits = true;
    if (rules.names != nullptr && !name_fits(*rules.names, key, report)) fits = false;
    if (const auto own = rules.properties.find(key); own != rules.properties.end()) {
      looked_at = true;
      if (!member_fits(*own->second, rules, key, value, report)) fits = false;
    }
    for (const ByPattern& each : rules.patterns) {
      if (!matches(each.pattern, key)) continue;
      looked_at = true;
      if (!member_fits(*each.node, rules, key, value, report)) fits = false;
    }
    if (!looked_at && rules.additional != nullptr) {
      looked_at = true;
      if (!member_fits(*rules.additional, rules, key, value, report)) fits = false;
    }
    return fits;
  }

  bool member_fits(const Node& node, const Objects& rules, const std::string& key,
                   const Json& value, Report* report) {
    if (!node.constant) return below({&key, 0}, node, value, report);
    if (*node.constant) return true;
    if (report == nullptr) return false;
    const bool is_known = rules.properties.count(key) != 0;
    return violation(report, "additionalProperties",
                     is_known ? "the key '" + printable(key, 60) + "' is not allowed here"
                              : unknown_key(key, rules),
                     &key);
  }

  bool name_fits(const Node& names, const std::string& key, Report* report) {
    Seen seen;
    if (report == nullptr) return check(names, Json(key), nullptr, seen);
    Report own;
    if (check(names, Json(key), &own, seen)) return true;
    const std::string why = own.empty() ? "is not allowed" : own.front().violation.message;
    return violation(report, "propertyNames", "the key '" + printable(key, 60) + "' " + why, &key);
  }

  bool unevaluated_members(const Objects& rules, const Json& value, Report* report, Seen& seen) {
    bool fits = true;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (seen[i]) continue;
      const auto& [key, member_value] = value.members()[i];
      if (!member_fits(*rules.unevaluated, rules, key, member_value, report)) fits = false;
      seen[i] = true;
    }
    return fits;
  }

  bool array(const Arrays& rules, const Json& value, Report* report, Seen& seen) {
    const auto& items = value.items();
    bool fits = sized(rules.size, items.size(), "size", "item", report);
    if (rules.unique) {
      const auto differ = all_differ(items);
      if (!differ) give_up("it holds too many items to compare each with each");
      if (!differ.value_or(true)) {
        fits = violation(report, "uniqueItems", "holds the same item twice");
      }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Node* node = i < rules.prefix.size() ? rules.prefix[i] : rules.rest;
      if (node == nullptr) continue;
      if (schema_.tracks) seen[i] = true;
      if (!below({nullptr, i}, *node, items[i], report)) fits = false;
      if (!fits && report == nullptr) return false;
    }
    if (rules.contains != nullptr && !contains_enough(rules, items, report, seen)) fits = false;
    return fits;
  }

  bool contains_enough(const Arrays& rules, const Json::Array& items, Report* report, Seen& seen) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!below({nullptr, i}, *rules.contains, items[i], nullptr)) continue;
      ++count;
      if (schema_.tracks && rules.contained_counts) seen[i] = true;
    }
    if (count >= rules.contained.min && count <= rules.contained.max) return true;
    return violation(report, "contains",
                     count < rules.contained.min ? "lacks an item that it must have"
                                                 : "has too many items of one kind");
  }

  bool unevaluated_items(const Arrays& rules, const Json& value, Report* report, Seen& seen) {
    bool fits = true;
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      if (seen[i]) continue;
      if (!below({nullptr, i}, *rules.unevaluated, value.items()[i], report)) fits = false;
      seen[i] = true;
    }
    return fits;
  }

  bool logic(const Node& node, const Json& value, Report* report, Seen& seen) {
    const Logic& rules = *node.logic;
    bool fits = true;
    const auto goes_on = [&](bool part) {
      fits = fits && part;
      return fits || report != nullptr;
    };
    for (const Reference& each : rules.references) {
      if (!goes_on(check(target_of(each), value, report, seen))) return false;
    }
    for (const Node* each : rules.all) {
      if (!goes_on(check(*each, value, report, seen))) return false;
    }
    if (!rules.any.empty() && !goes_on(any_of(rules.any, value, report, seen))) return false;
    if (!rules.one.empty() && !goes_on(one_of(rules.one, value, report, seen))) return false;
    if (rules.no != nullptr && !goes_on(none(node, value, report))) return false;
    if (rules.condition != nullptr) {
      Seen own;
      const bool holds = check(*rules.condition, value, nullptr, own);
      if (holds) merge(seen, own);
      const Node* next = holds ? rules.then : rules.otherwise;
      if (next != nullptr && !goes_on(check(*next, value, report, seen))) return false;
    }
    return fits;
  }

  const Node& target_of(const Reference& reference) const {
    for (const std::size_t resource : scope_) {
      if (resource >= schema_.dynamic.size()) continue;
      const DynamicTargets& targets = schema_.dynamic[resource];
      if (reference.recursive && targets.recursive != nullptr) return *targets.recursive;
      const auto anchor = targets.anchors.find(reference.dynamic_anchor);
      if (!reference.dynamic_anchor.empty() && anchor != targets.anchors.end()) {
        return *anchor->second;
      }
    }
    return *reference.target;
  }

  bool any_of(const std::vector<const Node*>& nodes, const Json& value, Report* report,
              Seen& seen) {
    bool fits = false;
    for (const Node* each : nodes) {
      if (check(*each, value, nullptr, seen)) fits = true;
      if (fits && !schema_.tracks) return true;
    }
    return fits || nearest_branch(nodes, value, report, "anyOf");
  }

  bool one_of(const std::vector<const Node*>& nodes, const Json& value, Report* report,
              Seen& seen) {
    std::size_t count = 0;
    for (const Node* each : nodes) {
      if (check(*each, value, nullptr, seen)) ++count;
      if (count > 1)
        return violation(report, "oneOf", "fits more than one of the forms it can have");
    }
    return count == 1 || nearest_branch(nodes, value, report, "oneOf");
  }

  bool none(const Node& node, const Json& value, Report* report) {
    Seen own;
    if (!check(*node.logic->no, value, nullptr, own)) return true;
    if (node.required_by_not == nullptr) return violation(report, "not", "is not allowed here");
    std::vector<std::string> names;
    for (const Json& name : node.required_by_not->items()) {
      names.push_back("'" + name.string_or("") + "'");
    }
    return violation(
        report, "not",
        "must not have " + join(names, " and ") + (names.size() > 1 ? " together" : " here"));
  }

  // Reports what is wrong with the branch that the value comes nearest to. Always false.
  bool nearest_branch(const std::vector<const Node*>& nodes, const Json& value, Report* report,
                      std::string_view keyword) {
    if (report == nullptr) return false;
    std::vector<Report> branches;
    for (const Node* each : nodes) {
      Report own;
      Seen seen;
      check(*each, value, &own, seen);
      if (!own.empty()) branches.push_back(std::move(own));
    }
    if (!gave_up_.empty()) return false;
    const Choice choice = choose(branches, path_.size());
    if (choice.nearest == nullptr) return kinds_violation(choice, value, report, keyword);
    report->insert(report->end(), choice.nearest->begin(), choice.nearest->end());
    return false;
  }

  // No branch is for a value of this kind: reports which kinds there are.
  bool kinds_violation(const Choice& other, const Json& value, Report* report,
                       std::string_view keyword) {
    const bool is_among_types = !other.allowed.empty() && value.is_string();
    if (is_among_types || (other.types == 0 && !other.allowed.empty())) {
      return among(other.allowed, value, report);
    }
    Types types = other.types;
    for (const Json* each : other.allowed) types = static_cast<Types>(types | type_of(*each));
    if (types == 0) return violation(report, keyword, "fits none of the forms it can have");
    violation(report, "type", wrong_type(types, value));
    if (!report->empty()) report->back().types = types;
    return false;
  }

  const Compiled& schema_;
  std::vector<Step> path_;
  std::vector<std::size_t> scope_;  // the resources on the way here
  std::size_t depth_ = 0;
  std::size_t steps_ = 0;
  Matcher matcher_;
  std::string_view gave_up_;  // why, once a limit was reached
};

}  // namespace

Result<std::vector<Violation>> evaluate(const Compiled& schema, const Json& value) {
  TRY_ASSIGN(const bool fits, Evaluator(schema).fits(value));
  if (fits) return std::vector<Violation>();
  return Evaluator(schema).violations(value);
}

}  // namespace pawl::schema
