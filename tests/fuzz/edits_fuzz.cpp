// The way from an answer's JSON to a change, over a few files in memory. An answer may bring files
// of its own in a member "files": {"path": "text"}; "seen": false forbids to rewrite them whole.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.hpp"
#include "base/json.hpp"
#include "edits/edits.hpp"
#include "schema/json_schema.hpp"

namespace {

using pawl::Json;
using pawl::RepoPath;
using pawl::edits::Edit;
using pawl::edits::EditKind;
using pawl::edits::Resolved;
using pawl::edits::SourceFile;
using Files = std::map<std::string, SourceFile>;
using Edits = std::vector<std::pair<RepoPath, Edit>>;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kFileBytesMax = 2000;

Files given_files() {
  return {
      {"unix.txt", {.text = "one\ntwo\n\nthree\n"}},
      {"dos.txt", {.text = "one\r\ntwo\r\n\r\nthree\r\n"}},
      {"mixed.txt", {.text = "one\r\ntwo\nthree\r\nfour\rfive\r\r\n"}},
      {"marked.txt", {.text = std::string(kByteOrderMark) + "one\r\ntwo"}},
      {"open.txt", {.text = "one\ntwo"}},
      {"empty.txt", {.text = ""}},
      {"latin.txt", {.text = "caf\xE9\nnaught\n"}},
      {"tool", {.text = "#!/bin/sh\nrun() {\n  echo \"$1\"\n}\nrun a\n", .mode = 0755}},
      {"m.py",
       {.text = "import os\n\n\ndef first():\n    return 1\n\n\nclass Box:\n    @property\n    def "
                "first(self):\n        return 2\n\n    def second(self):\n        return 3\n"}},
      {"m.go",
       {.text = "package m\r\n\r\ntype Box struct{ n int }\r\n\r\nfunc (b *Box) Get() int {\r\n"
                "\treturn b.n\r\n}\r\n"}},
      {"m.js",
       {.text = "export const first = () => 1;\nexport class Box {\n  get() {\n    return 2;\n  "
                "}\n}\nexports.third = function () {};\n"}},
  };
}

struct Case {
  Files files = given_files();
  bool seen = true;
  Edits edits;
};

void add_files(const Json& files, Case& out) {
  for (const auto& [name, text] : files.members()) {
    const auto path = RepoPath::parse(name);
    if (!path || text.text().size() > kFileBytesMax) continue;
    out.files[path->text()] = {.text = std::string(text.text())};
  }
}

Resolved resolve(const Case& the_case, const Edits& edits) {
  return pawl::edits::resolve(
      edits,
      [&](const RepoPath& path) -> pawl::Result<std::optional<SourceFile>> {
        const auto found = the_case.files.find(path.text());
        if (found == the_case.files.end()) return std::optional<SourceFile>();
        return std::optional<SourceFile>(found->second);
      },
      [&](const RepoPath&) { return the_case.seen; });
}

// Every change names what was there, differs from it, and stands once, in order.
void check_change(const Case& the_case, const Resolved& resolved) {
  const RepoPath* last = nullptr;
  for (const pawl::git::FileChange& file : resolved.change.files) {
    PAWL_CHECK(last == nullptr || *last < file.path, "paths of a change are not in order");
    last = &file.path;
    const auto found = the_case.files.find(file.path.text());
    const bool existed = found != the_case.files.end();
    PAWL_CHECK(file.before.has_value() == existed, "a change invents or forgets a file");
    PAWL_CHECK((file.action == pawl::git::Action::create) == !existed, "wrong action");
    PAWL_CHECK((file.action == pawl::git::Action::remove) == !file.after, "wrong action");
    PAWL_CHECK(file.before || file.after, "a change of nothing");
    if (!existed) continue;
    PAWL_CHECK(*file.before == found->second.text, "a change misquotes a file");
    PAWL_CHECK(file.before != file.after, "a change without effect");
    PAWL_CHECK(file.mode_before == found->second.mode, "a mode is misquoted");
    PAWL_CHECK(file.mode_after == found->second.mode, "a mode changes");
  }
}

void check_same(const Resolved& one, const Resolved& two) {
  PAWL_CHECK(one.change.files == two.change.files, "the same edits give another change");
  PAWL_CHECK(one.faults.size() == two.faults.size(), "the same edits give other faults");
  for (std::size_t i = 0; i < one.faults.size(); ++i) {
    PAWL_CHECK(one.faults[i].code == two.faults[i].code, "the same edits give other faults");
    PAWL_CHECK(one.faults[i].message == two.faults[i].message, "the same edits say other things");
  }
}

// A text without byte-order mark and with plain line ends, and where each of its bytes came from.
struct Plain {
  std::string text;
  std::vector<std::size_t> from;
};

Plain plain_of(std::string_view text) {
  Plain out;
  for (std::size_t i = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
       i <= text.size(); ++i) {
    out.from.push_back(i);
    if (i == text.size()) break;
    if (text.substr(i, 2) == "\r\n") ++i;
    out.text += text[i];
  }
  return out;
}

bool is_all_crlf(std::string_view text) {
  std::size_t ends = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n') continue;
    if (i == 0 || text[i - 1] != '\r') return false;
    ++ends;
  }
  return ends > 0;
}

