#include <charconv>

#include "base/text/text.hpp"
#include "git/git.hpp"

namespace pawl::git {
namespace {

Error bad_answer(const std::string& folder, std::string_view line) {
  return fail(Errc::io, "git cat-file in " + folder + " answered \"" + printable(line, 200) +
                            "\", which describes no object");
}

// `<object> blob <size>`, or `<object> missing`.
Result<std::uint64_t> blob_size(const std::string& folder, std::string_view line) {
  const auto words = split_words(line);
  if (words.size() == 2 && words[1] == "missing") {
    return fail(Errc::io, "the object " + std::string(words[0]) + " is missing or damaged in " +
                              folder + "; fetch it there first, or repair the repository");
  }
  if (words.size() != 3) return bad_answer(folder, line);
  if (words[1] != "blob") {
    return fail(Errc::io, "the object " + std::string(words[0]) + " in " + folder + " is a " +
                              std::string(words[1]) + ", not a blob");
  }
  std::uint64_t size = 0;
  const auto [end, error] =
      std::from_chars(words[2].data(), words[2].data() + words[2].size(), size);
  if (error != std::errc() || end != words[2].data() + words[2].size()) {
    return bad_answer(folder, line);
  }
  return size;
}

// Takes the first line off; nothing when there is no whole line.
std::optional<std::string_view> take_line(std::string_view& text) {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

}  // namespace

Result<std::vector<Blob>> Git::blobs(const std::string& folder,
                                     std::span<const std::string> objects, std::uint64_t bytes_max,
                                     std::uint64_t total_max) {
  std::vector<Blob> blobs(objects.size());
  if (objects.empty()) return blobs;
  Run sizes{.folder = folder, .args = {"cat-file", "--batch-check", "--buffer"}};
  for (const std::string& object : objects) sizes.input.append(object).append("\n");
  TRY_ASSIGN(const std::string facts, output(sizes));
  Run contents{.folder = folder, .args = {"cat-file", "--batch", "--buffer"}};
  std::uint64_t total = 0;
  std::string_view rest = facts;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto line = take_line(rest);
    if (!line) return bad_answer(folder, rest);
    TRY_ASSIGN(blobs[i].size, blob_size(folder, *line));
    if (blobs[i].size > bytes_max) continue;
    total += blobs[i].size;
    contents.input.append(objects[i]).append("\n");
  }
  if (total > total_max) {
    return fail(Errc::invalid, "the files asked for from " + folder + " hold " +
                                   std::to_string(total) + " bytes, more than " +
                                   std::to_string(total_max));
  }
  if (contents.input.empty()) return blobs;
  TRY_ASSIGN(const std::string answer, output(contents));
  rest = answer;
  for (Blob& blob : blobs) {
    if (blob.size > bytes_max) continue;
    const auto line = take_line(rest);
    if (!line || rest.size() <= blob.size) return bad_answer(folder, line.value_or(rest));
    blob.content = rest.substr(0, blob.size);
    rest.remove_prefix(blob.size + 1);
  }
  return blobs;
}

}  // namespace pawl::git
