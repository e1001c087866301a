#include "guards/tests/unseen_tests.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/comments.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

// What a text says to a machine, from one byte to another: without blanks and comments.
std::string essence_of(const RepoPath& path, std::string_view text, std::size_t begin,
                       std::size_t end) {
  std::string out;
  out.reserve(end - begin);
  const auto language = syntax::kind_of(path, text).language;
  const auto comments =
      language ? syntax::comments(*language, text) : std::vector<syntax::Comment>();
  auto next = comments.begin();
  for (std::size_t i = begin; i < end; ++i) {
    while (next != comments.end() && next->end <= i) ++next;
    if (next != comments.end() && i >= next->begin) continue;
    if (!is_space(text[i])) out.push_back(text[i]);
  }
  return out;
}

std::size_t times_in(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Between the braces of a macro (`if_std!{#[test]fn…`), which may well hand on what it is given:
// the body's own mark is still there.
bool stands_in_macro(std::string_view essence, std::string_view body) {
  for (auto at = essence.find(body); at != std::string_view::npos;
       at = essence.find(body, at + 1)) {
    const std::size_t mark = essence.substr(0, at).rfind("#[test]");
    if (mark == std::string_view::npos) continue;
    const std::string_view between = essence.substr(mark, at - mark);
    if (!contains(between, "{") && !contains(between, "}")) return true;
  }
  return false;
}

// As often as before, and in no test: one of another title is that test.
bool stands_in(const FileTests& tests, const std::string& body) {
  const RepoPath& path = tests.file->path;
  const std::string_view text = *tests.file->after;
  const std::string essence = essence_of(path, text, 0, text.size());
  const std::size_t now = times_in(essence, body);
  if (now == 0) return false;
  // Behind a macro of the repository's own it may well be a test.
  if (path.extension() == ".rs" && !contains(essence, ">" + body) &&
      !contains(essence, ")" + body)) {
    return false;
  }
  for (const syntax::Test& each : tests.after) {
    if (each.helper || each.end <= each.begin || each.end > text.size()) continue;
    if (contains(essence_of(path, text, each.begin, each.end), body)) return false;
  }
  if (path.extension() == ".rs" && stands_in_macro(essence, body)) return false;
  if (!tests.file->before) return true;
  const std::string_view before = *tests.file->before;
  return now >= times_in(essence_of(path, before, 0, before.size()), body);
}

// As the body of a function that nobody names again.
bool stands_in_helper(const FileTests& tests, const std::string& body) {
  const std::string_view text = *tests.file->after;
  for (const syntax::Test& each : tests.after) {
    if (!each.helper || each.end <= each.begin || each.end > text.size()) continue;
    if (essence_of(tests.file->path, text, each.begin, each.end) != body) continue;
    const std::size_t arrow = each.name.rfind(" > ");
    const std::string name = each.name.substr(arrow == std::string::npos ? 0 : arrow + 3);
    if (!name.empty() && times_in(text, name) == 1) return true;
  }
  return false;
}

bool is_named_by_title(const FileTests& tests) {
  const auto language = syntax::kind_of(tests.file->path, *tests.file->before).language;
  using syntax::Language;
  return language == Language::javascript || language == Language::typescript ||
         language == Language::tsx;
}

}  // namespace

std::optional<std::size_t> kept_unseen(const std::vector<FileTests>& files, std::size_t from,
                                       const syntax::Test& test) {
  const std::optional<std::string>& old = files[from].file->before;
  if (!old || test.end <= test.begin || test.end > old->size()) return {};
  const bool titled = is_named_by_title(files[from]);
  const bool bats = files[from].file->path.extension() == ".bats";
  if (!titled && !bats && test.name.find_first_of(" \"'>") != std::string::npos) return {};
  const std::string body = essence_of(files[from].file->path, *old, test.begin, test.end);
  constexpr std::size_t kBodyMin = 16;
  constexpr std::size_t kFilesMax = 40;
  if (body.size() < kBodyMin) return {};
  for (std::size_t i = 0; i < std::min(files.size(), kFilesMax); ++i) {
    const std::optional<std::string>& after = files[i].file->after;
    if (!after || (i != from && files[i].file->before)) continue;
    // A title may be handed to a function of the repository's own that makes a test of it.
    if (titled && !stands_in_helper(files[i], body)) continue;
    if (stands_in(files[i], body)) return i;
  }
  return {};
}

}  // namespace pawl::guards
