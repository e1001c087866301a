// What is broken in the text of a Markdown document whoever wrote it: fences that swallow what
// stands around them, line breaks written out, texts that stop where a model lost them, URLs that
// are none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

enum class DocFaultKind : std::uint8_t {
  swallowed_command,  // it stands where the language of a code block does
  open_fence,         // a code block that nothing closes, or that the next one does
  escaped_newline,    // `\n` between the words of a command
  left_out,           // `... (truncated)` in place of text
  collapsed,          // lines that became one
  characters,         // read in another encoding, or escaped
  doubled,
  cut_off,
  emptied_code,
  broken_heading,
  broken_table,
  broken_link,
  broken_directive,  // of reStructuredText
  open_quote,        // a literal of reStructuredText that does not end
  broken_example,    // code that parsed before
  foreign_mark,      // of reStructuredText in Markdown, or the other way round
};
struct DocFault {
  DocFaultKind kind = DocFaultKind::swallowed_command;
  int line = 0;
  std::string snippet;  // also what tells one from another
};
// `before`, if there is one, is what the document was: lines of its code that stand elsewhere now.
std::vector<DocFault> doc_faults(std::string_view text, const syntax::MarkdownDocument& document,
                                 const syntax::MarkdownDocument* before = nullptr);

// Whether something that begins like an address of the web can be none: `https:///a`, `http:/x`,
// `htps://x`, `https://.com`. What stands for another text is fine.
bool is_malformed_url(std::string_view url);

}  // namespace pawl::guards
