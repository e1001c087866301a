#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "edits/anchors.hpp"
#include "edits/edits.hpp"
#include "edits/line_endings.hpp"
#include "edits/nearest_lines.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::edits {
namespace {

struct Draft {
  std::optional<SourceFile> original;
  std::optional<std::string> text;  // as it stands so far, endings and all; nothing: no file
  std::uint32_t mode = 0644;
};

TextShape shape_for(const Draft& draft) {
  return shape_of(draft.original ? std::string_view(draft.original->text) : *draft.text);
}

// Puts `content` in place of a range of the draft's plain text; every other byte stays.
void put(Draft& draft, std::size_t plain_begin, std::size_t plain_end, std::string_view content) {
  const std::size_t begin = stored_offset(*draft.text, plain_begin);
  const std::size_t end = stored_offset(*draft.text, plain_end);
  const std::string_view replaced = std::string_view(*draft.text).substr(begin, end - begin);
  const std::string part = part_from_plain(content, shape_for(draft), replaced);
  draft.text->replace(begin, end - begin, part);
}

int line_at(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(),
                                         text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

constexpr std::size_t kQuotedMax = 12;   // lines near a text that was not found
constexpr std::size_t kPlacesNamed = 8;  // of a text that occurs more than once

std::string places_text(std::vector<int> lines) {
  const std::size_t count = lines.size();
  lines.resize(std::min(count, kPlacesNamed));
  std::string out;
  for (const int line : lines) out += (out.empty() ? "" : ", ") + std::to_string(line);
  return out + (count > lines.size() ? " …" : "");
}

std::vector<int> lines_with(std::string_view text, std::string_view part) {
  std::vector<int> lines;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    lines.push_back(line_at(text, at));
  }
  return lines;
}

// What to do about an anchor that is not there: the lines that may have been meant, as they are.
std::string way_to_anchor(std::string_view text, std::string_view anchor) {
  std::string out = "Copy the text to find from the current file, character by character";
  if (contains(anchor, "left out …]")) {
    return out + "; lines `[… left out …]` are no part of it.";
  }
  const std::string near = nearest_lines(text, anchor, kQuotedMax);
  if (near.empty()) {
    return out + "; nothing in its " + counted(split_lines(text).size(), "line") + " is like it.";
  }
  const int first = nearest_line(text, anchor);
  const int last = first + static_cast<int>(line_count(near)) - 1;
  return out + ". " +
         (last > first ? "Its lines " + std::to_string(first) + " to " + std::to_string(last) +
                             " are nearest to it, and read:\n"
                       : "Its line " + std::to_string(first) + " is nearest to it, and reads:\n") +
         std::string(trim_end(near));
}

class Resolver {
 public:
  Resolver(const ReadFile& read, const std::function<bool(const RepoPath&)>& may_rewrite)
      : read_(read), may_rewrite_(may_rewrite) {}

  void apply(const RepoPath& path, const Edit& edit) {
    Draft* draft = open(path);
    if (draft == nullptr) return;
    switch (edit.kind) {
      case EditKind::replace: replace(path, edit, *draft); break;
      case EditKind::symbol: replace_symbol(path, edit, *draft); break;
      case EditKind::write: write(path, edit, *draft); break;
      case EditKind::remove: remove(path, *draft); break;
    }
  }

  Resolved finish() {
    Resolved resolved{.change = {}, .faults = std::move(faults_)};
    for (auto& [path, draft] : drafts_) add_change(path, draft, resolved);
    return resolved;
  }

 private:
  void fault(std::string_view code, const RepoPath& path, int line, std::string message,
             std::string feedback) {
    faults_.push_back(
        {std::string(code), path.text(), line, std::move(message), std::move(feedback)});
  }

  Draft* open(const RepoPath& path) {
    if (const auto found = drafts_.find(path); found != drafts_.end()) return &found->second;
    Result<std::optional<SourceFile>> current = read_(path);
    if (!current) {
      fault("unreadable", path, 0, current.error().message, "Leave this file out of the change.");
      return nullptr;
    }
    Draft draft;
    draft.original = *std::move(current);
    if (draft.original) {
      draft.text = draft.original->text;
      draft.mode = draft.original->mode;
    }
    return &drafts_.emplace(path, std::move(draft)).first->second;
  }

  bool require_file(const RepoPath& path, const Draft& draft) {
    if (draft.text) return true;
    fault("anchor-missing", path, 0, "there is no such file to edit",
          "Create the file with an edit of kind \"write\", or name a file that exists.");
    return false;
  }

  void replace(const RepoPath& path, const Edit& edit, Draft& draft) {
    if (!require_file(path, draft)) return;
    const std::string find = to_plain(edit.find);
    const std::string plain = to_plain(*draft.text);
    const std::vector<int> lines = find.empty() ? std::vector<int>() : lines_with(plain, find);
    if (lines.empty()) return replace_loosely(path, edit, plain, draft);
    if (lines.size() > 1) return ambiguous(path, find, lines);
    const std::size_t begin = plain.find(find);
    put(draft, begin, begin + find.size(), to_plain(edit.content));
  }

