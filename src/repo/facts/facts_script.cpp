// What Ruby and PHP packages say.
#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {
namespace {

struct Literal {
  std::string value;
  int line = 0;
};

// `spec.name = "x"`: the plain string literal given to an attribute of whatever the block calls
// its specification. A list gives its first literal.
Literal gem_attribute(std::string_view text, std::string_view attribute) {
  const std::string needle = "." + std::string(attribute);
  int number = 0;
  for (const std::string_view raw : split_lines(text)) {
    ++number;
    const std::string_view line = trim(raw);
    const auto at = line.find(needle);
    if (line.starts_with('#') || at == std::string_view::npos ||
        contains(line.substr(0, at), " ")) {
      continue;
    }
    std::string_view rest = trim(line.substr(at + needle.size()));
    if (!rest.starts_with('=')) continue;
    rest = trim(rest.substr(1));
    while (rest.starts_with('[')) rest = trim(rest.substr(1));
    if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) continue;
    const auto end = rest.find(rest[0], 1);
    if (end == std::string_view::npos) continue;
    const std::string_view value = rest.substr(1, end - 1);
    if (contains(value, "#{") || contains(rest.substr(end + 1), "+")) continue;
    return {std::string(value), number};
  }
  return {};
}

// `s.executables = ["box"]`: programs in exe/ or bin/, wherever `bindir` says.
void add_executables(const Source& source, Facts& facts) {
  const Literal first = gem_attribute(source.text, "executables");
  if (first.value.empty()) return;
  const auto lines = split_lines(source.text);
  for (const std::string_view name :
       quoted_strings(lines[static_cast<std::size_t>(first.line - 1)])) {
    add(facts.run_commands, source.at(name, first.line));
    for (const char* folder : {"exe/", "bin/"}) {
      const std::string path = source.beside(folder + std::string(name));
      if (source.view.has(path)) add(facts.entry_points, source.at(path, first.line));
    }
  }
}

// `"source_code_uri" => "https://…"` of the metadata.
void say_source_code(const Source& source, Facts& facts) {
  int number = 0;
  for (const std::string_view line : split_lines(source.text)) {
    ++number;
    if (!contains(line, "source_code_uri") || trim(line).starts_with('#')) continue;
    const auto words = quoted_strings(line);
    const bool literal = words.size() == 2 && !contains(words[1], "#{");
    if (literal) say(facts.repository_url, source.at(plain_repository(words[1]), number));
  }
}

void ruby_test_commands(const Source& source, Facts& facts) {
  const auto rakefile = source.view.text(source.beside("Rakefile"));
  if (rakefile) {
    struct Row {
      std::string_view mark;
      std::string_view command;
    };
    const Row rows[] = {{"Rake::TestTask", "bundle exec rake test"},
                        {"RSpec::Core::RakeTask", "bundle exec rake spec"}};
    for (const Row& row : rows) {
      if (const int line = line_with(*rakefile, row.mark); line > 0) {
        add(facts.test_commands, {std::string(row.command), source.beside("Rakefile"), line});
      }
    }
  }
  if (source.has(".rspec")) {
    add(facts.test_commands, {"bundle exec rspec", source.beside(".rspec"), 0});
  }
  if (source.has(".rubocop.yml")) {
    add(facts.lint_commands, {"bundle exec rubocop", source.beside(".rubocop.yml"), 0});
  }
}

}  // namespace

void gemspec_facts(const Source& source, Facts& facts) {
  const auto plain = [&](std::optional<Sourced>& slot, std::string_view attribute) {
    const Literal found = gem_attribute(source.text, attribute);
    say(slot, source.at(found.value, found.line));
  };
  plain(facts.name, "name");
  plain(facts.version, "version");
  plain(facts.description, "summary");
  plain(facts.homepage, "homepage");
  plain(facts.author, "authors");
  plain(facts.author, "author");
  for (const char* attribute : {"license", "licenses"}) {
    const Literal found = gem_attribute(source.text, attribute);
    if (const auto id = spdx_of(found.value)) {
      say(facts.license_declared, source.at(*id, found.line));
    }
  }
  if (const Literal name = gem_attribute(source.text, "name"); !name.value.empty()) {
    add(facts.install_commands, source.at("gem install " + name.value, name.line));
  }
  add_executables(source, facts);
  say_source_code(source, facts);
  ruby_test_commands(source, facts);
}

void gemfile_facts(const Source& source, Facts& facts) {
  if (facts.manifest(ManifestKind::gemspec) == nullptr) {
    add(facts.install_commands, source.at("bundle install", 0));
  }
  ruby_test_commands(source, facts);
}

void composer_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  if (!data.is_object()) return;
  const auto plain = [&](std::optional<Sourced>& slot, std::string_view key) {
    say(slot, source.at(data[key].text(), source.line({key})));
  };
  plain(facts.name, "name");
  plain(facts.description, "description");
  plain(facts.version, "version");
  plain(facts.homepage, "homepage");
  std::vector<std::string> ids;
  if (const auto id = spdx_of(data["license"].text())) ids.push_back(*id);
  for (const Json& one : data["license"].items()) {
    if (const auto id = spdx_of(one.text())) ids.push_back(*id);
  }
  say(facts.license_declared, source.at(join(ids, " OR "), source.line({"license"})));
  if (!data["authors"].items().empty()) {
    say(facts.author, source.at(data["authors"].items().front()["name"].text(),
                                source.line({"authors", "0", "name"})));
  }
  const std::string name = data["name"].string_or("");
  if (data["type"].string_or("library") == "library" && !name.empty()) {
    add(facts.install_commands, source.at("composer require " + name, source.line({"name"})));
  } else {
    add(facts.install_commands, source.at("composer install", 0));
  }
  std::size_t index = 0;
  for (const Json& binary : data["bin"].items()) {
    const int line = source.line({"bin", std::to_string(index++)});
    if (source.has(binary.text())) {
      add(facts.entry_points, source.at(source.beside(binary.text()), line));
    }
  }
  const auto script = [&](std::vector<Sourced>& list, std::string_view key,
                          std::string_view command) {
    if (data["scripts"].has(key)) {
      add(list, source.at(command, source.line({"scripts", key})));
    }
  };
  script(facts.test_commands, "test", "composer test");
  script(facts.lint_commands, "lint", "composer lint");
  script(facts.build_commands, "build", "composer build");
}

}  // namespace pawl::repo
