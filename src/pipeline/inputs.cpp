#include "pipeline/inputs.hpp"

#include "base/text/text.hpp"
#include "pipeline/problems.hpp"

namespace pawl::pipeline {

Result<std::map<std::string, std::string>> input_values(
    const Definition& definition, const std::map<std::string, std::string>& handed) {
  std::vector<std::string> names;
  for (const Input& input : definition.inputs) names.push_back(input.name);
  for (const auto& [name, value] : handed) {
    if (among(names, name)) continue;
    return fail(Errc::invalid, "the pipeline " + definition.name + " has no input \"" +
                                   printable(name, 60) + "\"" + suggestion(name, names));
  }
  std::map<std::string, std::string> values;
  for (const Input& input : definition.inputs) {
    const auto given = handed.find(input.name);
    if (given != handed.end()) {
      values[input.artifact()] = given->second;
    } else if (input.fallback) {
      values[input.artifact()] = *input.fallback;
    } else if (!input.optional) {
      return fail(Errc::invalid, "the pipeline " + definition.name + " needs the input \"" +
                                     input.name + "\"" +
                                     (input.summary.empty() ? "" : ": " + input.summary));
    }
  }
  return values;
}

}  // namespace pawl::pipeline
