// Examples of a document that parsed before an edit, and do not any more.
#pragma once

#include <vector>

#include "guards/documents/doc_faults.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

std::vector<DocFault> broken_examples(const syntax::MarkdownDocument& before,
                                      const syntax::MarkdownDocument& after);

}  // namespace pawl::guards
