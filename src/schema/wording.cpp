#include "schema/wording.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text/text.hpp"
#include "schema/values.hpp"

namespace pawl::schema {
namespace {

constexpr std::size_t kShownMax = 8;

struct Noun {
  Types types;
  std::string_view text;
};
// A noun that covers more comes first.
constexpr auto kNouns = std::to_array<Noun>({{kString, "a string"},
                                             {kNumber, "a number"},
                                             {kInteger, "an integer"},
                                             {kBoolean, "true or false"},
                                             {kArray, "an array"},
                                             {kObject, "an object"},
                                             {kNull, "null"}});

std::string listed(const std::vector<std::string>& parts, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 == parts.size() ? " " + std::string(last) + " " : ", ";
    out += parts[i];
  }
  return out;
}

std::string near_hint(std::string_view name, std::vector<std::string> candidates) {
  std::sort(candidates.begin(), candidates.end());
  const auto near = nearest(name, candidates);
  if (!near || *near == name) return "";
  return "; did you mean '" + *near + "'?";
}

}  // namespace

std::string number_text(double value) {
  if (std::trunc(value) == value && std::abs(value) < 1e15) {
    return std::to_string(static_cast<long long>(value));
  }
  return Json(value).dump();
}

std::string shown(const Json& value) {
  if (value.is_array()) return "an array";
  if (value.is_object()) return "an object";
  if (value.is_string()) return "\"" + printable(value.text(), 60) + "\"";
  return value.dump();
}

std::string wrong_type(Types wanted, const Json& value) {
  std::vector<std::string> nouns;
  for (const Noun& noun : kNouns) {
    if ((wanted & noun.types) != noun.types) continue;
    nouns.emplace_back(noun.text);
    wanted = static_cast<Types>(wanted & ~noun.types);
  }
  return "must be " + listed(nouns, "or") + ", is " + shown(value);
}

std::string not_among(const std::vector<const Json*>& wanted, const Json& value) {
  std::vector<std::string> names;
  std::vector<std::string> some;
  for (const Json* each : wanted) {
    if (each->is_string()) names.emplace_back(each->text());
    if (some.size() < kShownMax) some.push_back(shown(*each));
  }
  const std::string more = wanted.size() > some.size() ? ", …" : "";
  const std::string hint = value.is_string() ? near_hint(value.text(), names) : "";
  const std::string of = wanted.size() == 1 ? "must be " : "must be one of ";
  return of + join(some, ", ") + more + ", is " + shown(value) + hint;
}

std::string unknown_key(std::string_view key, const Objects& objects) {
  std::vector<std::string> names;
  for (const auto& [name, node] : objects.properties) names.push_back(name);
  return "unknown key '" + printable(key, 60) + "'" + near_hint(key, std::move(names));
}

}  // namespace pawl::schema
