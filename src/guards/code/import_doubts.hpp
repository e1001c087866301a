// Why an import that seems to lead nowhere may be all right after all. In doubt the answer is yes.
#pragma once

#include <string>
#include <string_view>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"
#include "index/index.hpp"

namespace pawl::guards {

// The file may have that name although nothing in its text says so.
bool may_have_more(const index::Graph& graph, const std::string& path, std::string_view name);

class ImportDoubts {
 public:
  ImportDoubts(const index::CodeIndex& index, const Context& context)
      : index_(index), context_(context) {}

  // A path of the repository that is not there: something may make it.
  bool may_be_made(const CodeFile& code, const syntax::Import& import,
                   const index::Resolution& resolution) const;
  // A package nobody declares: it may come along with something else, or from the outside.
  bool may_be_there(const CodeFile& code, const syntax::Import& import,
                    const index::Resolution& resolution) const;
  // Of a package that was declared: it may still be there. What texts say of it does not count.
  bool may_do_without(const CodeFile& code, const syntax::Import& import,
                      const index::Resolution& resolution) const;
  // The same of one that this change takes out of a manifest: what imports it late, or beside
  // others that nobody declares, needed it as well.
  bool may_lose(const CodeFile& code, const syntax::Import& import,
                const index::Resolution& resolution) const;
  // A name that a module of Rust, a package of Go or a class of Java does not seem to have.
  bool may_be_compiled(const CodeFile& code, const syntax::Import& import,
                       const index::Offer& offer, const std::string& name) const;
  // A name that a file does not seem to offer.
  bool may_be_offered(const CodeFile& code, const syntax::Import& import, const std::string& target,
                      const std::string& name) const;

 private:
  bool stands_below_cfg(const CodeFile& code, const syntax::Import& import) const;
  bool is_usual(const syntax::Import& import, const index::Resolution& resolution) const;
  bool is_governed(const CodeFile& code) const;
  bool is_left_to_hand(const CodeFile& code) const;
  bool is_left_out_by_go(const CodeFile& code) const;
  bool is_untested(const CodeFile& code) const;
  bool neighbours_import_undeclared(const CodeFile& code) const;
  bool is_imported_elsewhere(const std::string& target, const std::string& name) const;
  bool has_rival(const syntax::Import& import, const std::string& target,
                 const std::string& name) const;

  const index::CodeIndex& index_;
  const Context& context_;
};

}  // namespace pawl::guards
