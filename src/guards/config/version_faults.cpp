#include "guards/config/version_faults.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"

namespace pawl::guards {
namespace {

using ReadsRange = bool (*)(std::string_view range);

constexpr auto kOperators = fixed_words("<=", ">=", "~>", "<", ">", "=", "~", "^");

// How many numbers a version has before what names a release or a build: `1.2.3-rc.1` has three.
// Zero when it has anything else there.
std::size_t numbers_of(std::string_view version) {
  version = version.substr(0, version.find_first_of("-+"));
  const auto parts = split(version, '.');
  const bool all = std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), is_digit);
  });
  return all ? parts.size() : 0;
}

std::string_view without_operator(std::string_view word) {
  for (const std::string_view each : kOperators) {
    if (word.starts_with(each)) return trim(word.substr(each.size()));
  }
  return word;
}

// `1`, `1.x`, `v1.2.3-rc.1`, `*`
bool is_partial_version(std::string_view word) {
  while (!word.empty() && (word.front() == 'v' || word.front() == '=')) word.remove_prefix(1);
  if (word.empty() || numbers_of(word) > 3 || contains(word, "..")) return false;
  const bool begins =
      is_digit(word.front()) || word.front() == '*' || word.front() == 'x' || word.front() == 'X';
  return begins && std::all_of(word.begin(), word.end(), [](char c) {
           return is_letter_or_digit(c) || contains(".*+-_", std::string_view(&c, 1));
         });
}

// What npm takes for the name of a release (`next`, `canary-3`), as it takes most words.
bool is_npm_tag(std::string_view word) {
  if (!word.empty() && is_digit(word.front())) return false;
  return std::all_of(word.begin(), word.end(), [](char c) {
    return is_letter_or_digit(c) || contains("-_.!~*'()", std::string_view(&c, 1));
  });
}

bool is_npm_comparators(std::string_view side) {
  const auto words = split_words(side);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-" && i > 0 && i + 1 < words.size()) continue;
    std::string_view word = without_operator(words[i]);
    // `>= 1.2`
    if (word.empty() && i + 1 < words.size()) word = words[++i];
    if (!is_partial_version(word)) return false;
  }
  return true;
}

bool reads_npm_range(std::string_view range) {
  range = trim(range);
  // An address, a folder, an alias.
  if (range.find_first_of(":/") != std::string_view::npos || is_npm_tag(range)) return true;
  while (!range.empty()) {
    const auto bar = range.find("||");
    if (!is_npm_comparators(range.substr(0, bar))) return false;
    if (bar == std::string_view::npos) break;
    range = range.substr(bar + 2);
  }
  return true;
}

// No number with a zero before it, and no part of what names a release empty.
bool is_exact_version(std::string_view version) {
  const std::string_view release = version.substr(0, version.find('+'));
  const auto dash = release.find('-');
  for (const std::string_view part : split(release.substr(0, dash), '.')) {
    if (part.size() > 1 && part.front() == '0') return false;
  }
  if (dash == std::string_view::npos) return true;
  const auto parts = split(release.substr(dash + 1), '.');
  return std::none_of(parts.begin(), parts.end(),
                      [](std::string_view part) { return part.empty(); });
}

bool reads_rust_version(std::string_view version) {
  return std::all_of(version.begin(), version.end(),
                     [](char c) { return is_digit(c) || c == '.'; }) &&
         numbers_of(version) > 0 && numbers_of(version) <= 3;
}

// PEP 440: `1!2.0.post1.dev2+local`
bool reads_python_version(std::string_view version) {
  version = trim(version);
  if (version.starts_with('v') || version.starts_with('V')) version.remove_prefix(1);
  if (version.empty() || !is_digit(version.front())) return false;
  version = version.substr(0, version.find('+'));
  std::string word;
  const auto known = [&] {
    return word.empty() || among({"a", "b", "c", "rc", "alpha", "beta", "pre", "preview", "post",
                                  "rev", "r", "dev"},
                                 word);
  };
  bool mark = false;
  for (const char c : lower(version)) {
    const bool sign = c == '.' || c == '-' || c == '_';
    if (!sign && !is_letter_or_digit(c) && c != '!') return false;
    if (sign && mark) return false;
    mark = sign;
    if (is_letter(c)) {
      word += c;
      continue;
    }
    if (!known()) return false;
    word.clear();
  }
  return known() && !mark;
}

