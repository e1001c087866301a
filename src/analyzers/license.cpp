// Is there a licence, is it one people know, and does it agree with what the manifest says?
#include <algorithm>

#include "analyzers/rows.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

// `GPL-3.0-or-later` and `GPL-3.0` name the same text.
std::string bare_id(std::string_view id) {
  for (const std::string_view ending : {"-only", "-or-later", "+"}) {
    if (id.ends_with(ending)) id.remove_suffix(ending.size());
  }
  return lower(id);
}

bool is_private(std::string_view declared) {
  const std::string folded = lower(declared);
  return folded == "unlicensed" || folded == "proprietary" || folded == "none";
}

// The text is one of those an expression such as `MIT OR Apache-2.0` names.
bool agrees(std::string_view declared, std::string_view found) {
  if (starts_with_folded(declared, "see license")) return true;
  const std::string words =
      replace_all(replace_all(replace_all(declared, "(", " "), ")", " "), "/", " ");
  const auto ids = split_words(words);
  const auto names = [&](std::string_view each) {
    return std::any_of(ids.begin(), ids.end(),
                       [&](std::string_view id) { return bare_id(id) == bare_id(each); });
  };
  // Several texts (`A OR B`) agree when the manifest names each of them, in whatever order.
  for (const std::string_view each : split_words(found)) {
    if (each != "OR" && !names(each)) return false;
  }
  return true;
}

void without_file(const Input& input, Metric& metric) {
  const auto& declared = input.facts.license_declared;
  if (!declared) {
    grade(metric, 0);
    metric.details = "no licence";
    metric.suggestions = {"Choose a licence and add its text as LICENSE."};
    return;
  }
  if (is_private(declared->value)) {
    return cannot_tell(metric, declared->path + " says the project is not licensed to others.");
  }
  grade(metric, 0.3);
  metric.details = declared->path + " names " + declared->value + ", but its text is missing";
  metric.suggestions = {"Add the text of " + declared->value + " as LICENSE."};
  metric.evidence = {
      {declared->path, declared->line, 0, "license-text-missing", metric.details, "license"}};
}

}  // namespace

void measure_license(const Input& input, Metric& metric) {
  const auto& file = input.facts.license_file;
  const auto& declared = input.facts.license_declared;
  if (!file) return without_file(input, metric);
  if (file->value == "unknown") {
    grade(metric, 0.6);
    metric.details = file->path + " is not a licence text known by its wording";
    metric.evidence = {{file->path, 0, 0, "license-unknown", metric.details, "license"}};
    metric.suggestions = {"Use the unchanged text of a well-known licence in " + file->path + "."};
    return;
  }
  const bool several = contains(file->value, " OR ");
  metric.details =
      several ? file->value + ", each with its text" : file->path + " is " + file->value;
  if (declared && !is_private(declared->value) && !agrees(declared->value, file->value)) {
    grade(metric, 0.6);
    metric.details += ", but " + declared->path + " says " + declared->value;
    metric.evidence = {
        {declared->path, declared->line, 0, "license-mismatch", metric.details, "license"}};
    metric.suggestions = {"Make " + declared->path + " and " + file->path +
                          " name the same licence."};
    return;
  }
  grade(metric, 1);
}

}  // namespace pawl::analyzers
