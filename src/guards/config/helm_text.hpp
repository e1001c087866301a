// One template of a Helm chart: what keeps Go's text/template from reading it, and the named
// templates it defines and calls. Values are not filled in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guards/config/build_texts.hpp"

namespace pawl::guards {

struct HelmName {
  std::string name;
  int line = 0;
};

struct HelmText {
  BuildFaults faults;  // the first alone: behind it everything is read wrongly
  std::vector<HelmName> defines;
  std::vector<HelmName> calls;  // `include "x"`, `template "x"`
};
HelmText read_helm_text(std::string_view text);

}  // namespace pawl::guards