// `^1.2`, `~1.2 || >=2,<3`, `*`
bool reads_poetry_range(std::string_view range) {
  std::string text = replace_all(range, "|", ",");
  for (const std::string_view raw : split(text, ',')) {
    std::string_view part = trim(raw);
    while (!part.empty() && contains("^~=!<> ", part.substr(0, 1))) part.remove_prefix(1);
    if (part.empty()) continue;
    if (!is_digit(part.front()) && part.front() != '*' && part.front() != 'v') return false;
  }
  return true;
}

bool reads_cargo_range(std::string_view range) {
  const auto parts = split(range, ',');
  return std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
    part = trim(part);
    if (part.empty()) return parts.size() > 1;
    const std::string_view word = without_operator(part);
    if (word.empty() || part.starts_with("~>")) return false;
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
      return is_letter_or_digit(c) || contains(".+*-", std::string_view(&c, 1));
    });
    if (!plain) return false;
    return (is_digit(word.front()) || word == "*") && numbers_of(word) <= 3;
  });
}

// `>=1.2, !=1.3.*`
bool reads_python_range(std::string_view range) {
  static constexpr auto kPythonOperators =
      fixed_words("===", "==", "~=", "!=", "<=", ">=", "<", ">");
  const auto parts = split(range, ',');
  return std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
    part = trim(part);
    if (part.empty()) return true;
    const auto each = std::find_if(kPythonOperators.begin(), kPythonOperators.end(),
                                   [&](std::string_view sign) { return part.starts_with(sign); });
    if (each == kPythonOperators.end()) return false;
    const std::string_view version = trim(part.substr(each->size()));
    if (*each == "===") return !version.empty();
    const bool begins = !version.empty() && (is_digit(version.front()) || version.front() == 'v');
    if (*each == "~=" && begins && version.find('.') == version.npos) return false;
    return begins && version.find_first_of(" <>=~") == version.npos;
  });
}

// `name[extra] >=1.2; python_version < "3"`
bool reads_python_requirement(std::string_view text) {
  text = trim(text.substr(0, text.find(';')));
  const auto end = std::min(text.find_first_of(" \t[(<>=!~@"), text.size());
  std::string_view rest = trim(text.substr(end));
  if (end == 0) return false;
  if (rest.starts_with('[')) {
    const auto close = rest.find(']');
    if (close == std::string_view::npos) return false;
    rest = trim(rest.substr(close + 1));
  }
  if (rest.starts_with('@')) return true;
  if (rest.starts_with('(') && rest.ends_with(')')) rest = rest.substr(1, rest.size() - 2);
  return reads_python_range(rest);
}

class VersionReader {
 public:
  std::vector<ConfigFault> npm(const Json& document) {
    version(document, {"version"}, !document["private"].bool_or(false));
    manager(document["packageManager"]);
    ranges(document["engines"], {"engines"}, &reads_npm_range);
    ranges(document["resolutions"], {"resolutions"}, &reads_npm_range);
    for (const char* table :
         {"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"}) {
      ranges(document[table], {table}, &reads_npm_range);
    }
    return std::move(faults_);
  }

  std::vector<ConfigFault> cargo(const Json& document) {
    version(document["package"], {"package", "version"}, true);
    check(document["package"]["rust-version"], {"package", "rust-version"}, &reads_rust_version);
    cargo_tables(document, {});
    cargo_tables(document["workspace"], {"workspace"});
    for (const auto& [name, target] : document["target"].members()) {
      cargo_tables(target, {"target", name});
    }
    return std::move(faults_);
  }

  // requirements.txt: one a line, among options of pip.
  std::vector<ConfigFault> lines(std::string_view text) {
    int row = 0;
    bool continued = false;
    std::size_t read = 0;
    for (const std::string_view raw : split_lines(text)) {
      ++row;
      const bool of_last = continued;
      continued = raw.ends_with('\\');
      std::string_view line = trim(raw.substr(0, std::min(raw.find(" #"), raw.find("\t#"))));
      line = trim(line.substr(0, line.find(" --")));
      if (line.ends_with('\\')) line = trim(line.substr(0, line.size() - 1));
      const bool other = line.empty() || of_last || line.find_first_of("/\\${}%") != line.npos;
      if (other || contains("#-.<", line.substr(0, 1))) continue;
      if (reads_python_requirement(line)) {
        ++read;
        continue;
      }
      add({}, line, "requirement");
      faults_.back().line = row;
    }
    // Prose under the name of a list.
    if (faults_.size() > read) faults_.clear();
    return std::move(faults_);
  }

