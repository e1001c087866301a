#include "guards/documents/documents.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "git/change.hpp"
#include "guards/lexical.hpp"
#include "repo/kinds/family.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kWordBytesMax = 64;

constexpr auto kSpecimenFolders = fixed_words(
    "__fixtures__", "__mocks__", "__snapshots__", "__tests__", "corpus", "fixture", "fixtures",
    "golden", "mocks", "sample", "samples", "skeleton", "skeletons", "snapshots", "spec",
    "template", "templates", "test", "test-data", "test_data", "testcases", "testdata", "tests",
    "testing", "boilerplate", "boilerplates", "scaffold", "scaffolds", "scaffolding", "stubs");

// `.txt` is what a program reads as often as what people read.
bool is_prose_name(const RepoPath& path) {
  if (path.name() == "CMakeLists.txt" || path.name() == "robots.txt") return false;
  if (repo::manifest_kind(path) || path.name().starts_with("constraints")) return false;
  static constexpr auto kKnown =
      fixed_words("readme", "install", "installing", "changes", "changelog", "news", "history",
                  "authors", "contributing", "hacking", "faq", "todo", "usage", "upgrading",
                  "license", "licence", "notice", "copying", "security");
  const std::string name = lower(path.name());
  if (among(kKnown, std::string_view(name).substr(0, name.find_first_of(".-")))) return true;
  return std::any_of(path.components().begin(), path.components().end() - 1,
                     [](const std::string& part) { return part == "doc" || part == "docs"; });
}

std::size_t character_size(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0xC0 ? 1U : byte < 0xE0 ? 2U : byte < 0xF0 ? 3U : 4U;
}

}  // namespace

bool is_markdown(const RepoPath& path) {
  const std::string ending = path.extension();
  return ending == ".md" || ending == ".mdx" || ending == ".markdown" || ending == ".mkd";
}

bool is_document(const RepoPath& path) {
  const std::string ending = path.extension();
  if (ending == ".txt") return is_prose_name(path);
  return is_markdown(path) || ending == ".rst" || ending == ".adoc" || ending == ".asciidoc";
}

bool is_changelog(const RepoPath& path) {
  const std::string name = lower(path.name());
  return name.starts_with("change") || name.starts_with("history") || name.starts_with("news") ||
         name.starts_with("release");
}

bool is_specimen(const RepoPath& path) {
  const auto parts = path.components();
  return std::any_of(parts.begin(), parts.end() - 1, [](const std::string& part) {
    return among(kSpecimenFolders, lower(part)) || contains(part, "{{");
  });
}

bool is_sample(const RepoPath& path) {
  if (repo::is_fixture(path)) return true;
  const auto parts = path.components();
  return std::any_of(parts.begin(), parts.end() - 1, [](const std::string& part) {
    const std::string folder = lower(part);
    const bool tests = among({"test", "tests", "testing", "spec", "__tests__"}, folder);
    return (among(kSpecimenFolders, folder) && !tests) || contains(part, "{{");
  });
}

bool is_own_text(const git::FileChange& file) {
  return file.after && file.mode_after != 0120000 && !looks_binary(*file.after) &&
         !is_specimen(file.path) && !repo::is_vendored(file.path) && !repo::is_generated(file.path);
}

namespace {

template <class Take>
void each_word(std::string_view text, const Take& take) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    if (is_word(text[at])) {
      while (at < text.size() && is_word(text[at])) ++at;
    } else if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    } else {
      at = std::min(text.size(), at + character_size(text[at]));
    }
    take(text.substr(from, at - from).substr(0, kWordBytesMax));
  }
}

}  // namespace

std::size_t word_bytes(std::string_view text) {
  std::size_t bytes = 0;
  each_word(text, [&](std::string_view word) { bytes += word.size(); });
  return bytes;
}

void WordBag::add(std::string_view text) {
  each_word(text, [&](std::string_view word) { add_word(word); });
}

void WordBag::add_word(std::string_view word) {
  std::array<char, kWordBytesMax> small{};
  std::transform(word.begin(), word.end(), small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  Count& count = words_[std::hash<std::string_view>()({small.data(), word.size()})];
  ++count.times;
  count.bytes = static_cast<std::uint32_t>(word.size());
  size_ += word.size();
}

double WordBag::share_in(const WordBag& other) const {
  if (size_ == 0) return 1;
  std::size_t kept = 0;
  for (const auto& [word, count] : words_) {
    const auto found = other.words_.find(word);
    if (found == other.words_.end()) continue;
    kept += std::size_t{std::min(count.times, found->second.times)} * count.bytes;
  }
  return static_cast<double>(kept) / static_cast<double>(size_);
}

}  // namespace pawl::guards
