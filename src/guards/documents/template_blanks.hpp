// Blanks of a template that nobody filled in: `[Project Name]`, `your-username/your-repo`, a
// section that says to write it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/repo_path.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

struct TemplateBlank {
  std::string written;
  int line = 0;
};
// Of one document, but for those that the text before has.
std::vector<TemplateBlank> template_blanks(const RepoPath& path,
                                           const syntax::MarkdownDocument& document,
                                           std::string_view before);

}  // namespace pawl::guards
