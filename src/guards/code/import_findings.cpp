#include "guards/code/import_findings.hpp"

#include "base/text/text.hpp"

namespace pawl::guards {

Finding missing_name_finding(const std::string& path, int line, const std::string& name,
                             const std::string& holder, const std::vector<std::string>& names) {
  const bool is_default = name == "default";
  const auto near = is_default ? std::nullopt : nearest(name, names);
  return {.rule = "imports/missing-name",
          .kind = RuleKind::defect,
          .path = path,
          .line = line,
          .message = is_default ? "imports the default export of " + holder + ", which has none"
                                : "imports " + name + ", which " + holder + " does not have",
          .feedback = (is_default ? "Import names that " + holder + " exports"
                                  : "Import a name that " + holder + " has" +
                                        (near ? " (did you mean " + *near + "?)" : std::string())) +
                      ", or add it there in the same change."};
}

}  // namespace pawl::guards
