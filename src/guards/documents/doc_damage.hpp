// What an edit did to lines that it only meant to move or to keep: their breaks written out or
// lost, their letters turned into others, a part of the text twice, the end cut off. It shows
// where the lines that went away, read in another way, are the ones that came.
#pragma once

#include <vector>

#include "guards/documents/doc_change.hpp"
#include "guards/documents/doc_faults.hpp"

namespace pawl::guards {

std::vector<DocFault> doc_damage(const DocChange& change);

}  // namespace pawl::guards
