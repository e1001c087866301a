// The chain over a journal. Each durable event carries a link: the SHA-256 of the link before it
// and of every byte of the journal since. Who knows one link knows whether anything up to it was
// changed. A link is no signature: whoever can write the file can write all of it anew, with other
// links; what binds a journal is a link that is kept elsewhere (docs/adr/0058).
//
// Buffered events carry none, so they are appended as quickly as without a chain; the next durable
// one covers them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/result.hpp"

namespace pawl::store {

// Put behind the data of a line that was written without one: `,"chain":"…"`.
std::string with_link(std::string_view line, std::string_view link);
// The link a line carries; empty when it has none. The line comes without its newline.
std::string_view link_of(std::string_view line);

// The end of a chain, as it grows with its journal.
class Chain {
 public:
  // Bytes of whole lines, newlines included, that follow those it knows. It may know none yet.
  void add(std::string_view bytes);
  // What a line would carry that follows now; the line comes with its newline, and without a link.
  std::string next(std::string_view line) const;
  // Likewise, once the line is in the journal with that link.
  void linked(std::string_view link);

 private:
  Sha256 since_;         // the newest link, and what followed it
  std::string pending_;  // and then this
};

// A durable event of a journal, with what its link says of everything before.
struct Link {
  std::uint64_t seq = 0;
  std::string hash;
};
struct ReadChain {
  std::vector<Link> links;  // that hold, oldest first
  // Where it is broken: `between event 12 and event 15`. Empty: nowhere.
  std::string broken;
  std::uint64_t last_seq = 0;  // of the newest event, linked or not
};
// Computes the chain of a journal anew. Journals of older programs have no links; where such a
// program went on with a newer one's, the next link covers what it wrote. Errors as of
// read_journal.
Result<ReadChain> read_chain(const std::string& run_folder);

}  // namespace pawl::store
