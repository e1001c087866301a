// What a change does to the templates of Helm's charts: faults that keep Helm from reading one, and
// named templates that nothing defines.
#pragma once

#include <functional>
#include <string>

#include "git/change.hpp"
#include "guards/config/helm_text.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

// The folder of the chart that the template is part of; nothing when it is none.
std::optional<std::string> chart_of_template(const RepoPath& path, const repo::RepoView& tree);

struct LostTemplate {
  RepoPath path;  // of the file that calls it
  HelmName called;
  bool lost = false;  // it was defined before the change
};
// Of charts that the change touches.
std::vector<LostTemplate> lost_templates(const git::Change& change, const repo::RepoView& head);

}  // namespace pawl::guards
