#include "guards/config/config_walk.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using Shapes = std::vector<std::string_view>;

// `=` also stands for `~`: words in any letter case.
bool starts(std::string_view shape, char mark) {
  return shape.front() == mark || (mark == '=' && shape.front() == '~');
}

bool any_starts(const Shapes& shapes, char mark) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [&](std::string_view shape) { return starts(shape, mark); });
}

bool is_allowed(const Shapes& shapes, char mark, std::string_view word) {
  return std::any_of(shapes.begin(), shapes.end(), [&](std::string_view shape) {
    if (mark == '=' && shape.front() == '~') return equal_folded(shape.substr(1), word);
    return shape.front() == mark && matches_word(shape.substr(1), word);
  });
}

bool is_boolean_word(std::string_view text) {
  static constexpr auto kWords = fixed_words("true", "false", "yes", "no", "on", "off", "1", "0");
  const std::string word = lower(trim(text));
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view known) { return known == word; });
}

// Values that some other program fills in before the tool reads them.
bool is_filled_in(std::string_view text) {
  return text.find_first_of("{$%\n") != std::string_view::npos;
}

// INI has no types: every value is a text that the tool reads its own way.
bool fits_ini(const Shapes& shapes, std::string_view text) {
  const std::string_view bare = trim(text.substr(0, text.find_first_of("#;")));
  if (bare.empty() || is_filled_in(text)) return true;
  for (const std::string_view shape : shapes) {
    if (shape == "any" || shape == "string" || shape == "list" || shape == "number") return true;
    if ((shape == "bool" || shape == "boolish") && is_boolean_word(bare)) return true;
    if (shape == "int" && parse_int(bare)) return true;
  }
  return is_allowed(shapes, '=', lower(bare)) || is_allowed(shapes, '=', bare);
}

bool fits_shapes(const Shapes& shapes, const Json& value) {
  if (value.is_null() || among(shapes, "any")) return true;
  if (value.is_bool()) return among(shapes, "bool") || among(shapes, "boolish");
  if (value.is_int()) {
    return among(shapes, "int") || among(shapes, "number") || among(shapes, "boolish");
  }
  if (value.is_number()) return among(shapes, "number");
  if (value.is_array()) return among(shapes, "list") || any_starts(shapes, '[');
  if (value.is_object()) return among(shapes, "table") || any_starts(shapes, '@');
  if (among(shapes, "string") || is_filled_in(value.text())) return true;
  return among(shapes, "boolish") && is_boolean_word(value.text());
}

std::string shown_shape(std::string_view shape) {
  if (shape == "bool" || shape == "boolish") return "true or false";
  if (shape == "int") return "a whole number";
  if (shape == "number") return "a number";
  if (shape == "list") return "a list";
  if (shape == "table" || shape.front() == '@') return "a table";
  if (shape.front() == '[') return "a list of tables";
  return "a string";
}

std::string shown_words(const Shapes& shapes, char mark) {
  std::vector<std::string> words;
  for (const std::string_view shape : shapes) {
    if (starts(shape, mark)) words.push_back("\"" + std::string(shape.substr(1)) + "\"");
  }
  return join(words, ", ");
}

std::string wanted(const Shapes& shapes) {
  std::vector<std::string> words;
  for (const std::string_view shape : shapes) {
    if (starts(shape, '=') || shape.front() == '*') continue;
    std::string word = shown_shape(shape);
    if (std::find(words.begin(), words.end(), word) == words.end())
      words.push_back(std::move(word));
  }
  if (any_starts(shapes, '=')) words.push_back("one of " + shown_words(shapes, '='));
  return join(words, " or ");
}

std::string shown_value(const Json& value) {
  if (value.is_array()) return "a list";
  if (value.is_object()) return "a table";
  return value.is_string() ? "the string \"" + printable(value.text(), 60) + "\"" : value.dump();
}

}  // namespace

void ConfigWalk::add(ConfigFaultKind kind, const Place& place, std::string message,
                     std::string advice) {
  out_.push_back({kind, place.path, std::move(message), std::move(advice)});
}

