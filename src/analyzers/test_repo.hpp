// Support for the tests of the analyzers: measures repositories that are maps of files.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "analyzers/registry.hpp"

namespace pawl::analyzers {

using Tree = std::map<std::string, std::string>;

// All metrics, with the facts gathered from the files and the checks not run.
std::vector<Metric> measure_all(const Tree& files);
Metric measure(std::string_view name, const Tree& files);
Metric measure(std::string_view name, const repo::RepoView& view);
Metric measure_checks(std::string_view name, const repo::CheckResults& checks,
                      const Tree& files = {{"go.mod", "module m\n"}});

// `path:line code` of each evidence.
std::vector<std::string> places(const Metric& metric);
bool suggests(const Metric& metric, std::string_view part);

// A text of so many distinct words, for documents that have to be long.
std::string words(std::size_t count);
Tree with(Tree base, const Tree& more);
Tree without(Tree base, std::initializer_list<std::string_view> paths);

// Repositories as their keepers would be proud of, small.
Tree well_kept_python();
Tree well_kept_go();
Tree well_kept_rust();
Tree well_kept_typescript();
Tree well_kept_cpp();
Tree well_kept_java();
Tree well_kept_ruby();
Tree well_kept_c();
Tree well_kept_javascript();

}  // namespace pawl::analyzers
