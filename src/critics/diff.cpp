#include "critics/diff.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "git/patch_names.hpp"

namespace pawl::critics {
namespace {

// `12,3` of `@@ -12,3 +14,5 @@`.
struct Span {
  std::int64_t first = 0;
  std::int64_t count = 1;
};

Span span_of(std::string_view numbers) {
  const auto comma = numbers.find(',');
  Span span{.first = parse_int(numbers.substr(0, comma)).value_or(0)};
  if (comma != std::string_view::npos) {
    span.count = parse_int(numbers.substr(comma + 1)).value_or(0);
  }
  return span;
}

std::string path_in(std::string_view name) {
  const std::string full = git::name_in_patch(name);
  if (full == "/dev/null") return {};
  const auto slash = full.find('/');
  return slash == std::string::npos ? full : full.substr(slash + 1);
}

class DiffReader {
 public:
  Diff read(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) {
      if (before_left_ > 0 || after_left_ > 0) {
        hunk_line(line);
      } else {
        header_line(line);
      }
    }
    // Files of which git shows no line have no name there.
    std::erase_if(diff_.files, [](const DiffFile& file) { return file.path.empty(); });
    return std::move(diff_);
  }

 private:
  void header_line(std::string_view line) {
    if (line.starts_with("diff --git ")) {
      diff_.files.emplace_back();
      diff_.files.back().path = same_name(line.substr(11));
      return;
    }
    if (diff_.files.empty()) return;
    DiffFile& file = diff_.files.back();
    if (line.starts_with("deleted file mode ")) file.removed = true;
    if (line.starts_with("Binary files ")) file.obstacle = "binary";
    if (line.starts_with("rename to ")) file.path = git::name_in_patch(line.substr(10));
    if (line.starts_with("--- ")) take_name(file, line.substr(4));
    if (line.starts_with("+++ ")) take_name(file, line.substr(4));
    if (line.starts_with("@@ -")) open_hunk(file, line);
  }

  // `a/x b/x`, where both are plain and the same: the only name of a binary file.
  static std::string same_name(std::string_view names) {
    const std::size_t half = names.size() / 2;
    if (names.size() < 5 || names.size() % 2 == 0 || names[half] != ' ') return {};
    const std::string first = path_in(names.substr(0, half));
    return first == path_in(names.substr(half + 1)) ? first : std::string();
  }

  static void take_name(DiffFile& file, std::string_view name) {
    if (std::string path = path_in(name); !path.empty()) file.path = std::move(path);
  }

  void open_hunk(DiffFile& file, std::string_view line) {
    const auto words = split_words(line);
    if (words.size() < 3 || !words[1].starts_with('-') || !words[2].starts_with('+')) return;
    const Span before = span_of(words[1].substr(1));
    const Span after = span_of(words[2].substr(1));
    before_left_ = std::max<std::int64_t>(before.count, 0);
    after_left_ = std::max<std::int64_t>(after.count, 0);
    // `+0,0` stands before the first line.
    next_ = after.count == 0 ? after.first + 1 : after.first;
    file.hunks.emplace_back();
  }

  void hunk_line(std::string_view line) {
    // `\ No newline at end of file`.
    if (line.starts_with('\\')) return;
    const char mark = line.empty() ? ' ' : line.front();
    DiffLine out{.line = next_, .text = std::string(line.empty() ? line : line.substr(1))};
    if (mark == '+') {
      out.side = Side::added;
    } else if (mark == '-') {
      out.side = Side::removed;
    } else if (mark != ' ') {
      before_left_ = after_left_ = 0;
      header_line(line);
      return;
    }
    if (out.side != Side::removed) {
      ++next_;
      --after_left_;
    }
    if (out.side != Side::added) --before_left_;
    diff_.files.back().hunks.back().lines.push_back(std::move(out));
  }

  Diff diff_;
  std::int64_t before_left_ = 0;
  std::int64_t after_left_ = 0;
  std::int64_t next_ = 0;
};

std::string text_of_lines(const DiffHunk& hunk) {
  std::string text;
  for (const DiffLine& line : hunk.lines) text += line.text + "\n";
  return text;
}

}  // namespace

const DiffFile* Diff::find(std::string_view path) const {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const DiffFile& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

std::size_t changed_lines(const DiffHunk& hunk) {
  return static_cast<std::size_t>(
      std::count_if(hunk.lines.begin(), hunk.lines.end(),
                    [](const DiffLine& line) { return line.side != Side::context; }));
}

std::size_t changed_lines(const DiffFile& file) {
  std::size_t lines = 0;
  for (const DiffHunk& hunk : file.hunks) lines += changed_lines(hunk);
  return lines;
}

Diff parse_diff(std::string_view text) { return DiffReader().read(text); }

Diff cleaned_diff(Diff diff, const Clean& clean) {
  for (DiffFile& file : diff.files) {
    for (DiffHunk& hunk : file.hunks) {
      const std::string text = clean(text_of_lines(hunk), file.path);
      const auto lines = split_lines(text);
      if (lines.size() != hunk.lines.size()) {
        hunk.withheld = true;
        for (DiffLine& line : hunk.lines) line.text.clear();
        continue;
      }
      for (std::size_t i = 0; i < lines.size(); ++i) hunk.lines[i].text = std::string(lines[i]);
    }
  }
  return diff;
}

}  // namespace pawl::critics
