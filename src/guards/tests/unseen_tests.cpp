#include "guards/tests/unseen_tests.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/text.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {
namespace {

// Without blanks, nor what makes a line a comment.
std::string without_blanks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const std::string_view line : split_lines(text)) {
    for (const char c : uncommented(line).text) {
      if (c != ' ' && c != '\t' && c != '\r') out.push_back(c);
    }
  }
  return out;
}

// As often as before, and in no test: one of another title is that test.
bool stands_in(const FileTests& tests, const std::string& body) {
  const std::string now = without_blanks(*tests.file->after);
  if (!contains(now, body)) return false;
  for (const syntax::Test& each : tests.after) {
    const auto text = std::string_view(*tests.file->after);
    if (each.end > each.begin && each.end <= text.size() &&
        contains(without_blanks(text.substr(each.begin, each.end - each.begin)), body)) {
      return false;
    }
  }
  const std::size_t first = now.find(body);
  const std::string before =
      tests.file->before ? without_blanks(*tests.file->before) : std::string();
  const std::size_t old = before.find(body);
  const bool was_twice =
      old != std::string::npos && before.find(body, old + body.size()) != std::string::npos;
  return !was_twice || now.find(body, first + body.size()) != std::string::npos;
}

}  // namespace

std::optional<std::size_t> kept_unseen(const std::vector<FileTests>& files, std::size_t from,
                                       const syntax::Test& test) {
  const std::optional<std::string>& old = files[from].file->before;
  if (!old || test.end <= test.begin || test.end > old->size()) return {};
  const std::string_view written = std::string_view(*old).substr(test.begin, test.end - test.begin);
  const std::string body = without_blanks(written);
  constexpr std::size_t kBodyMin = 16;
  constexpr std::size_t kFilesMax = 40;
  if (body.size() < kBodyMin) return {};
  for (std::size_t i = 0; i < std::min(files.size(), kFilesMax); ++i) {
    const std::optional<std::string>& after = files[i].file->after;
    if (!after || (i != from && files[i].file->before)) continue;
    if (stands_in(files[i], body)) return i;
  }
  return {};
}

}  // namespace pawl::guards
