// The numbers of guards that can be set. The defaults are those of the configuration table.
#pragma once

#include <cstdint>

namespace pawl::guards {

enum class Severity : std::uint8_t { info, warning, error };

struct Settings {
  // doc-preservation: the share of a document's text that must survive, and whether to look.
  double doc_shrink_floor = 0.30;
  bool doc_bulk_shrink = true;
  // Scanners: the least severity of a new finding that refuses.
  Severity semgrep_floor = Severity::error;
  Severity trivy_floor = Severity::error;
  Severity scan_floor = Severity::error;  // of all others
  bool trivy_touched_only = false;
  // new-tests: the share of wrong versions that the new tests of a file have to notice.
  double mutants_killed = 0.5;
  // The scalar gates (docs/guards/psi-lite.md).
  double psi_alpha = 1.0;
  double psi_beta = 0.5;
  double psi_gamma = 0.3;
  double psi_lambda = 1.0;
  double psi_lite_threshold = 0.5;
  double psi_full_threshold = 1.0;
  double psi_phi_hard_min = 0.20;
  bool psi_delete_allowed = false;
};

}  // namespace pawl::guards
