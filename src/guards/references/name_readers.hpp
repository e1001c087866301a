// Who reads what of which file; one function each, in the file of that kind. A text that does not
// parse names nothing: that is the matter of other guards.
#pragma once

#include "guards/references/name_collector.hpp"

namespace pawl::guards {

// package.json, tsconfig, pyproject.toml, setup.cfg, pytest.ini, tox.ini, Cargo.toml
void read_package_json(NameCollector& out);
void read_tsconfig(NameCollector& out);
void read_pyproject(NameCollector& out);
void read_python_ini(NameCollector& out);
void read_requirements(NameCollector& out);
void read_setup_py(NameCollector& out);
void read_manifest_in(NameCollector& out);
void read_cargo(NameCollector& out);
void read_go_mod(NameCollector& out);
void read_pom(NameCollector& out);
// mkdocs.yml, pages of Sphinx, SUMMARY.md
void read_mkdocs(NameCollector& out);
void read_rst(NameCollector& out);
// Dockerfile, compose.yaml
void read_dockerfile(NameCollector& out);
void read_compose(NameCollector& out);
// Workflows and actions of GitHub, pipelines of GitLab
void read_workflow(NameCollector& out);
void read_action(NameCollector& out);
void read_gitlab_ci(NameCollector& out);
// Makefile, CMakeLists.txt
void read_makefile(NameCollector& out);
void read_cmake(NameCollector& out);
// Documents in Markdown and reStructuredText
void read_markdown_commands(NameCollector& out);
void read_restructured_commands(NameCollector& out);
// CODEOWNERS, .pre-commit-config.yaml, dependabot.yml
void read_codeowners(NameCollector& out);
void read_pre_commit(NameCollector& out);
void read_dependabot(NameCollector& out);

// Shell scripts, and such without an ending
void read_shell_script(NameCollector& out);
void read_unmarked_script(NameCollector& out);
// Settings of other tools, and more keys of those above
bool has_tool_keys(const RepoPath& path);
void read_tool_keys(NameCollector& out);

}  // namespace pawl::guards
