// What Maven and Gradle builds say.
#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {

void maven_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  if (!data.is_object()) return;
  const auto line_of = [&](std::string_view key) {
    return static_cast<int>(data["lines"][key].int_or(0));
  };
  const auto plain = [&](std::optional<Sourced>& slot, std::string_view key) {
    const std::string_view value = data[key].text();
    if (!contains(value, "${")) say(slot, source.at(value, line_of(key)));
  };
  plain(facts.name, "artifactId");
  plain(facts.description, "description");
  plain(facts.version, "version");
  plain(facts.homepage, "url");
  say(facts.repository_url, source.at(plain_repository(data["scm"].text()), line_of("scm")));
  for (const Json& license : data["licenses"].items()) {
    if (const auto id = spdx_of(license["value"].text())) {
      say(facts.license_declared, source.at(*id, static_cast<int>(license["line"].int_or(0))));
    }
  }
  const std::string tool = source.has("mvnw") ? "./mvnw" : "mvn";
  add(facts.build_commands, source.at(tool + " package", 0));
  add(facts.test_commands, source.at(tool + " test", 0));
  const Json& main = data["mainClass"];
  add(facts.entry_points,
      source.at(main["value"].text(), static_cast<int>(main["line"].int_or(0))));
}

namespace {

// `description = 'x'` or `version "x"` at the start of a line, when the value is a plain string.
Sourced gradle_property(const Source& source, std::string_view key) {
  int number = 0;
  for (const std::string_view line : split_lines(source.text)) {
    ++number;
    if (!line.starts_with(key)) continue;
    std::string_view rest = trim(line.substr(key.size()));
    if (rest.starts_with('=')) rest = trim(rest.substr(1));
    if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) continue;
    const auto end = rest.find(rest[0], 1);
    if (end == std::string_view::npos || trim(rest.substr(end + 1)) != "") continue;
    const std::string_view value = rest.substr(1, end - 1);
    if (!contains(value, "$")) return source.at(value, number);
  }
  return {};
}

// `mainClass = 'x'`, `mainClass.set("x")`, `mainClassName = 'x'`.
void add_main_class(const Source& source, Facts& facts) {
  int number = 0;
  for (const std::string_view raw : split_lines(source.text)) {
    ++number;
    const std::string_view line = trim(raw);
    if (!line.starts_with("mainClass")) continue;
    const auto open = line.find_first_of("'\"");
    const auto close = line.find_last_of("'\"");
    if (open == std::string_view::npos || close <= open) continue;
    add(facts.entry_points, source.at(line.substr(open + 1, close - open - 1), number));
  }
}

}  // namespace

void gradle_facts(const Source& source, Facts& facts) {
  say(facts.description, gradle_property(source, "description"));
  say(facts.version, gradle_property(source, "version"));
  add_main_class(source, facts);
  const std::string tool = source.has("gradlew") ? "./gradlew" : "gradle";
  add(facts.build_commands, source.at(tool + " build", 0));
  add(facts.test_commands, source.at(tool + " test", 0));
  for (const char* name : {"settings.gradle", "settings.gradle.kts"}) {
    const auto text = source.view.text(source.beside(name));
    if (!text) continue;
    const int line = line_with(*text, "rootProject.name");
    if (line == 0) continue;
    const auto parts = split_lines(*text);
    const std::string_view row = parts[static_cast<std::size_t>(line - 1)];
    const auto open = row.find_first_of("'\"");
    const auto close = row.find_last_of("'\"");
    if (open != std::string_view::npos && close > open) {
      say(facts.name,
          {std::string(row.substr(open + 1, close - open - 1)), source.beside(name), line});
    }
  }
}

}  // namespace pawl::repo
