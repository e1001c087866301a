// What a Cargo.toml says.
#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {
namespace {

// A field of the package, or the one it takes over from the workspace.
struct Field {
  const Json* value = nullptr;
  int line = 0;
};

Field field(const Source& source, std::string_view key) {
  const Json& data = source.manifest.data;
  const Json& own = data["package"][key];
  if (own.is_object() && own["workspace"].bool_or(false)) {
    return {&data["workspace"]["package"][key], source.line_in("workspace.package", key)};
  }
  if (own.is_null() && !data.has("package")) {
    return {&data["workspace"]["package"][key], source.line_in("workspace.package", key)};
  }
  return {&own, source.line_in("package", key)};
}

void add_binaries(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  const int package = source.line_in("package", "");
  const bool has_main = source.has("src/main.rs");
  bool has_binaries = has_main || !data["bin"].items().empty();
  if (has_main) {
    add(facts.entry_points, source.at(source.beside("src/main.rs"), package));
    add(facts.run_commands, source.at("cargo run", package));
  }
  for (const Json& binary : data["bin"].items()) {
    const std::string name = binary["name"].string_or("");
    if (name.empty()) continue;
    const int line = line_with(source.text, "\"" + name + "\"");
    add(facts.run_commands, source.at("cargo run --bin " + name, line));
    add(facts.entry_points, source.at(binary["path"].text(), line));
  }
  // Cargo builds each file and each folder with a main.rs there by default.
  const std::string folder = source.beside("src/bin/");
  for (const Entry& entry : source.view.files()) {
    const std::string_view path = entry.path.text();
    if (!path.starts_with(folder) || !path.ends_with(".rs")) continue;
    std::string name(path.substr(folder.size(), path.size() - folder.size() - 3));
    if (name.ends_with("/main")) name.resize(name.size() - 5);
    if (name.empty() || contains(name, "/")) continue;
    add(facts.entry_points, {entry.path.text(), entry.path.text(), 0});
    add(facts.run_commands, {"cargo run --bin " + name, entry.path.text(), 0});
    has_binaries = true;
  }
  if (source.has("src/lib.rs")) {
    add(facts.entry_points, source.at(source.beside("src/lib.rs"), package));
  }
  if (has_binaries) {
    add(facts.install_commands, source.at("cargo install --path .", package));
  } else if (source.has("src/lib.rs") && data["package"]["publish"].bool_or(true)) {
    add(facts.install_commands,
        source.at("cargo add " + data["package"]["name"].string_or(""), package));
  }
}

}  // namespace

void cargo_facts(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  if (!data.has("package") && !data.has("workspace")) return;
  const auto plain = [&](std::optional<Sourced>& slot, std::string_view key) {
    const Field found = field(source, key);
    say(slot, source.at(found.value->text(), found.line));
  };
  plain(facts.name, "name");
  plain(facts.description, "description");
  plain(facts.version, "version");
  plain(facts.homepage, "homepage");
  const Field repository = field(source, "repository");
  say(facts.repository_url, source.at(plain_repository(repository.value->text()), repository.line));
  const Field license = field(source, "license");
  if (const auto id = spdx_of(license.value->text())) {
    say(facts.license_declared, source.at(*id, license.line));
  }
  const Field authors = field(source, "authors");
  if (!authors.value->items().empty()) {
    say(facts.author, source.at(person_name(authors.value->items().front().text()), authors.line));
  }
  const int line = source.line_in(data.has("package") ? "package" : "workspace", "");
  if (data.has("package")) add_binaries(source, facts);
  add(facts.build_commands, source.at("cargo build", line));
  add(facts.test_commands, source.at("cargo test", line));
  for (const char* settings : {"clippy.toml", ".clippy.toml"}) {
    if (source.has(settings)) {
      add(facts.lint_commands, {"cargo clippy", source.beside(settings), 0});
    }
  }
  for (const char* settings : {"rustfmt.toml", ".rustfmt.toml"}) {
    if (source.has(settings)) {
      add(facts.lint_commands, {"cargo fmt --check", source.beside(settings), 0});
    }
  }
}

}  // namespace pawl::repo
