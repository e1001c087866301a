// What a text was carried in: the here document that wrote it, the signs of a mail that quotes it,
// the headings that told several files apart.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

std::vector<Remain> envelope_remains(const TextChange& change);

}  // namespace pawl::guards
