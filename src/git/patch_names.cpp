#include "git/patch_names.hpp"

#include <algorithm>
#include <optional>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::git {
namespace {

// Modes git writes into a patch, and 100664, which it wrote once.
constexpr auto kPatchModes = fixed_words("100644", "100755", "100664", "120000", "160000");

// What stands between `diff --git` and the first hunk.
constexpr auto kHeaderLines = fixed_words(
    "index ", "old mode ", "new mode ", "new file mode ", "deleted file mode ", "rename from ",
    "rename to ", "copy from ", "copy to ", "similarity index ", "dissimilarity index ");

int octal_digit(char c) { return c >= '0' && c <= '7' ? c - '0' : -1; }

// A name in quotes as git writes it, from its opening quote; how much of the text it takes.
struct Quoted {
  std::string name;
  std::size_t length = 0;
};

Quoted unquote(std::string_view text) {
  constexpr std::string_view kEscapes = "abtnvfr";
  constexpr std::string_view kMeant = "\a\b\t\n\v\f\r";
  Quoted out;
  std::size_t i = 1;
  for (; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out.name += text[i];
      continue;
    }
    const char escape = text[++i];
    if (const auto known = kEscapes.find(escape); known != std::string_view::npos) {
      out.name += kMeant[known];
    } else if (octal_digit(escape) >= 0) {
      int code = 0;
      for (int digits = 0; digits < 3 && i < text.size() && octal_digit(text[i]) >= 0; ++digits) {
        code = code * 8 + octal_digit(text[i++]);
      }
      --i;
      out.name += static_cast<char>(code);
    } else {
      out.name += escape;
    }
  }
  out.length = std::min(i + 1, text.size());
  return out;
}

std::string name_of(std::string_view text) {
  if (text.starts_with('"')) return unquote(text).name;
  return std::string(text.substr(0, text.find('\t')));
}

std::string_view without_folder(std::string_view name) {
  const auto slash = name.find('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

// The second name of `a/x b/x`: where both are plain, they are the same but for the first folder.
std::string second_name(std::string_view names) {
  if (names.starts_with('"')) {
    const Quoted first = unquote(names);
    return name_of(trim(names.substr(first.length)));
  }
  if (const auto quote = names.find(" \""); quote != std::string_view::npos) {
    return name_of(names.substr(quote + 1));
  }
  for (auto at = names.find(' '); at != std::string_view::npos; at = names.find(' ', at + 1)) {
    const std::string_view after = names.substr(at + 1);
    if (without_folder(names.substr(0, at)) == without_folder(after)) return std::string(after);
  }
  return std::string(names);
}

std::string_view name_fault(std::string_view name) {
  if (name.empty() || name == "/dev/null") return {};
  if (name.starts_with('/') || without_folder(name).starts_with('/')) return "it is absolute";
  const auto parts = split(name, '/');
  if (std::find(parts.begin(), parts.end(), "..") != parts.end()) {
    return "it climbs out with \"..\"";
  }
  return name.find('\0') == std::string_view::npos ? std::string_view() : "it holds a NUL byte";
}

// How many lines of a hunk are still to come.
struct HunkLines {
  long long before = 0;
  long long after = 0;
  bool inside() const { return before > 0 || after > 0; }
};

// `@@ -1,2 +3,4 @@`; a count that is left out is one.
std::optional<HunkLines> hunk_of(std::string_view line) {
  const auto words = split_words(line);
  if (words.size() < 4 || words[0] != "@@" || words[1].front() != '-' || words[2].front() != '+') {
    return std::nullopt;
  }
  const auto count = [](std::string_view range) {
    const auto comma = range.find(',');
    return comma == std::string_view::npos ? 1 : parse_int(range.substr(comma + 1)).value_or(0);
  };
  return HunkLines{count(words[1]), count(words[2])};
}

void take_line(HunkLines& hunk, std::string_view line) {
  const char mark = line.empty() ? ' ' : line.front();
  if (mark == ' ' || mark == '-') --hunk.before;
  if (mark == ' ' || mark == '+') --hunk.after;
  if (mark != ' ' && mark != '-' && mark != '+' && mark != '\\') hunk = {};
}

class PatchReader {
 public:
  std::vector<Unsafe> read(std::string_view patch) {
    const std::vector<std::string_view> lines = split_lines(patch);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (hunk_.inside()) {
        take_line(hunk_, lines[i]);
      } else if (const auto hunk = hunk_of(lines[i])) {
        hunk_ = *hunk;
      } else if (i + 1 < lines.size() && lines[i].starts_with("--- ") &&
                 lines[i + 1].starts_with("+++ ")) {
        take_name(name_of(lines[i].substr(4)));
        take_name(name_of(lines[++i].substr(4)));
      } else {
        take_header(lines[i]);
      }
    }
    return std::move(out_);
  }

 private:
  void take_header(std::string_view line) {
    const auto after = [&](std::string_view start) -> std::optional<std::string_view> {
      if (!line.starts_with(start)) return std::nullopt;
      return line.substr(start.size());
    };
    if (const auto names = after("diff --git ")) {
      in_header_ = true;
      return take_name(second_name(*names));
    }
    // Else it is the text of a mail.
    in_header_ = in_header_ && std::any_of(kHeaderLines.begin(), kHeaderLines.end(),
                                           [&](auto start) { return line.starts_with(start); });
    if (!in_header_) return;
    for (const std::string_view start : {"rename from ", "rename to ", "copy from ", "copy to "}) {
      if (const auto name = after(start)) return take_name(name_of(*name));
    }
    for (const std::string_view start : {"new file mode ", "new mode "}) {
      if (const auto mode = after(start)) return take_mode(trim(*mode));
    }
  }

  void take_name(std::string name) {
    if (const auto fault = name_fault(name); !fault.empty()) {
      add({.kind = UnsafeKind::path, .path = printable(name, 300), .why = std::string(fault)});
    }
    if (name != "/dev/null") name_ = std::move(name);
  }

  void take_mode(std::string_view mode) {
    if (std::find(kPatchModes.begin(), kPatchModes.end(), mode) != kPatchModes.end()) return;
    add({.kind = UnsafeKind::mode,
         .path = printable(without_folder(name_), 300),
         .why = "its mode is " + printable(mode, 20)});
  }

  void add(Unsafe unsafe) {
    const bool known = std::any_of(out_.begin(), out_.end(), [&](const Unsafe& one) {
      return one.kind == unsafe.kind && one.path == unsafe.path;
    });
    if (!known) out_.push_back(std::move(unsafe));
  }

  HunkLines hunk_;
  bool in_header_ = false;
  std::string name_;  // named last
  std::vector<Unsafe> out_;
};

}  // namespace

std::vector<Unsafe> unsafe_in_patch(std::string_view patch) { return PatchReader().read(patch); }

std::vector<Unsafe> unsafe_to_git(std::string_view errors) {
  std::vector<Unsafe> out;
  for (const std::string_view line : split_lines(errors)) {
    const bool behind = contains(line, "beyond a symbolic link");
    if (!behind && !contains(line, "invalid path '")) continue;
    const auto open = line.find('\'');
    const auto close = line.rfind('\'');
    const std::string_view name =
        open < close ? line.substr(open + 1, close - open - 1) : std::string_view();
    out.push_back({.kind = behind ? UnsafeKind::behind_link : UnsafeKind::path,
                   .path = printable(name, 300),
                   .why = "git refuses the patch: " + printable(line, 300)});
  }
  return out;
}

std::string name_in_patch(std::string_view text) { return name_of(text); }

}  // namespace pawl::git