void check_endings(const std::string& before, const std::string& after, const Edit& edit) {
  PAWL_CHECK(before.starts_with(kByteOrderMark) == after.starts_with(kByteOrderMark) ||
                 edit.content.find(kByteOrderMark) != std::string::npos ||
                 before.find(kByteOrderMark, 1) != std::string::npos,
             "a byte-order mark came or went");
  if (is_all_crlf(before)) {
    PAWL_CHECK(after.find('\n') == std::string::npos || is_all_crlf(after),
               "a file of CRLF lines got another line end");
  }
  const bool lone_return = plain_of(edit.content).text.find('\r') != std::string::npos;
  if (before.find('\r') == std::string::npos && !lone_return) {
    PAWL_CHECK(after.find('\r') == std::string::npos, "a file of LF lines got a CR");
  }
}

// The anchor is gone, its replacement is there, and everything around it is as it was.
void check_replaced(const std::string& before, const std::string& after, const Edit& edit) {
  const Plain plain = plain_of(before);
  const std::string find = plain_of(edit.find).text;
  const auto at = plain.text.find(find);
  PAWL_CHECK(!find.empty() && at != std::string::npos, "an anchor was found that is not there");
  PAWL_CHECK(plain.text.find(find, at + 1) == std::string::npos, "an ambiguous anchor was taken");
  const std::string_view head = std::string_view(before).substr(0, plain.from[at]);
  const std::string_view tail = std::string_view(before).substr(plain.from[at + find.size()]);
  PAWL_CHECK(after.size() >= head.size() + tail.size(), "text beside the anchor is gone");
  PAWL_CHECK(after.starts_with(head), "text before the anchor changed");
  PAWL_CHECK(after.ends_with(tail), "text behind the anchor changed");
  const std::string_view put =
      std::string_view(after).substr(head.size(), after.size() - head.size() - tail.size());
  const std::string content = plain_of(edit.content).text;
  if (content.find('\r') == std::string::npos) {
    std::string without_returns;
    for (const char c : put) {
      if (c != '\r') without_returns += c;
    }
    PAWL_CHECK(without_returns == content, "something else was put in place of the anchor");
  }
}

void check_alone(const Case& the_case, const RepoPath& path, const Edit& edit) {
  const Resolved resolved = resolve(the_case, {{path, edit}});
  check_change(the_case, resolved);
  PAWL_CHECK(resolved.faults.size() <= 1, "one edit has several faults");
  PAWL_CHECK(resolved.faults.empty() || resolved.change.empty(), "a faulty edit was applied");
  PAWL_CHECK(resolved.change.files.size() <= 1, "one edit changes several files");
  if (resolved.change.empty()) return;
  const pawl::git::FileChange& file = resolved.change.files.front();
  PAWL_CHECK(file.path == path, "another file was changed");
  if (!file.before || !file.after) return;
  check_endings(*file.before, *file.after, edit);
  if (edit.kind == EditKind::replace) check_replaced(*file.before, *file.after, edit);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto kSchema = pawl::schema::JsonSchema::compile(pawl::edits::edits_schema());
  const auto json = Json::parse({reinterpret_cast<const char*>(data), size});
  if (!json) return 0;
  const auto violations = kSchema->violations(*json);
  if (!violations || !violations->empty()) return 0;
  Case the_case;
  the_case.seen = (*json)["seen"].bool_or(true);
  add_files((*json)["files"], the_case);
  for (Edit& edit : pawl::edits::parse_edits(*json).edits) {
    const auto path = RepoPath::parse(edit.path);
    if (path) the_case.edits.emplace_back(*path, std::move(edit));
  }
  const Resolved resolved = resolve(the_case, the_case.edits);
  if (resolved.faults.empty()) check_change(the_case, resolved);
  check_same(resolved, resolve(the_case, the_case.edits));
  for (const auto& [path, edit] : the_case.edits) check_alone(the_case, path, edit);
  return 0;
}
