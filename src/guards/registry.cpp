#include <array>

#include "base/text.hpp"
#include "guards/guards.hpp"

namespace pawl::guards {
namespace {

// Order in this table is order of execution.
constexpr auto kGuards = std::to_array<Guard>({
    {"write-gate", "", "only files the subtask names, none that is off limits",
     "critic_write_gate.fail", Tier::gate, true, write_gate},
    {"build-manifest", "G1", "build manifests change only when the plan names them",
     "critic_build_manifest.fail", Tier::gate, true, build_manifests},
    {"schema", "G10", "configuration is what its tool accepts", "critic_schema_check.fail",
     Tier::text, true, schema_valid},
    {"content-grounding", "G11", "documents claim only frameworks that the project has",
     "critic_content_grounding.fail", Tier::text, true, content_grounding},
    {"doc-preservation", "G13", "documents keep their sections, code, tables and links",
     "critic_doc_preservation.fail", Tier::text, true, doc_preservation},
    {"sibling-config", "G15", "configurations of one package do not contradict each other",
     "critic_sibling_config.fail", Tier::text, true, sibling_config},
    {"config-syntax", "G20", "configuration files can be read by their tools",
     "critic_g20_config_syntax.fail", Tier::text, true, config_syntax},
    {"config-keys", "G23", "configuration has only keys that its tool knows",
     "critic_g23_config_keys.fail", Tier::text, true, config_keys},
    {"config-shape", "G24", "configuration has the shape its tool reads",
     "critic_g24_config_structure.fail", Tier::text, true, config_shape},
    {"removed-config", "G26", "manifests and configuration lose nothing unasked",
     "critic_g26_removed_config.fail", Tier::text, true, removed_config},
    {"config-paths", "", "configuration points at files that are there, and hides no source",
     "critic_config_paths.fail", Tier::text, true, config_paths},
    {"link-grounding", "", "relative links that are added lead somewhere",
     "critic_link_grounding.fail", Tier::text, true, link_grounding},
    {"secrets", "G27", "no added line holds a credential", "critic_g27_secrets.fail", Tier::text,
     true, secrets},
    {"hygiene", "G28", "nothing a careless merge, editor or model leaves behind",
     "critic_g28_hygiene.fail", Tier::text, true, hygiene},
    {"agent-files", "G32", "CI, hooks, agents' instructions and lock files are left alone",
     "critic_g32_agent_files.fail", Tier::text, true, agent_files},
    {"syntax", "G2", "touched files still parse", "critic_syntax_check.fail", Tier::syntax, true,
     syntax_valid},
    {"top-definitions", "G7", "top-level definitions survive the edit", "critic_ast_diff.fail",
     Tier::syntax, true, top_definitions},
    {"test-tampering", "G25", "tests ask as much of the code as before",
     "critic_g25_test_tampering.fail", Tier::syntax, true, test_tampering},
    {"config-grounding", "G12", "tools' configuration names packages and files that are there",
     "critic_config_grounding.fail", Tier::syntax, true, config_grounding},
    {"solved-state", "G31", "what earlier subtasks solved stays solved",
     "critic_g31_solved_state.fail", Tier::syntax, true, solved_state},
    {"dead-code", "G16", "what is new and public has a user", "critic_g16_dead_code.fail",
     Tier::index, false, dead_code},
    {"abandoned-helper", "G18", "what loses its last user goes with it",
     "critic_g18_abandoned.fail", Tier::index, false, abandoned_helper},
    {"echo-chamber", "G19", "new code is reached by what was there before", "critic_g19_echo.fail",
     Tier::index, false, echo_chamber},
    {"caller-contract", "G29", "callers change along with what they call",
     "critic_g29_caller_contract.fail", Tier::index, true, caller_contract},
    {"imports", "G30", "what is imported is there", "critic_g30_imports.fail", Tier::index, true,
     imports},
    {"psi-lite", "", "the texts of a change score well", "critic_psi_lite.fail", Tier::index, false,
     psi_lite},
    {"psi-full", "", "a change scores well in its repository", "critic_psi_full.fail", Tier::index,
     false, psi_full},
    {"url-grounding", "G14", "URLs that are added to documents lead somewhere",
     "critic_url_grounding.fail", Tier::tool, true, url_grounding},
    {"build", "", "the build does not get worse", "critic_build_retry.fail", Tier::tool, true,
     build_unbroken},
    {"tests", "G8", "tests that passed still pass", "critic_test_regression.fail", Tier::tool, true,
     tests_unbroken},
    {"new-tests", "", "new tests run, pass, and fail when the code is wrong",
     "critic_new_tests.fail", Tier::tool, false, new_tests},
    {"semgrep", "G21", "Semgrep finds nothing new", "critic_g21_semgrep.fail", Tier::tool, false,
     semgrep_scan},
    {"trivy", "G22", "Trivy finds nothing new", "critic_g22_trivy.fail", Tier::tool, false,
     trivy_scan},
    {"scanners", "", "configured scanners find nothing new", "critic_scanner.fail", Tier::tool,
     true, other_scans},
});

}  // namespace

std::span<const Guard> all() { return kGuards; }

const Guard* find(std::string_view id) {
  for (const Guard& guard : kGuards) {
    if (equal_folded(guard.id, id) || (!guard.code.empty() && equal_folded(guard.code, id))) {
      return &guard;
    }
  }
  return nullptr;
}

}  // namespace pawl::guards
