#include "critics/personas.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/text.hpp"

namespace pawl::critics {
namespace {

struct Persona {
  std::string_view name;
  std::string_view field;
};

std::vector<Persona> personas() {
  const auto text = asset("words/personas.txt");
  PAWL_CHECK(text.has_value(), "data/words/personas.txt is embedded");
  std::vector<Persona> all;
  for (const std::string_view line : split_lines(*text)) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    const auto blank = line.find(' ');
    PAWL_CHECK(blank != std::string_view::npos, line);
    all.push_back({.name = line.substr(0, blank), .field = trim(line.substr(blank))});
  }
  return all;
}

}  // namespace

Result<std::string> personas_words(std::string_view names) {
  const std::vector<Persona> all = personas();
  std::string words;
  for (const std::string_view part : split(names, ',')) {
    const std::string_view name = trim(part);
    if (name.empty()) continue;
    const auto known = std::find_if(all.begin(), all.end(),
                                    [&](const Persona& each) { return each.name == name; });
    if (known == all.end()) {
      std::vector<std::string> there;
      for (const Persona& each : all) there.emplace_back(each.name);
      return fail(Errc::invalid, "critics.personas names \"" + printable(name, 60) +
                                     "\"; there are " + join(there, ", "));
    }
    words += "- " + std::string(known->name) + ": " + std::string(known->field) + "\n";
  }
  if (words.empty()) return fail(Errc::invalid, "critics.personas names nobody");
  return words;
}

}  // namespace pawl::critics
