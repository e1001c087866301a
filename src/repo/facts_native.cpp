// What CMake, Meson, Make and Autotools builds say.
#include <algorithm>

#include "base/text.hpp"
#include "repo/fact_sources.hpp"
#include "repo/manifests.hpp"

namespace pawl::repo {
namespace {

// The words between the brackets of the first call of a CMake or Meson function; strings keep
// their blanks and lose their quotes.
std::vector<std::string> call_words(std::string_view text, std::string_view function, int& line) {
  line = 0;
  int number = 0;
  std::size_t at = 0;
  for (const std::string_view raw : split_lines(text)) {
    ++number;
    const std::string_view row = trim(raw);
    if (starts_with_folded(row, function) && trim(row.substr(function.size())).starts_with('(')) {
      line = number;
      at = static_cast<std::size_t>(raw.data() - text.data());
      break;
    }
  }
  if (line == 0) return {};
  std::vector<std::string> words(1);
  char quote = 0;
  for (std::size_t i = text.find('(', at) + 1; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        words.back() += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == ')') {
      break;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::string word_after(const std::vector<std::string>& words, std::string_view key) {
  const auto at = std::find(words.begin(), words.end(), key);
  return at != words.end() && at + 1 != words.end() ? *(at + 1) : std::string();
}

bool is_literal(std::string_view text) { return !contains(text, "${") && !contains(text, "@"); }

}  // namespace

void cmake_facts(const Source& source, Facts& facts) {
  int line = 0;
  const auto words = call_words(source.text, "project", line);
  if (line == 0) return;
  const auto literal = [&](std::optional<Sourced>& slot, const std::string& value) {
    if (is_literal(value)) say(slot, source.at(value, line));
  };
  literal(facts.name, words.front());
  literal(facts.version, word_after(words, "VERSION"));
  literal(facts.description, word_after(words, "DESCRIPTION"));
  literal(facts.homepage, word_after(words, "HOMEPAGE_URL"));
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
  int line = 0;
  const auto words = call_words(source.text, "project", line);
  if (line == 0) return;
  say(facts.name, source.at(words.front(), line));
  say(facts.version, source.at(word_after(words, "version:"), line));
  if (const auto id = spdx_of(word_after(words, "license:"))) {
    say(facts.license_declared, source.at(*id, line));
  }
  add(facts.build_commands, source.at("meson setup build && meson compile -C build", line));
  const auto files = source.view.files();
  const auto has_test = [&](const Entry& entry) {
    if (entry.path.name() != "meson.build" || is_vendored(entry.path)) return false;
    const auto text = source.view.text(entry.path.text());
    if (!text) return false;
    int at = 0;
    return !call_words(*text, "test", at).empty();
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
      const std::string command = row.target == "all" ? "make" : "make " + std::string(row.target);
      add(row.list, source.at(command, target.line));
    }
  }
}

void autotools_facts(const Source& source, Facts& facts) {
  int line = 0;
  for (const std::string_view row : split_lines(source.text)) {
    ++line;
    if (!trim(row).starts_with("AC_INIT(")) continue;
    const auto close = row.find(')');
    const auto open = row.find('(') + 1;
    std::vector<std::string> words;
    for (const std::string_view word : split(row.substr(open, close - open), ',')) {
      words.push_back(replace_all(replace_all(trim(word), "[", ""), "]", ""));
    }
    const auto plain = [](const std::string& word) { return !contains(word, "m4_"); };
    if (plain(words[0])) say(facts.name, source.at(words[0], line));
    if (words.size() > 1 && plain(words[1])) say(facts.version, source.at(words[1], line));
    break;
  }
  const std::string prepare = source.has("configure") ? "" : "autoreconf -i && ";
  add(facts.build_commands, source.at(prepare + "./configure && make", 0));
  add(facts.install_commands, source.at("make install", 0));
  if (source.has("Makefile.am")) add(facts.test_commands, source.at("make check", 0));
}

}  // namespace pawl::repo
