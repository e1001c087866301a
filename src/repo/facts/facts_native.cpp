// What CMake, Meson, Make and Autotools builds say.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/manifests/native_calls.hpp"

namespace pawl::repo {
void cmake_facts(const Source& source, Facts& facts) {
  const auto calls = native_calls(source.text, "project");
  if (calls.empty() || calls.front().words.empty()) return;
  const NativeCall& project = calls.front();
  const int line = project.line;
  const auto literal = [&](std::optional<Sourced>& slot, const std::string& value) {
    if (is_literal(value)) say(slot, source.at(value, line));
  };
  literal(facts.name, project.words.front());
  literal(facts.version, project.after("VERSION"));
  literal(facts.description, project.after("DESCRIPTION"));
  literal(facts.homepage, project.after("HOMEPAGE_URL"));
  add(facts.build_commands, source.at("cmake -B build && cmake --build build", line));
  for (const char* mark : {"enable_testing", "include(CTest)", "include (CTest)"}) {
    if (const int at = line_with(source.text, mark); at > 0) {
      add(facts.test_commands, source.at("ctest --test-dir build", at));
    }
  }
  if (line_with(source.text, "install(") > 0) {
    add(facts.install_commands,
        source.at("cmake --install build", line_with(source.text, "install(")));
  }
}

void meson_facts(const Source& source, Facts& facts) {
  const auto calls = native_calls(source.text, "project");
  if (calls.empty() || calls.front().words.empty()) return;
  const NativeCall& project = calls.front();
  const int line = project.line;
  say(facts.name, source.at(project.words.front(), line));
  say(facts.version, source.at(project.after("version:"), line));
  if (const auto id = spdx_of(project.after("license:"))) {
    say(facts.license_declared, source.at(*id, line));
  }
  add(facts.build_commands, source.at("meson setup build && meson compile -C build", line));
  const auto files = source.view.files();
  const auto has_test = [&](const Entry& entry) {
    if (entry.path.name() != "meson.build" || is_vendored(entry.path)) return false;
    const auto text = source.view.text(entry.path.text());
    if (!text) return false;
    return !native_calls(*text, "test").empty();
  };
  const auto test = std::find_if(files.begin(), files.end(), has_test);
  if (test != files.end()) add(facts.test_commands, {"meson test -C build", test->path.text(), 0});
}

void make_facts(const Source& source, Facts& facts) {
  const auto targets = make_targets(source.text);
  if (targets.empty()) return;
  struct Row {
    std::string_view target;
    std::vector<Sourced>& list;
  };
  const Row rows[] = {{"install", facts.install_commands}, {"build", facts.build_commands},
                      {"all", facts.build_commands},       {"test", facts.test_commands},
                      {"tests", facts.test_commands},      {"check", facts.test_commands},
                      {"lint", facts.lint_commands},       {"run", facts.run_commands}};
  for (const Row& row : rows) {
    for (const MakeTarget& target : targets) {
      if (target.name != row.target) continue;
      // Without a name, make builds the first target.
      const bool unnamed = row.target == "all" && targets.front().name == "all";
      const std::string command = unnamed ? "make" : "make " + std::string(row.target);
      add(row.list, source.at(command, target.line));
    }
  }
}

namespace {

// The text of an argument of an M4 call; what `m4_define([x], [1.2])` says when the argument is x.
std::string m4_text(std::string_view text, const std::string& argument) {
  const std::string word = replace_all(replace_all(trim(argument), "[", ""), "]", "");
  const auto at = text.find("m4_define([" + word + "],");
  if (word.empty() || at == std::string_view::npos) return contains(word, "m4_") ? "" : word;
  std::string_view rest = trim(text.substr(at + word.size() + 13));
  if (!rest.starts_with('[')) return {};
  rest = rest.substr(1, rest.find(']') - 1);
  const bool plain = rest.find_first_of("[(\n") == std::string_view::npos && !contains(rest, "m4_");
  return plain ? std::string(rest) : std::string();
}

}  // namespace

void autotools_facts(const Source& source, Facts& facts) {
  const auto calls = native_calls(source.text, "AC_INIT");
  if (!calls.empty() && !calls.front().words.empty()) {
    const NativeCall& init = calls.front();
    const auto word = [&](std::size_t i) {
      return i < init.words.size() ? m4_text(source.text, init.words[i]) : std::string();
    };
    say(facts.name, source.at(word(0), init.line));
    say(facts.version, source.at(word(1), init.line));
    say(facts.homepage, source.at(word(4), init.line));
  }
  const std::string prepare = source.has("configure") ? "" : "autoreconf -i && ";
  add(facts.build_commands, source.at(prepare + "./configure && make", 0));
  add(facts.install_commands, source.at("make install", 0));
  if (source.has("Makefile.am")) add(facts.test_commands, source.at("make check", 0));
}

}  // namespace pawl::repo
