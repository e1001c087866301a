#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"

namespace pawl::repo {
namespace {

struct LicenseName {
  std::string_view written;  // lower-case, without `the`, `license`, commas and brackets
  std::string_view id;
};

constexpr LicenseName kLicenseNames[] = {
    {"mit", "MIT"},
    {"mit mit", "MIT"},
    {"expat", "MIT"},
    {"mit/expat", "MIT"},
    {"apache", "Apache-2.0"},
    {"apache 2", "Apache-2.0"},
    {"apache 2.0", "Apache-2.0"},
    {"apache-2", "Apache-2.0"},
    {"apache version 2.0", "Apache-2.0"},
    {"apache software 2.0", "Apache-2.0"},
    {"apache software version 2.0", "Apache-2.0"},
    {"apache software", "Apache-2.0"},
    {"bsd-2", "BSD-2-Clause"},
    {"bsd 2-clause", "BSD-2-Clause"},
    {"2-clause bsd", "BSD-2-Clause"},
    {"simplified bsd", "BSD-2-Clause"},
    {"bsd-3", "BSD-3-Clause"},
    {"bsd 3-clause", "BSD-3-Clause"},
    {"3-clause bsd", "BSD-3-Clause"},
    {"new bsd", "BSD-3-Clause"},
    {"modified bsd", "BSD-3-Clause"},
    {"isc", "ISC"},
    {"isc iscl", "ISC"},
    {"mpl 2.0", "MPL-2.0"},
    {"mpl2", "MPL-2.0"},
    {"mozilla public 2.0", "MPL-2.0"},
    {"mozilla public 2.0 mpl 2.0", "MPL-2.0"},
    {"gplv2", "GPL-2.0-only"},
    {"gplv2+", "GPL-2.0-or-later"},
    {"gplv3", "GPL-3.0-only"},
    {"gplv3+", "GPL-3.0-or-later"},
    {"gnu general public v2 gplv2", "GPL-2.0-only"},
    {"gnu general public v2 or later gplv2+", "GPL-2.0-or-later"},
    {"gnu general public v3 gplv3", "GPL-3.0-only"},
    {"gnu general public v3 or later gplv3+", "GPL-3.0-or-later"},
    {"gnu lesser general public v2 or later lgplv2+", "LGPL-2.0-or-later"},
    {"gnu lesser general public v3 lgplv3", "LGPL-3.0-only"},
    {"gnu lesser general public v3 or later lgplv3+", "LGPL-3.0-or-later"},
    {"lgplv3", "LGPL-3.0-only"},
    {"lgplv3+", "LGPL-3.0-or-later"},
    {"gnu affero general public v3", "AGPL-3.0-only"},
    {"gnu affero general public v3 or later agplv3+", "AGPL-3.0-or-later"},
    {"agplv3", "AGPL-3.0-only"},
    {"unlicense", "Unlicense"},
    {"unlicense unlicense", "Unlicense"},
    {"cc0", "CC0-1.0"},
    {"cc0 1.0 universal cc0 1.0 public domain dedication", "CC0-1.0"},
    {"zlib", "Zlib"},
    {"zlib/libpng", "Zlib"},
    {"zlib/libpng zlib", "Zlib"},
    {"wtfpl", "WTFPL"},
    {"boost software 1.0", "BSL-1.0"},
    {"boost software 1.0 bsl-1.0", "BSL-1.0"},
    {"psf", "PSF-2.0"},
    {"python software foundation", "PSF-2.0"},
};

constexpr auto kIds = fixed_words(
    "0BSD", "AGPL-3.0", "AGPL-3.0-only", "AGPL-3.0-or-later", "Apache-2.0", "Artistic-2.0",
    "BSD-2-Clause", "BSD-3-Clause", "BSD-4-Clause", "BSL-1.0", "CC-BY-4.0", "CC-BY-SA-4.0",
    "CC0-1.0", "EPL-1.0", "EPL-2.0", "EUPL-1.2", "GPL-2.0", "GPL-2.0-only", "GPL-2.0-or-later",
    "GPL-3.0", "GPL-3.0-only", "GPL-3.0-or-later", "ISC", "JSON", "LGPL-2.0", "LGPL-2.1",
    "LGPL-2.1-only", "LGPL-2.1-or-later", "LGPL-3.0", "LGPL-3.0-only", "LGPL-3.0-or-later", "MIT",
    "MIT-0", "MPL-2.0", "PostgreSQL", "PSF-2.0", "Python-2.0", "Ruby", "UPL-1.0", "Unlicense",
    "Vim", "WTFPL", "X11", "Zlib", "BlueOak-1.0.0", "MulanPSL-2.0");

// `MIT License` → `mit`: what is left when the words that say nothing are gone.
std::string bare(std::string_view text) {
  std::string plain;
  for (const char c : lower(text)) plain += c == ',' || c == '(' || c == ')' ? ' ' : c;
  std::string out;
  for (const std::string_view word : split_words(plain)) {
    if (word == "the" || word == "license" || word == "licence" || word == "licensed") continue;
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

bool is_id(std::string_view text) {
  if (text.starts_with("LicenseRef-")) return true;
  if (text.ends_with('+')) text.remove_suffix(1);
  return std::find(std::begin(kIds), std::end(kIds), text) != std::end(kIds);
}

// `MIT OR (Apache-2.0 AND ISC)`, ids joined by operators; Cargo's older `MIT/Apache-2.0` too.
std::optional<std::string> expression(std::string_view text) {
  const std::string spaced = replace_all(text, "/", " OR ");
  const std::string plain = replace_all(replace_all(spaced, "(", " "), ")", " ");
  std::string_view before = "OR";
  for (const std::string_view word : split_words(plain)) {
    const bool joins = word == "OR" || word == "AND" || word == "WITH";
    const bool after_join = before == "OR" || before == "AND" || before == "WITH";
    if (joins == after_join) return {};
    const bool exception = before == "WITH" && contains(word, "-exception");
    if (!joins && !exception && !is_id(word)) return {};
    before = word;
  }
  if (before == "OR" || before == "AND" || before == "WITH") return {};
  return join(split_words(spaced), " ");
}

}  // namespace

std::optional<std::string> spdx_of(std::string_view text) {
  text = trim(text);
  if (text.size() > 200 || text.find('\n') != std::string_view::npos) {
    return recognise_license(text);
  }
  if (const auto colons = text.rfind(" :: "); colons != std::string_view::npos) {
    text = trim(text.substr(colons + 4));
  }
  if (auto known = expression(text)) return known;
  const std::string name = bare(text);
  for (const LicenseName& row : kLicenseNames) {
    if (row.written == name) return std::string(row.id);
  }
  for (const std::string_view id : kIds) {
    if (equal_folded(id, name)) return std::string(id);
  }
  return {};
}

}  // namespace pawl::repo
