#include "pipeline/definition.hpp"

namespace pawl::pipeline {

std::string_view to_string(MergePolicy merge) {
  switch (merge) {
    case MergePolicy::none: return "none";
    case MergePolicy::pick: return "pick";
    case MergePolicy::sequence: return "sequence";
    case MergePolicy::in_union: return "union";
  }
  return "";
}

}  // namespace pawl::pipeline
