#include "guards/lexical.hpp"

#include "base/text/text.hpp"

namespace pawl::guards {

std::string single_spaced(std::string_view text) { return join(split_words(text), " "); }

}  // namespace pawl::guards
