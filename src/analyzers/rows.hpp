// The analyzers of the table in registry.cpp, one a file. Each expects input.survey to be set.
#pragma once

#include "analyzers/registry.hpp"
#include "analyzers/survey.hpp"

namespace pawl::analyzers {

// Unknown, for want of code in a language that can be measured.
void no_code(const Input& input, Metric& metric);

void measure_build(const Input& input, Metric& metric);
void measure_test_results(const Input& input, Metric& metric);
void measure_readme(const Input& input, Metric& metric);
void measure_ci(const Input& input, Metric& metric);
void measure_tests(const Input& input, Metric& metric);
void measure_security(const Input& input, Metric& metric);
void measure_code_quality(const Input& input, Metric& metric);
void measure_deps(const Input& input, Metric& metric);
void measure_docs(const Input& input, Metric& metric);
void measure_license(const Input& input, Metric& metric);
void measure_structure(const Input& input, Metric& metric);

}  // namespace pawl::analyzers
