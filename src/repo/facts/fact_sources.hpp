// The readers of facts, one for each kind of manifest. Each adds what its file says and leaves
// what an earlier one already said.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repo/facts/facts.hpp"
#include "syntax/data/key_lines.hpp"

namespace pawl::repo {

struct Source {
  const RepoView& view;
  const Manifest& manifest;
  std::string_view text;           // of the manifest
  const syntax::KeyLines& places;  // of its keys, when it is JSON or TOML

  // A path beside the manifest.
  std::string beside(std::string_view name) const;
  bool has(std::string_view name) const { return view.has(beside(name)); }
  int line(std::initializer_list<std::string_view> keys) const { return places.line(keys); }
  int line(std::span<const std::string_view> keys) const { return places.line(keys); }
  // The line of a key below `[section]`, whose names are parted by dots; of the section itself when
  // the key is empty.
  int line_in(std::string_view section, std::string_view key) const;
  Sourced at(std::string_view value, int line) const;
};

// Keeps the first value; blank values are not facts.
void say(std::optional<Sourced>& slot, Sourced fact);
// Keeps each value once.
void add(std::vector<Sourced>& list, Sourced fact);

// What stands between quotes on a line, single or double ones.
std::vector<std::string_view> quoted_strings(std::string_view line);

void npm_facts(const Source& source, Facts& facts);
void python_facts(const Source& source, Facts& facts);
void python_setup_facts(const Source& source, Facts& facts);
void cargo_facts(const Source& source, Facts& facts);
void go_facts(const Source& source, Facts& facts);
void maven_facts(const Source& source, Facts& facts);
void gradle_facts(const Source& source, Facts& facts);
void gemspec_facts(const Source& source, Facts& facts);
void gemfile_facts(const Source& source, Facts& facts);
void composer_facts(const Source& source, Facts& facts);
void cmake_facts(const Source& source, Facts& facts);
void meson_facts(const Source& source, Facts& facts);
void make_facts(const Source& source, Facts& facts);
void autotools_facts(const Source& source, Facts& facts);
void pipfile_facts(const Source& source, Facts& facts);
void deno_facts(const Source& source, Facts& facts);
void pubspec_facts(const Source& source, Facts& facts);
void mix_facts(const Source& source, Facts& facts);
void dotnet_facts(const Source& source, Facts& facts);

// Facts no manifest holds: readme, licence file, workflows, commands of stand-alone tool settings.
void tree_facts(const RepoView& view, Facts& facts);

// The SPDX id of a licence as people write it in a manifest: `Apache 2.0`, `MIT License`,
// `License :: OSI Approved :: MIT License`. What is an id or an expression already is kept.
// Nothing when the text names no licence for sure (`BSD`, `GPL`, `SEE LICENSE IN x`).
std::optional<std::string> spdx_of(std::string_view text);
// `Jane Doe` of `Jane Doe <jane@example.org> (https://…)`.
std::string person_name(std::string_view text);
// An https address of `git+https://…​.git`, `git@host:o/r.git`, `github:o/r` or `o/r`.
std::string plain_repository(std::string_view text);
// Does a Python project of the repository name the package (as PEP 503 writes it)?
bool python_names_package(const RepoView& view, const Facts& facts, std::string_view package);

// What the scripts of a package.json really run: nothing when there is no such script, or it is
// the placeholder `npm init` writes.
std::optional<std::string> npm_script(const Json& data, std::string_view name);

}  // namespace pawl::repo
