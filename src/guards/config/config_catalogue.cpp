#include "guards/config/config_catalogue.hpp"

#include <algorithm>
#include <utility>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "guards/text/near_miss.hpp"

namespace pawl::guards {
namespace {

CatalogueSection open_catalogue_section(std::string_view line) {
  CatalogueSection section;
  const auto end = line.find(']');
  section.name = line.substr(1, end - 1);
  for (const std::string_view word : split_words(line.substr(end + 1))) {
    if (word == "near") section.openness = Openness::near;
    if (word == "leaves") section.openness = Openness::leaves;
    if (word == "loose") section.loose = true;
    if (word == "folded") section.folded = true;
  }
  return section;
}

}  // namespace

bool matches_word(std::string_view pattern, std::string_view word) {
  if (pattern.ends_with('*')) return word.starts_with(pattern.substr(0, pattern.size() - 1));
  return pattern == word;
}

const CatalogueKey* CatalogueSection::find(std::string_view key) const {
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const CatalogueKey& known) {
    if (matches_word(known.name, key)) return true;
    if (folded && equal_folded(known.name, key)) return true;
    if (!loose) return false;
    const bool open = known.name.ends_with('*');
    const std::string_view stem = open ? known.name.substr(0, known.name.size() - 1) : known.name;
    return equal_loosely(stem, open ? key.substr(0, stem.size()) : key);
  });
  return found == keys.end() ? nullptr : &*found;
}

const CatalogueSlip* CatalogueSection::slip(std::string_view key) const {
  const auto found = std::find_if(slips.begin(), slips.end(),
                                  [&](const CatalogueSlip& slip) { return slip.key == key; });
  return found == slips.end() ? nullptr : &*found;
}

std::optional<std::string> CatalogueSection::nearest(std::string_view key) const {
  std::vector<std::string> near;
  for (const CatalogueKey& known : keys) {
    if (!known.name.ends_with('*') && near_miss(key, known.name)) near.emplace_back(known.name);
  }
  if (near.size() < 2) return near.empty() ? std::nullopt : std::optional(near.front());
  return pawl::nearest(key, near);
}

Catalogue Catalogue::parse(std::string_view text) {
  Catalogue out;
  std::vector<std::pair<std::string_view, std::string_view>> includes;  // into, from
  for (std::string_view line : split_lines(text)) {
    line = trim(line);
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      out.sections_.push_back(open_catalogue_section(line));
      continue;
    }
    if (out.sections_.empty()) continue;
    CatalogueSection& section = out.sections_.back();
    const auto words = split_words(line);
    if (words.front() == "+" && words.size() == 2) {
      includes.emplace_back(section.name, words[1]);
    } else if (words.front() == "?" && words.size() == 2) {
      section.required.push_back(words[1]);
    } else if (words.front() == "!" && words.size() > 2) {
      const auto at = static_cast<std::size_t>(words[2].data() - line.data());
      section.slips.push_back({words[1], line.substr(at)});
    } else {
      section.keys.push_back({words.front(), {words.begin() + 1, words.end()}});
    }
  }
  for (const auto& [into, from] : includes) {
    const CatalogueSection* source = out.section(from);
    if (source == nullptr) continue;
    const std::vector<CatalogueKey> keys = source->keys;
    for (CatalogueSection& section : out.sections_) {
      if (section.name != into) continue;
      section.keys.insert(section.keys.end(), keys.begin(), keys.end());
    }
  }
  return out;
}

Catalogue Catalogue::load(std::string_view tool) {
  return parse(asset("config-keys/" + std::string(tool) + ".keys").value_or(""));
}

const CatalogueSection* Catalogue::section(std::string_view name) const {
  const auto found =
      std::find_if(sections_.begin(), sections_.end(),
                   [&](const CatalogueSection& section) { return section.name == name; });
  return found == sections_.end() ? nullptr : &*found;
}

}  // namespace pawl::guards
