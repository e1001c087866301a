// What a repository is, read from its files, each fact with the file (and line) it comes from.
// Nothing here is guessed: what no file says is absent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/repo_path.hpp"
#include "repo/view.hpp"

namespace pawl::repo {

struct Sourced {
  std::string value;
  std::string path;  // where it stands
  int line = 0;      // 0 when the whole file says so
};

struct LanguageCount {
  std::string name;  // Python, JavaScript, TypeScript, Go, Rust, C, C++, Java, Ruby, Shell, …
  std::size_t files = 0;
};

enum class ManifestKind : std::uint8_t {
  npm,
  python,
  python_setup,
  requirements,
  cargo,
  go_mod,
  maven,
  gradle,
  gemfile,
  gemspec,
  composer,
  cmake,
  meson,
  make,
  autotools,
};

struct Manifest {
  ManifestKind kind;
  RepoPath path;
  Json data;  // parsed, null when the format is code or it did not parse
};

struct Facts {
  std::vector<LanguageCount> languages;  // by file count, vendored files not counted; ties by name
  std::vector<Manifest> manifests;       // root first, then by path
  std::optional<Sourced> name;           // of the package
  std::optional<Sourced> description;
  std::optional<Sourced> version;
  std::optional<Sourced> license_declared;  // SPDX id or expression a manifest names
  std::optional<Sourced> license_file;      // value: SPDX id recognised in the text, or "unknown"
  std::optional<Sourced> author;
  std::optional<Sourced> repository_url;
  std::optional<Sourced> homepage;
  std::optional<Sourced> readme;          // value: its path
  std::vector<Sourced> install_commands;  // `npm install left-pad`
  std::vector<Sourced> build_commands;
  std::vector<Sourced> test_commands;
  std::vector<Sourced> lint_commands;
  std::vector<Sourced> run_commands;  // console scripts, bin entries
  std::vector<Sourced> workflows;     // CI definitions
  std::vector<Sourced> entry_points;

  const Manifest* manifest(ManifestKind kind) const;  // the one nearest to the root
  bool has_language(std::string_view name) const;
  // The language with the most files, empty when there is none.
  std::string main_language() const;
};

Facts gather_facts(const RepoView& view);

// The SPDX id of a licence text, by normalised fingerprints; nothing when it is none known.
std::optional<std::string> recognise_license(std::string_view text);
Json to_json(const Facts& facts);

}  // namespace pawl::repo
