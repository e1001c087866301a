// Definitions that something outside of the repository's code may use: entry points, what a library
// offers, what frameworks find by its place or its name. In doubt the answer is yes: who asks
// wants to say that nobody uses a thing.
#pragma once

#include <string>
#include <string_view>

#include "guards/code/library_api.hpp"
#include "index/index.hpp"

namespace pawl::guards {

// By the conventions of test runners.
bool is_test_path(std::string_view path);
// Tests, examples, vendored and generated code, and files that a framework finds by their place:
// nobody can list the users of what they define.
bool is_open_path(std::string_view path);

class OutsideUse {
 public:
  explicit OutsideUse(const index::Graph& graph) : graph_(graph), library_(graph) {}

  bool reaches(const std::string& path, const syntax::Outline& outline,
               const syntax::Symbol& symbol);

 private:
  bool is_called_by_name(const std::string& path, const syntax::Symbol& symbol) const;
  bool is_found_by_folder(const std::string& path, const syntax::Symbol& symbol) const;
  bool is_found_by_base(const std::string& path, const syntax::Symbol& symbol) const;
  bool may_be_called_as_member(const std::string& path, const syntax::Outline& outline,
                               const syntax::Symbol& symbol) const;

  const index::Graph& graph_;
  LibraryApi library_;
};

}  // namespace pawl::guards
