// Files in which a repository gives names to commands: what each name runs, as shell text.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.hpp"

namespace pawl::analyzers {

// By name; under the empty name what runs when none is given, where the format has such a thing.
using Recipes = std::map<std::string, std::string>;

// Targets of a Makefile or recipes of a justfile, their prerequisites as `make NAME` before their
// own lines, simple variables replaced. `program` is make or just.
Recipes make_recipes(std::string_view text, std::string_view program);
// Tasks of a Rakefile: those they depend on as `rake NAME`, and the commands given to `sh`.
Recipes rake_tasks(std::string_view text);
// `commands` of each environment of a tox.ini; all of them under the empty name.
Recipes tox_environments(std::string_view text);
// `session.run(…)` of each session of a noxfile; all of them under the empty name.
Recipes nox_sessions(std::string_view text);
// `cmds` of each task of a Taskfile.
Recipes taskfile_tasks(const Json& document);
// `scripts` of package.json or composer.json; a list is one command a line.
Recipes json_scripts(const Json& manifest);

// What Maven runs besides on `mvn verify`, by the plug-ins a pom.xml binds to its life cycle, and
// Gradle on `gradle check`, by the plug-ins a build file applies: `mvn spotless:check`, or nothing.
std::string maven_checks(std::string_view pom);
std::string gradle_checks(std::string_view build_file);

}  // namespace pawl::analyzers