  void ambiguous(const RepoPath& path, const std::string& find, const std::vector<int>& lines) {
    fault("anchor-ambiguous", path, lines.front(),
          "the text to find occurs " + std::to_string(lines.size()) +
              " times: " + printable(find, 200),
          "Take in more lines around it, so that it occurs once; now it does at lines " +
              places_text(lines) + ".");
  }

  // Where the anchor is not in the file to the letter.
  void replace_loosely(const RepoPath& path, const Edit& edit, const std::string& plain,
                       Draft& draft) {
    const std::string find = to_plain(edit.find);
    const LooseMatch match = match_loosely(plain, find, to_plain(edit.content));
    if (match.lines.empty()) {
      fault("anchor-missing", path, nearest_line(plain, find),
            "the text to find does not occur in the file: " + printable(find, 200),
            way_to_anchor(plain, find));
      return;
    }
    if (match.lines.size() > 1) return ambiguous(path, find, match.lines);
    if (match.indentation_unclear) {
      const std::size_t count = line_count(find);
      fault(
          "anchor-indentation", path, match.lines.front(),
          "the text to find is indented in another way than the file, so that nobody can tell how "
          "deep its replacement is: " +
              printable(find, 200),
          "Indent both as the file does. Its lines from " + std::to_string(match.lines.front()) +
              " on read:\n" +
              std::string(
                  trim_end(quoted_lines(plain, match.lines.front(), std::min(count, kQuotedMax)))));
      return;
    }
    put(draft, match.begin, match.end, match.content);
  }

  void replace_symbol(const RepoPath& path, const Edit& edit, Draft& draft) {
    if (!require_file(path, draft)) return;
    const std::string plain = to_plain(*draft.text);
    const syntax::Kind kind = syntax::kind_of(path, plain);
    std::vector<syntax::Definition> matches;
    if (kind.language) {
      for (auto& definition : syntax::definitions(*kind.language, plain)) {
        if (definition.qualified == edit.symbol || definition.name == edit.symbol) {
          matches.push_back(std::move(definition));
        }
      }
    }
    const auto exact = std::find_if(matches.begin(), matches.end(), [&](const auto& definition) {
      return definition.qualified == edit.symbol;
    });
    if (matches.size() > 1 && exact != matches.end()) matches = {*exact};
    if (matches.empty()) {
      fault("symbol-missing", path, 0, "no definition is called " + printable(edit.symbol, 100),
            "Name a definition of the file, like Class.method, or use an edit of kind "
            "\"replace\".");
      return;
    }
    if (matches.size() > 1) {
      fault(
          "symbol-ambiguous", path, matches.front().line,
          std::to_string(matches.size()) + " definitions are called " + printable(edit.symbol, 100),
          "Give the qualified name, like Class.method.");
      return;
    }
    const syntax::Definition& target = matches.front();
    std::string content = to_plain(edit.content);
    while (content.ends_with('\n')) content.pop_back();
    put(draft, target.begin, target.end, content);
  }

  void write(const RepoPath& path, const Edit& edit, Draft& draft) {
    // Nor is it when an edit before this one deletes it.
    if (draft.original && !may_rewrite_(path)) {
      fault("whole-file-refused", path, 0,
            "the file exists and was not shown whole, so it may not be written whole",
            "Use edits of kind \"replace\" or \"symbol\" on the parts that change.");
      return;
    }
    if (!draft.original) {
      draft.text = edit.content;
      draft.mode = edit.executable ? 0755U : 0644U;
      return;
    }
    draft.text = from_plain(to_plain(edit.content), shape_for(draft), draft.original->text);
  }

  void remove(const RepoPath& path, Draft& draft) {
    if (!draft.text) {
      fault("delete-missing", path, 0, "there is no such file to delete", "Leave this edit out.");
      return;
    }
    draft.text.reset();
  }

  static void add_change(const RepoPath& path, Draft& draft, Resolved& resolved) {
    if (!draft.original && !draft.text) return;
    if (draft.original && draft.text == draft.original->text) return;
    git::FileChange file{.path = path};
    file.mode_before = file.mode_after = draft.mode;
    if (!draft.original) {
      file.action = git::Action::create;
    } else {
      file.before = draft.original->text;
      if (!draft.text) file.action = git::Action::remove;
    }
    file.after = std::move(draft.text);
    resolved.change.files.push_back(std::move(file));
  }

  const ReadFile& read_;
  const std::function<bool(const RepoPath&)>& may_rewrite_;
  std::map<RepoPath, Draft> drafts_;
  std::vector<EditFault> faults_;
};

}  // namespace

Resolved resolve(const std::vector<std::pair<RepoPath, Edit>>& edits, const ReadFile& read,
                 const std::function<bool(const RepoPath&)>& may_rewrite) {
  Resolver resolver(read, may_rewrite);
  for (const auto& [path, edit] : edits) resolver.apply(path, edit);
  return resolver.finish();
}

}  // namespace pawl::edits
