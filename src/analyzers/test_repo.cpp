#include "analyzers/test_repo.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

Metric pick(std::vector<Metric> metrics, std::string_view name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const Metric& metric) { return metric.name == name; });
  REQUIRE(found != metrics.end());
  return *found;
}

}  // namespace

std::vector<Metric> measure_all(const Tree& files) {
  const auto view = repo::memory_view(files);
  const repo::Facts facts = repo::gather_facts(*view);
  const repo::CheckResults checks;
  return analyze({*view, facts, checks}, 2, {});
}

Metric measure(std::string_view name, const Tree& files) { return pick(measure_all(files), name); }

Metric measure(std::string_view name, const repo::RepoView& view) {
  const repo::Facts facts = repo::gather_facts(view);
  const repo::CheckResults checks;
  return pick(analyze({view, facts, checks}, 2, {}), name);
}

Metric measure_checks(std::string_view name, const repo::CheckResults& checks, const Tree& files) {
  const auto view = repo::memory_view(files);
  const repo::Facts facts;
  return pick(analyze({*view, facts, checks}, 1, {}), name);
}

std::vector<std::string> places(const Metric& metric) {
  std::vector<std::string> list;
  for (const Evidence& one : metric.evidence) {
    list.push_back(one.path + ":" + std::to_string(one.line) + " " + one.code);
  }
  return list;
}

bool suggests(const Metric& metric, std::string_view part) {
  return std::any_of(metric.suggestions.begin(), metric.suggestions.end(),
                     [&](const std::string& text) { return contains_folded(text, part); });
}

std::string words(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += "word" + std::to_string(i) + (i % 12 == 11 ? "\n" : " ");
  return text + "\n";
}

Tree with(Tree base, const Tree& more) {
  for (const auto& [path, text] : more) base[path] = text;
  return base;
}

Tree without(Tree base, std::initializer_list<std::string_view> paths) {
  for (const std::string_view path : paths) base.erase(std::string(path));
  return base;
}

}  // namespace pawl::analyzers
