// What Maven and Gradle builds say.
#include "base/text.hpp"
#include "repo/fact_sources.hpp"
#include "repo/manifests.hpp"

namespace pawl::repo {

void maven_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  if (!data.is_object()) return;
  const auto line_of = [&](std::string_view element, std::string_view value) {
    return line_with(source.text, "<" + std::string(element) + ">" + std::string(value) + "</");
  };
  const auto plain = [&](std::optional<Sourced>& slot, std::string_view key) {
    const std::string_view value = data[key].text();
    if (!contains(value, "${")) say(slot, source.at(value, line_of(key, value)));
  };
  plain(facts.name, "artifactId");
  plain(facts.description, "description");
  plain(facts.version, "version");
  plain(facts.homepage, "url");
  say(facts.repository_url, source.at(plain_repository(data["scm"].text()), 0));
  for (const Json& license : data["licenses"].items()) {
    if (const auto id = spdx_of(license.text())) {
      say(facts.license_declared, source.at(*id, line_of("name", license.text())));
    }
  }
  const std::string tool = source.has("mvnw") ? "./mvnw" : "mvn";
  add(facts.build_commands, source.at(tool + " package", 0));
  add(facts.test_commands, source.at(tool + " test", 0));
}

void gradle_facts(const Source& source, Facts& facts) {
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
