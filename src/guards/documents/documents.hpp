// What the guards of documents share: which files are documents, and how much of a text is left
// in another.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text/repo_path.hpp"

namespace pawl::git {
struct FileChange;
}

namespace pawl::guards {

bool is_markdown(const RepoPath& path);
// Markdown, reStructuredText, AsciiDoc, and plain text that people read: no lists for machines.
bool is_document(const RepoPath& path);
// Its entries are copied to other pages, and speak of other times.
bool is_changelog(const RepoPath& path);
// Below fixtures, templates and the like: a text that is about nothing here.
bool is_specimen(const RepoPath& path);
// The same, but what lies among tests and is no fixture: the build of the tests is a build, too.
bool is_sample(const RepoPath& path);

// A text of the repository's own that the change leaves behind: nothing vendored or generated, no
// links, no specimens.
bool is_own_text(const git::FileChange& file);

// The bytes of all words of a text, as a WordBag has them.
std::size_t word_bytes(std::string_view text);

// The words of a text with how often they stand there; letter case does not count, nor do marks.
// In scripts without blanks every character is a word.
class WordBag {
 public:
  WordBag() = default;
  explicit WordBag(std::string_view text) { add(text); }

  void add(std::string_view text);
  // The bytes of all words.
  std::size_t size() const { return size_; }
  // The share of this text, by bytes, that is in the other: 1 when all of it is, also when it is
  // empty.
  double share_in(const WordBag& other) const;

 private:
  void add_word(std::string_view word);

  struct Count {
    std::uint32_t times = 0;
    std::uint32_t bytes = 0;
  };
  std::unordered_map<std::size_t, Count> words_;  // by hash
  std::size_t size_ = 0;
};

}  // namespace pawl::guards
