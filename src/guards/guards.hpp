// The checks of the built-in guards, one file each; registry.cpp puts them in order.
#pragma once

#include "guards/guard.hpp"

namespace pawl::guards {

Verdict write_gate(const git::Change& change, const Context& context);
Verdict build_manifests(const git::Change& change, const Context& context);
Verdict caller_contract(const git::Change& change, const Context& context);
Verdict config_grounding(const git::Change& change, const Context& context);
Verdict config_keys(const git::Change& change, const Context& context);
Verdict config_paths(const git::Change& change, const Context& context);
Verdict config_shape(const git::Change& change, const Context& context);
Verdict config_syntax(const git::Change& change, const Context& context);
Verdict content_grounding(const git::Change& change, const Context& context);
Verdict dead_code(const git::Change& change, const Context& context);
Verdict doc_preservation(const git::Change& change, const Context& context);
Verdict echo_chamber(const git::Change& change, const Context& context);
Verdict imports(const git::Change& change, const Context& context);
Verdict removed_config(const git::Change& change, const Context& context);
Verdict link_grounding(const git::Change& change, const Context& context);
Verdict schema_valid(const git::Change& change, const Context& context);
Verdict sibling_config(const git::Change& change, const Context& context);
Verdict hygiene(const git::Change& change, const Context& context);
Verdict abandoned_helper(const git::Change& change, const Context& context);
Verdict agent_files(const git::Change& change, const Context& context);
Verdict secrets(const git::Change& change, const Context& context);
Verdict solved_state(const git::Change& change, const Context& context);
Verdict syntax_valid(const git::Change& change, const Context& context);
Verdict test_tampering(const git::Change& change, const Context& context);
Verdict top_definitions(const git::Change& change, const Context& context);
Verdict url_grounding(const git::Change& change, const Context& context);
Verdict build_unbroken(const git::Change& change, const Context& context);
Verdict tests_unbroken(const git::Change& change, const Context& context);
Verdict new_tests(const git::Change& change, const Context& context);
Verdict psi_lite(const git::Change& change, const Context& context);
Verdict psi_full(const git::Change& change, const Context& context);
Verdict semgrep_scan(const git::Change& change, const Context& context);
Verdict trivy_scan(const git::Change& change, const Context& context);
Verdict other_scans(const git::Change& change, const Context& context);

}  // namespace pawl::guards
