#include "guards/tests/written_tests.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "guards/tests/test_places.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kNameBytesMin = 3;
constexpr std::size_t kTestFilesMax = 500;
constexpr std::size_t kBytesMax = 8U << 20U;

bool is_word_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_word(text[at]);
}

// How often the name stands there, not as a part of a longer word.
std::ptrdiff_t times(std::string_view text, std::string_view name) {
  std::ptrdiff_t count = 0;
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = !is_word(name.front()) || at == 0 || !is_word(text[at - 1]);
    const bool ends = !is_word(name.back()) || !is_word_at(text, at + name.size());
    if (begins && ends) ++count;
  }
  return count;
}

}  // namespace

std::ptrdiff_t WrittenTests::added_by_change(std::string_view name, const std::string& file) const {
  std::ptrdiff_t added = 0;
  for (const git::FileChange& one : change_.files) {
    if (one.path.text() != file && !repo::is_test_file(one.path)) continue;
    added += one.after ? times(*one.after, name) : 0;
    added -= one.before ? times(*one.before, name) : 0;
  }
  return added;
}

const std::vector<std::string>& WrittenTests::test_texts() {
  if (read_) return texts_;
  read_ = true;
  std::size_t bytes = 0;
  for (const repo::Entry& entry : context_.head->files()) {
    if (texts_.size() == kTestFilesMax || bytes > kBytesMax) break;
    if (!repo::is_test_file(entry.path)) continue;
    const auto text = context_.head->text(entry.path.text());
    if (!text) continue;
    bytes += text->size();
    const std::string file(entry.path.name());
    programs_.insert(file.substr(0, file.find('.')));
    texts_.emplace_back(*text);
  }
  return texts_;
}

bool WrittenTests::has(const repo::TestName& test) {
  const std::string_view name = stem_of(own_name(test.id));
  if (context_.head == nullptr || name.size() < kNameBytesMin) return false;
  if (added_by_change(name, test.file) < 0) return false;
  if (!test.file.empty()) {
    const auto text = context_.head->text(test.file);
    return text && times(*text, name) > 0;
  }
  const std::vector<std::string>& texts = test_texts();
  return programs_.contains(name) ||
         std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return times(text, name) > 0; });
}

}  // namespace pawl::guards
