// Gathers what one file names; for the readers of each kind of file (name_readers.hpp).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "guards/references/named_files.hpp"

namespace pawl::guards {

class NameCollector {
 public:
  NameCollector(const RepoPath& path, std::string_view text)
      : path_(path), folder_(path.folder()), text_(text) {}

  const RepoPath& path() const { return path_; }
  // Of the file; empty at the root.
  const std::string& folder() const { return folder_; }
  std::string_view text() const { return text_; }

  // A path from the folder of the file, or from `below` in it. Patterns, variables, URLs and what
  // builds make are left out.
  void add(std::string_view key, std::string_view written, NamedAs as, std::string_view below = {});
  // A path from a folder of the repository.
  void add_from(std::string_view folder, NamedFile named);
  void add(NamedFile named) { out_.files.push_back(std::move(named)); }
  // A name none of the known ones is; nothing when it is one, or made of variables.
  void unknown(std::string_view what, std::string_view name, std::string where,
               std::span<const std::string> known);
  void unknown(UnknownName name) { out_.unknown.push_back(std::move(name)); }

  NamedThings take() { return std::move(out_); }

 private:
  const RepoPath& path_;
  std::string folder_;
  std::string_view text_;
  NamedThings out_;
};

// No variable, no pattern, no URL, nothing outside of the repository.
bool is_plain_path(std::string_view written);

}  // namespace pawl::guards
