// Faults of reStructuredText that docutils reports, and marks of Markdown in it, in the lines a
// change brings.
#pragma once

#include <vector>

#include "guards/documents/doc_change.hpp"
#include "guards/documents/doc_faults.hpp"

namespace pawl::guards {

std::vector<DocFault> restructured_faults(const DocChange& change);

}  // namespace pawl::guards
