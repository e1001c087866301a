// Dependencies of CMake, Meson and autotools builds, of vcpkg and Conan.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"
#include "repo/manifests/native_calls.hpp"

namespace pawl::repo {
namespace {

bool is_version(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

// `glib-2.0`, `>=`, `2.40`, `gtk4>=4.6`: the modules of a pkg-config call, with their versions.
void add_modules(DependencyList& list, std::span<const std::string> words, Dependency like) {
  std::string name;
  std::string constraint;
  const auto flush = [&] {
    Dependency found = like;
    found.name = std::exchange(name, {});
    found.constraint = std::exchange(constraint, {});
    if (is_literal(found.name) && !contains(found.name, "$")) list.add(std::move(found));
  };
  for (const std::string& word : words) {
    const auto sign = word.find_first_of("<>=");
    if (sign == 0 ||
        (!constraint.empty() && constraint.find_last_of("<>=") + 1 == constraint.size())) {
      constraint += word;
      continue;
    }
    flush();
    name = word.substr(0, sign);
    if (sign != std::string::npos) constraint = word.substr(sign);
  }
  flush();
}

void cmake_packages(DependencyList& list) {
  for (const NativeCall& call : native_calls(list.source.text, "find_package")) {
    if (call.words.empty() || !is_literal(call.words[0]) || contains(call.words[0], "$")) continue;
    const bool versioned = call.words.size() > 1 && is_version(call.words[1]);
    list.add({.name = call.words[0],
              .constraint = versioned ? call.words[1] : std::string(),
              .kind = call.has("REQUIRED") ? DependencyKind::runtime : DependencyKind::optional,
              .line = call.line});
  }
}

void cmake_modules(DependencyList& list) {
  const std::set<std::string, std::less<>> options = {
      "REQUIRED", "QUIET",         "IMPORTED_TARGET",
      "GLOBAL",   "NO_CMAKE_PATH", "NO_CMAKE_ENVIRONMENT_PATH"};
  for (const char* function : {"pkg_check_modules", "pkg_search_module"}) {
    for (const NativeCall& call : native_calls(list.source.text, function)) {
      std::vector<std::string> modules;
      for (std::size_t i = 1; i < call.words.size(); ++i) {
        if (!options.contains(call.words[i])) modules.push_back(call.words[i]);
      }
      add_modules(
          list, modules,
          {.kind = call.has("REQUIRED") ? DependencyKind::runtime : DependencyKind::optional,
           .group = "pkg-config",
           .line = call.line});
    }
  }
}

void cmake_fetched(DependencyList& list) {
  for (const NativeCall& call : native_calls(list.source.text, "FetchContent_Declare")) {
    if (call.words.empty() || !is_literal(call.words[0])) continue;
    std::string place = call.after("GIT_REPOSITORY");
    if (place.empty()) place = call.after("URL");
    if (const std::string tag = call.after("GIT_TAG"); !tag.empty()) place += "#" + tag;
    list.add({.name = call.words[0],
              .constraint = std::move(place),
              .group = "FetchContent",
              .placed = true,
              .line = call.line});
  }
}

// `[glib-2.0 >= 2.40 gtk4]` of M4, without its quotes.
std::string unquoted(std::string_view text) {
  return replace_all(replace_all(text, "[", ""), "]", "");
}

}  // namespace

void cmake_dependencies(DependencyList& list) {
  cmake_packages(list);
  cmake_modules(list);
  cmake_fetched(list);
}

void meson_dependencies(DependencyList& list) {
  for (const NativeCall& call : native_calls(list.source.text, "dependency")) {
    // A name in a variable is written without quotes, and so looks like a string here: the file
    // says which it is.
    if (call.words.empty()) continue;
    const std::string& name = call.words[0];
    const bool written = contains(list.source.text, "'" + name + "'");
    if (!written || contains(name, ":")) continue;
    const std::string required = call.after("required:");
    const bool test = contains(call.after("native:"), "true");
    list.add({.name = name,
              .constraint = replace_all(call.after("version:"), "'", ""),
              .kind = test                                     ? DependencyKind::build
                      : required.empty() || required == "true" ? DependencyKind::runtime
                                                               : DependencyKind::optional,
              .line = call.line});
  }
}

void autotools_dependencies(DependencyList& list) {
  for (const NativeCall& call : native_calls(list.source.text, "PKG_CHECK_MODULES")) {
    if (call.words.size() < 2) continue;
    std::vector<std::string> modules;
    const std::string text = unquoted(call.words[1]);
    for (const std::string_view word : split_words(text)) modules.emplace_back(word);
    // With something to do when it is not found, the package can do without.
    add_modules(list, modules,
                {.kind = call.words.size() > 3 ? DependencyKind::optional : DependencyKind::runtime,
                 .group = "pkg-config",
                 .line = call.line});
  }
}

void vcpkg_dependencies(DependencyList& list) {
  std::size_t index = 0;
  for (const Json& one : list.source.manifest.data["dependencies"].items()) {
    const std::string number = std::to_string(index++);
    list.add({.name = one.is_string() ? one.string_or("") : one["name"].string_or(""),
              .constraint = one["version>="].string_or(""),
              .kind = one["host"].bool_or(false) ? DependencyKind::build : DependencyKind::runtime,
              .line = list.source.line({"dependencies", number})});
  }
}

// `zlib/1.2.13` below `[requires]`.
void conan_dependencies(DependencyList& list) {
  int number = 0;
  std::string section;
  for (const std::string_view raw : split_lines(list.source.text)) {
    ++number;
    const std::string_view line = trim(raw.substr(0, raw.find('#')));
    if (line.starts_with('[')) section = line;
    const bool build = section == "[build_requires]" || section == "[tool_requires]";
    if (line.empty() || line.starts_with('[') || (section != "[requires]" && !build)) continue;
    const auto slash = line.find('/');
    const std::string_view version = slash == std::string_view::npos ? "" : line.substr(slash + 1);
    list.add({.name = std::string(line.substr(0, slash)),
              .constraint = std::string(version.substr(0, version.find('@'))),
              .kind = build ? DependencyKind::build : DependencyKind::runtime,
              .line = number});
  }
}

}  // namespace pawl::repo