  std::vector<ConfigFault> python(const Json& document) {
    const Json& project = document["project"];
    check(project["version"], {"project", "version"}, &reads_python_version);
    const Json& poetry = document["tool"]["poetry"];
    check(poetry["version"], {"tool", "poetry", "version"}, &reads_python_version);
    ranges(poetry["dependencies"], {"tool", "poetry", "dependencies"}, &reads_poetry_range);
    for (const auto& [name, group] : poetry["group"].members()) {
      ranges(group["dependencies"], {"tool", "poetry", "group", name, "dependencies"},
             &reads_poetry_range);
    }
    check(project["requires-python"], {"project", "requires-python"}, &reads_python_range);
    requirements(project["dependencies"], {"project", "dependencies"});
    requirements(document["build-system"]["requires"], {"build-system", "requires"});
    for (const auto& [name, list] : project["optional-dependencies"].members()) {
      requirements(list, {"project", "optional-dependencies", name});
    }
    for (const auto& [name, list] : document["dependency-groups"].members()) {
      requirements(list, {"dependency-groups", name});
    }
    return std::move(faults_);
  }

 private:
  using Names = std::vector<std::string>;

  void add(const Names& path, std::string_view word, std::string_view what) {
    faults_.push_back({.kind = ConfigFaultKind::wrong_value,
                       .path = path,
                       .message = join(path, ".") + (path.empty() ? "" : ": ") + "\"" +
                                  printable(word, 80) + "\" is no " + std::string(what),
                       .advice = "Write it as the package manager reads it."});
  }

  // Filled in by another tool.
  static bool is_filled_in(std::string_view word) {
    return word.find_first_of("{}$%@") != std::string_view::npos;
  }

  void version(const Json& table, const Names& path, bool three) {
    const std::string_view word = trim(table["version"].text());
    if (word.empty() || is_filled_in(word) || is_placeholder(word)) return;
    const std::string_view plain = word.substr(word.starts_with('v') ? 1 : 0);
    const std::size_t numbers = numbers_of(plain);
    if (numbers > 3 || (three && (numbers != 3 || !is_exact_version(plain)))) {
      add(path, word, "version");
    }
  }

  // `pnpm@9.1.0+sha512.…`
  void manager(const Json& value) {
    const std::string_view word = value.text();
    if (word.empty() || is_filled_in(replace_all(word, "@", ""))) return;
    const auto at = word.find('@', 1);
    const bool address = at != word.npos && contains(word.substr(at), "://");
    if (address || (at != word.npos && numbers_of(word.substr(at + 1)) == 3)) return;
    add({"packageManager"}, word, "package manager with its version");
  }

  // `VERSION`, `__VERSION__`
  static bool is_placeholder(std::string_view word) {
    return std::all_of(word.begin(), word.end(), [](char c) { return is_upper(c) || c == '_'; });
  }

  void check(const Json& value, const Names& path, ReadsRange reads) {
    const std::string_view word = value.text();
    if (word.empty() || word.find_first_of("{}$%") != std::string_view::npos) return;
    if (!reads(word)) add(path, word, "range of versions");
  }

  void ranges(const Json& table, Names path, ReadsRange reads) {
    for (const auto& [name, value] : table.members()) {
      path.push_back(name);
      check(value.is_object() ? value["version"] : value, path, reads);
      path.pop_back();
    }
  }

  void cargo_tables(const Json& holder, const Names& at) {
    for (const char* table : {"dependencies", "dev-dependencies", "build-dependencies"}) {
      Names path = at;
      path.emplace_back(table);
      ranges(holder[table], std::move(path), &reads_cargo_range);
    }
  }

  void requirements(const Json& list, const Names& path) {
    for (const Json& item : list.items()) check(item, path, &reads_python_requirement);
  }

  std::vector<ConfigFault> faults_;
};

bool is_requirements(const RepoPath& path) {
  const std::string name = lower(path.name());
  const bool named = name.starts_with("requirements") || name.starts_with("constraints") ||
                     path.folder().ends_with("requirements");
  return named && name.ends_with(".txt");
}

}  // namespace

bool has_versions(const RepoPath& path) {
  return is_requirements(path) ||
         among({"package.json", "cargo.toml", "pyproject.toml"}, lower(path.name()));
}

std::vector<ConfigFault> version_faults(const RepoPath& path, std::string_view text) {
  if (is_requirements(path)) return VersionReader().lines(text);
  const std::string name = lower(path.name());
  const bool npm = name == "package.json";
  const auto document = read_config(npm ? ConfigForm::json : ConfigForm::toml, text);
  if (!document || !document->is_object()) return {};
  if (npm) return VersionReader().npm(*document);
  if (name == "cargo.toml") return VersionReader().cargo(*document);
  return name == "pyproject.toml" ? VersionReader().python(*document) : std::vector<ConfigFault>();
}

}  // namespace pawl::guards
