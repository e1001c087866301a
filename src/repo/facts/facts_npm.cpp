// What a package.json says.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {
namespace {

void say_license(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  const Json& license = data["license"];
  if (license.is_string() || license.is_object()) {
    const std::string_view text = license.is_object() ? license["type"].text() : license.text();
    const int line = source.line({"license"});
    if (const auto id = spdx_of(text)) say(facts.license_declared, source.at(*id, line));
    return;
  }
  std::vector<std::string> ids;
  const auto& list = license.is_array() ? license.items() : data["licenses"].items();
  for (const Json& one : list) {
    if (const auto id = spdx_of(one.is_object() ? one["type"].text() : one.text())) {
      ids.push_back(*id);
    }
  }
  const int line = source.line({data.has("licenses") ? "licenses" : "license"});
  say(facts.license_declared, source.at(join(ids, " OR "), line));
}

void say_identity(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  const auto plain = [&](std::optional<Sourced>& slot, std::string_view key) {
    say(slot, source.at(data[key].text(), source.line({key})));
  };
  plain(facts.name, "name");
  plain(facts.description, "description");
  plain(facts.version, "version");
  plain(facts.homepage, "homepage");
  const Json& author = data["author"];
  const std::string_view written = author.is_object() ? author["name"].text() : author.text();
  say(facts.author, source.at(person_name(written), source.line({"author"})));
  const Json& repository = data["repository"];
  const auto url =
      plain_repository(repository.is_object() ? repository["url"].text() : repository.text());
  say(facts.repository_url, source.at(url, source.line({"repository"})));
}

std::string_view script_runner(const Source& source) {
  const std::string_view declared = source.manifest.data["packageManager"].text();
  if (declared.starts_with("pnpm") || source.has("pnpm-lock.yaml")) return "pnpm";
  if (declared.starts_with("yarn") || source.has("yarn.lock")) return "yarn";
  if (declared.starts_with("bun") || source.has("bun.lockb") || source.has("bun.lock")) {
    return "bun";
  }
  return "npm";
}

void add_commands(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  const std::string runner(script_runner(source));
  const auto script = [&](std::vector<Sourced>& list, std::string_view name,
                          const std::string& command) {
    if (npm_script(data, name)) {
      add(list, source.at(command, source.line({"scripts", name})));
    }
  };
  // What npm publishes has a name and a version and is not private.
  const bool published =
      !data["private"].bool_or(false) && data["name"].is_string() && data["version"].is_string();
  if (published) {
    add(facts.install_commands,
        source.at("npm install " + data["name"].string_or(""), source.line({"name"})));
  } else if (data["dependencies"].size() + data["devDependencies"].size() > 0) {
    const char* key = data["dependencies"].size() > 0 ? "dependencies" : "devDependencies";
    add(facts.install_commands, source.at(runner + " install", source.line({key})));
  }
  script(facts.build_commands, "build", runner + " run build");
  script(facts.test_commands, "test", runner == "bun" ? "bun run test" : runner + " test");
  script(facts.lint_commands, "lint", runner + " run lint");
  script(facts.lint_commands, "typecheck", runner + " run typecheck");
  script(facts.run_commands, "start", runner + (runner == "bun" ? " run start" : " start"));
}

void add_entries(const Source& source, Facts& facts) {
  const Json& data = source.manifest.data;
  const auto file = [&](std::string_view path, int line) {
    const auto clean = RepoPath::parse(source.beside(path));
    if (clean && source.view.has(clean->text())) {
      add(facts.entry_points, source.at(clean->text(), line));
    }
  };
  const Json& bin = data["bin"];
  if (bin.is_string()) {
    const std::string_view name = data["name"].text();
    const auto slash = name.rfind('/');
    add(facts.run_commands,
        source.at(slash == std::string_view::npos ? name : name.substr(slash + 1),
                  source.line({"bin"})));
    file(bin.text(), source.line({"bin"}));
  }
  for (const auto& [name, path] : bin.members()) {
    add(facts.run_commands, source.at(name, source.line({"bin", name})));
    file(path.text(), source.line({"bin", name}));
  }
  file(data["main"].text(), source.line({"main"}));
  // What Node loads when nothing is named.
  if (!data.has("main") && !data.has("exports") && source.has("index.js")) {
    add(facts.entry_points, {source.beside("index.js"), source.beside("index.js"), 0});
  }
  const Json& root = data["exports"].has(".") ? data["exports"]["."] : data["exports"];
  file(root.text(), source.line({"exports"}));
  for (const char* condition : {"import", "require", "default"}) {
    const Json& target = root[condition];
    file(target.is_object() ? target["default"].text() : target.text(),
         std::max({source.line({"exports", ".", condition}), source.line({"exports", condition})}));
  }
  file(data["module"].text(), source.line({"module"}));
}

}  // namespace

void npm_facts(const Source& source, Facts& facts) {
  if (!source.manifest.data.is_object()) return;
  say_identity(source, facts);
  say_license(source, facts);
  add_entries(source, facts);
  add_commands(source, facts);
}

}  // namespace pawl::repo
