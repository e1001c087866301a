// Licence texts recognised by their wording: the text is reduced to lower-case words, so case,
// quotes, line breaks and comment signs do not count.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "repo/facts/facts.hpp"

namespace pawl::repo {
namespace {

// A phrase only that licence (or that family) holds, and the id that stands for it.
struct Fingerprint {
  std::string_view id;
  std::string_view phrase;
};

constexpr Fingerprint kFingerprints[] = {
    {"Apache-2.0", "apache license version 2 0 january 2004"},
    {"Apache-2.0", "licensed under the apache license version 2 0 the license you may not use"},
    {"MPL-2.0", "mozilla public license version 2 0 1 definitions"},
    {"MPL-2.0", "subject to the terms of the mozilla public license v 2 0"},
    {"GPL-2.0", "gnu general public license version 2 june 1991"},
    {"GPL-3.0", "gnu general public license version 3 29 june 2007"},
    {"LGPL-2.0", "gnu library general public license version 2 june 1991"},
    {"LGPL-2.1", "gnu lesser general public license version 2 1 february 1999"},
    {"LGPL-3.0", "gnu lesser general public license version 3 29 june 2007"},
    {"AGPL-3.0", "gnu affero general public license version 3 19 november 2007"},
    {"GPL-2.0",
     "terms of the gnu general public license as published by the free software "
     "foundation either version 2 of the license"},
    {"GPL-3.0",
     "terms of the gnu general public license as published by the free software "
     "foundation either version 3 of the license"},
    {"LGPL-2.1",
     "terms of the gnu lesser general public license as published by the free software "
     "foundation either version 2 1 of the license"},
    {"LGPL-3.0",
     "terms of the gnu lesser general public license as published by the free software "
     "foundation either version 3 of the license"},
    {"AGPL-3.0",
     "terms of the gnu affero general public license as published by the free software "
     "foundation either version 3 of the license"},
    {"Unlicense", "this is free and unencumbered software released into the public domain"},
    {"CC0-1.0", "creative commons legal code cc0 1 0 universal"},
    {"CC0-1.0", "cc0 1 0 universal statement of purpose"},
    {"CC0-1.0", "creative commons cc0 1 0 universal"},
    {"WTFPL", "do what the fuck you want to public license"},
    {"BSL-1.0", "boost software license version 1 0 august 17th 2003"},
    {"EPL-1.0", "eclipse public license v 1 0 the accompanying program is provided under"},
    {"EPL-2.0", "eclipse public license v 2 0 the accompanying program is provided under"},
    {"Artistic-2.0", "the artistic license 2 0 copyright"},
    {"CC-BY-4.0", "creative commons attribution 4 0 international public license"},
    {"CC-BY-SA-4.0", "creative commons attribution sharealike 4 0 international public license"},
    {"Zlib", "the origin of this software must not be misrepresented you must not claim"},
};

std::string words_of(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const bool upper_case = c >= 'A' && c <= 'Z';
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || upper_case;
    if (kept) {
      out += upper_case ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

struct Match {
  std::size_t at = std::string::npos;
  std::string_view id;

  void offer(std::size_t where, std::string_view what) {
    if (where != std::string::npos && !what.empty() && where < at) *this = {where, what};
  }
};

// The words from `at` up to the disclaimer that ends the conditions of short licences.
std::string_view conditions(std::string_view words, std::size_t at, std::string_view disclaimer) {
  const auto end = words.find(disclaimer, at);
  return words.substr(at, end == std::string_view::npos ? end : end - at);
}

std::string_view mit_like(std::string_view words, std::size_t at) {
  const auto terms = conditions(words, at, "the software is provided as is");
  if (!contains(terms, "to deal in the software without restriction")) return {};
  if (contains(terms, "shall be used for good not evil")) return "JSON";
  if (!contains(terms, "permission notice")) return "MIT-0";
  const auto after = words.substr(at, 2'500);
  return contains(after, "except as contained in this notice the name") ? "X11" : "MIT";
}

std::string_view isc_like(std::string_view words, std::size_t at) {
  const auto terms = conditions(words, at, "the software is provided as is");
  return contains(terms, "provided that the above copyright notice") ? "ISC" : "0BSD";
}

std::string_view bsd_like(std::string_view words, std::size_t at) {
  const auto terms = conditions(words, at, "this software is provided by");
  if (!contains(terms, "in binary form must reproduce")) return {};
  if (contains(terms, "all advertising materials mentioning")) return "BSD-4-Clause";
  const bool endorsement = contains(terms, "to endorse or promote products");
  return endorsement ? "BSD-3-Clause" : "BSD-2-Clause";
}

struct LicenseFamily {
  std::string_view opening;
  std::string_view (*member)(std::string_view words, std::size_t at);
};

constexpr LicenseFamily kFamilies[] = {
    {"permission is hereby granted free of charge to any person obtaining a copy", mit_like},
    {"permission to use copy modify and or distribute this software for any purpose", isc_like},
    {"permission to use copy modify and distribute this software for any purpose", isc_like},
    {"redistribution and use in source and binary forms with or without modification", bsd_like},
};

std::optional<std::string> spdx_line(std::string_view text) {
  constexpr std::string_view kTag = "SPDX-License-Identifier:";
  const auto at = text.find(kTag);
  if (at == std::string_view::npos) return {};
  const auto rest = text.substr(at + kTag.size());
  const auto words = split_words(rest.substr(0, rest.find('\n')));
  if (words.size() != 1) return {};
  return std::string(words.front());
}

}  // namespace

std::optional<std::string> recognise_license(std::string_view text) {
  const std::string words = words_of(text);
  Match first;
  for (const Fingerprint& row : kFingerprints) first.offer(words.find(row.phrase), row.id);
  for (const LicenseFamily& family : kFamilies) {
    const auto at = words.find(family.opening);
    if (at != std::string::npos) first.offer(at, family.member(words, at));
  }
  if (!first.id.empty()) return std::string(first.id);
  return text.empty() ? std::nullopt : spdx_line(text);
}

}  // namespace pawl::repo
