#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"

namespace pawl::repo::license_test {
namespace {

constexpr const char* kMit =
    "MIT License\n\nCopyright (c) 2020 Jane Doe\n\nPermission is hereby granted, free of charge, "
    "to "
    "any person obtaining a copy\nof this software and associated documentation files (the "
    "\"Software\"), to deal\nin the Software without restriction, including without limitation the "
    "rights\nto use, copy, modify, merge, publish, distribute, sublicense, and/or sell\ncopies of "
    "the Software, and to permit persons to whom the Software is\nfurnished to do so, subject to "
    "the following conditions:\n\nThe above copyright notice and this permission notice shall be "
    "included in all\ncopies or substantial portions of the Software.\n\nTHE SOFTWARE IS PROVIDED "
    "\"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR\nIMPLIED, INCLUDING BUT NOT LIMITED TO "
    "THE "
    "WARRANTIES OF MERCHANTABILITY.\n";

const std::string kBsdOpening =
    "Copyright (c) 2020, Jane Doe\n\nRedistribution and use in source and binary forms, with or "
    "without\nmodification, are permitted provided that the following conditions are met:\n\n"
    "1. Redistributions of source code must retain the above copyright notice.\n"
    "2. Redistributions in binary form must reproduce the above copyright notice.\n";
const std::string kBsdEnd =
    "\nTHIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS \"AS IS\" AND ANY LIMITED WARRANTIES\n";
const std::string kEndorsement =
    "3. Neither the name of the copyright holder nor the names of its contributors may be used to\n"
    "   endorse or promote products derived from this software.\n";
const std::string kIscOpening =
    "Copyright (c) 2020 Jane Doe\n\nPermission to use, copy, modify, and/or distribute this "
    "software "
    "for any\npurpose with or without fee is hereby granted";
const std::string kIscEnd = "THE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS\n";

TEST_CASE("licence texts are told apart") {
  struct Row {
    const char* name;
    std::string text;
    const char* want;  // empty: not recognised
  };
  const Row rows[] = {
      {"MIT", kMit, "MIT"},
      {"MIT in capitals and commented out", "// " + replace_all(upper(kMit), "\n", "\n// "), "MIT"},
      {"MIT-0",
       replace_all(kMit, "The above copyright notice and this permission notice", "Nothing"),
       "MIT-0"},
      {"JSON",
       replace_all(kMit, "\n\nTHE SOFTWARE IS",
                   "\n\nThe Software shall be used for Good, not Evil.\n\nTHE SOFTWARE IS"),
       "JSON"},
      {"BSD-2", kBsdOpening + kBsdEnd, "BSD-2-Clause"},
      {"BSD-3", kBsdOpening + kEndorsement + kBsdEnd, "BSD-3-Clause"},
      {"BSD-2 that bundles a BSD-3", kBsdOpening + kBsdEnd + kBsdOpening + kEndorsement + kBsdEnd,
       "BSD-2-Clause"},
      {"BSD-4",
       kBsdOpening + "3. All advertising materials mentioning features must say so.\n" + kBsdEnd,
       "BSD-4-Clause"},
      {"ISC",
       kIscOpening +
           ", provided that the above\ncopyright notice and this permission notice appear "
           "in all copies.\n" +
           kIscEnd,
       "ISC"},
      {"0BSD", kIscOpening + ".\n\n" + kIscEnd, "0BSD"},
      {"Unlicense",
       "This is free and unencumbered software released into the public domain.\n\nAnyone is free",
       "Unlicense"},
      {"WTFPL",
       "            DO WHAT THE FUCK YOU WANT TO PUBLIC LICENSE\n                    Version 2",
       "WTFPL"},
      {"Zlib",
       "This software is provided 'as-is', without any express or implied warranty.\n1. The origin "
       "of "
       "this software must not be misrepresented; you must not\n   claim that you wrote it.\n",
       "Zlib"},
      {"Apache notice",
       "Licensed under the Apache License, Version 2.0 (the \"License\");\nyou may not use this "
       "file",
       "Apache-2.0"},
      {"GPL notice of a README",
       "it under the terms of the GNU General Public License as published by\nthe Free Software "
       "Foundation; either version 2 of the License, or",
       "GPL-2.0"},
      {"MIT that bundles a GPL",
       std::string(kMit) + "\nGNU GENERAL PUBLIC LICENSE\nVersion 2, June 1991", "MIT"},
      {"a name is no text", "MIT License", ""},
      {"words that hold the letters", "LIMITED permission, LIMITATION of liability, SUBMIT", ""},
      {"our own terms", "Copyright Example Ltd. All rights reserved. Do not copy.", ""},
      {"SPDX tag", "SPDX-License-Identifier: EUPL-1.2\n", "EUPL-1.2"},
      {"SPDX tag without an id", "SPDX-License-Identifier:", ""},
      {"empty", "", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(recognise_license(row.text).value_or("") == row.want);
  }
}

TEST_CASE("licence texts as Debian ships them") {
  struct Row {
    const char* path;
    const char* want;
  };
  const Row rows[] = {{"Apache-2.0", "Apache-2.0"}, {"GPL-2", "GPL-2.0"},
                      {"GPL-3", "GPL-3.0"},         {"LGPL-2", "LGPL-2.0"},
                      {"LGPL-2.1", "LGPL-2.1"},     {"LGPL-3", "LGPL-3.0"},
                      {"MPL-2.0", "MPL-2.0"},       {"CC0-1.0", "CC0-1.0"},
                      {"BSD", "BSD-3-Clause"},      {"GFDL-1.3", ""}};
  for (const Row& row : rows) {
    CAPTURE(row.path);
    std::ifstream file(std::string("/usr/share/common-licenses/") + row.path);
    if (!file) continue;  // another system
    std::ostringstream text;
    text << file.rdbuf();
    CHECK(recognise_license(text.str()).value_or("") == row.want);
  }
}

TEST_CASE("licence names of manifests") {
  struct Row {
    const char* written;
    const char* want;
  };
  const Row rows[] = {
      {"MIT", "MIT"},
      {"mit", "MIT"},
      {"MIT License", "MIT"},
      {"The MIT License (MIT)", "MIT"},
      {"MIT OR Apache-2.0", "MIT OR Apache-2.0"},
      {"MIT/Apache-2.0", "MIT OR Apache-2.0"},
      {"(MIT OR Apache-2.0) AND ISC", "(MIT OR Apache-2.0) AND ISC"},
      {"Apache-2.0 WITH LLVM-exception", "Apache-2.0 WITH LLVM-exception"},
      {"Apache License, Version 2.0", "Apache-2.0"},
      {"The Apache Software License, Version 2.0", "Apache-2.0"},
      {"License :: OSI Approved :: MIT License", "MIT"},
      {"License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)",
       "GPL-3.0-or-later"},
      {"License :: OSI Approved :: ISC License (ISCL)", "ISC"},
      {"License :: OSI Approved :: BSD License", ""},
      {"BSD", ""},
      {"GPL", ""},
      {"SEE LICENSE IN LICENSE.md", ""},
      {"UNLICENSED", ""},
      {"MIT OR", ""},
      {"Proprietary", ""},
      {"", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.written);
    CHECK(spdx_of(row.written).value_or("") == row.want);
  }
}

TEST_CASE("people and addresses of manifests") {
  CHECK(person_name("Jane Doe <jane@example.org> (https://example.org)") == "Jane Doe");
  CHECK(person_name("Jane Doe") == "Jane Doe");
  CHECK(plain_repository("git+https://github.com/o/r.git") == "https://github.com/o/r");
  CHECK(plain_repository("git@github.com:o/r.git") == "https://github.com/o/r");
  CHECK(plain_repository("github:o/r") == "https://github.com/o/r");
  CHECK(plain_repository("o/r") == "https://github.com/o/r");
  CHECK(plain_repository("ssh://git@example.org/o/r.git") == "https://example.org/o/r");
  CHECK(plain_repository("somewhere").empty());
}

}  // namespace
}  // namespace pawl::repo::license_test