void ConfigWalk::unknown(const Place& place, const std::string& key, const Json& value) {
  const CatalogueSlip* slip = place.section.slip(key);
  const bool taken = place.section.openness == Openness::near ||
                     (place.section.openness == Openness::leaves && value.is_object());
  auto instead = place.section.nearest(key);
  if (slip == nullptr && taken && !instead) return;
  std::string advice;
  if (slip != nullptr && !contains(slip->instead, " ")) instead = std::string(slip->instead);
  if (slip != nullptr && contains(slip->instead, " ")) {
    advice = "Instead of \"" + key + "\": " + std::string(slip->instead) + ".";
  } else if (instead) {
    advice = "Write \"" + *instead + "\" instead of \"" + key + "\".";
  } else {
    advice = "Leave \"" + key + "\" out, or look up what the tool calls it.";
  }
  const bool is_table = value.is_object() && form_ == ConfigForm::toml && !instead;
  add(is_table ? ConfigFaultKind::unknown_table : ConfigFaultKind::unknown_key, place,
      place.name + " has no " + (is_table ? "table" : "key") + " \"" + printable(key, 80) + "\"" +
          (instead ? "; did you mean \"" + *instead + "\"?" : ""),
      std::move(advice));
}

void ConfigWalk::items(const Place& place, const CatalogueKey& key, const Json& value) {
  const std::string name(key.name);
  const auto nested = std::find_if(key.shapes.begin(), key.shapes.end(),
                                   [](std::string_view shape) { return shape.starts_with("[@"); });
  const bool words = any_starts(key.shapes, '*');
  for (const Json& item : value.items()) {
    if (nested != key.shapes.end() && item.is_object()) {
      const CatalogueSection* section = catalogue_.section(nested->substr(2, nested->size() - 3));
      if (section != nullptr) table(*section, item, place.path, "an entry of \"" + name + "\"");
    } else if (nested != key.shapes.end() && !item.is_null()) {
      add(ConfigFaultKind::wrong_type, place,
          "an entry of \"" + name + "\" in " + place.name + " is " + shown_value(item) +
              ", not a table",
          "Make every entry of \"" + name + "\" a table.");
    } else if (words && item.is_string() && !is_filled_in(item.text()) &&
               !is_allowed(key.shapes, '*', item.text())) {
      add(ConfigFaultKind::wrong_value, place,
          "\"" + name + "\" in " + place.name + " cannot hold " + shown_value(item),
          "Use what the tool knows: " + shown_words(key.shapes, '*') + ".");
    }
  }
}

void ConfigWalk::value(const Place& place, const CatalogueKey& key, const Json& value) {
  if (form_ == ConfigForm::ini) {
    if (fits_ini(key.shapes, value.text())) return;
    add(ConfigFaultKind::wrong_value, place,
        "\"" + place.path.back() + "\" in " + place.name + " is " + shown_value(value) + ", not " +
            wanted(key.shapes),
        "Give \"" + place.path.back() + "\" " + wanted(key.shapes) + ".");
    return;
  }
  const bool is_word = value.is_string() && any_starts(key.shapes, '=');
  if (is_word && is_allowed(key.shapes, '=', value.text())) return;
  if (!fits_shapes(key.shapes, value)) {
    // A plain scalar is what YAML makes of a version or a name that looks like a number.
    const bool scalar = !value.is_array() && !value.is_object();
    if (form_ == ConfigForm::yaml && scalar && among(key.shapes, "string")) return;
    add(is_word ? ConfigFaultKind::wrong_value : ConfigFaultKind::wrong_type, place,
        "\"" + place.path.back() + "\" in " + place.name + " is " + shown_value(value) + ", not " +
            wanted(key.shapes),
        "Give \"" + place.path.back() + "\" " + wanted(key.shapes) + ".");
    return;
  }
  if (value.is_array()) items(place, key, value);
  if (!value.is_object()) return;
  for (const std::string_view shape : key.shapes) {
    if (shape.front() != '@') continue;
    const CatalogueSection* section = catalogue_.section(shape.substr(1));
    if (section == nullptr) continue;
    std::string name = join(place.path, ".");
    table(*section, value, place.path, form_ == ConfigForm::toml ? "[" + name + "]" : name);
  }
}

void ConfigWalk::table(const CatalogueSection& section, const Json& table,
                       std::vector<std::string> path, const std::string& name) {
  for (const std::string_view key : section.required) {
    if (table.has(key)) continue;
    const std::string wanted(key);
    add(ConfigFaultKind::wrong_type, {section, path, name}, name + " has no \"" + wanted + "\"",
        "Add the key \"" + wanted + "\" that the tool asks for.");
  }
  for (const auto& [key, item] : table.members()) {
    Place place{section, path, name};
    place.path.push_back(key);
    const CatalogueKey* known = section.find(key);
    if (known == nullptr || section.slip(key) != nullptr) {
      unknown(place, key, item);
    } else {
      value(place, *known, item);
    }
  }
}

}  // namespace pawl::guards
