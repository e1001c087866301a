#include "agents/own_tools.hpp"

#include <algorithm>

#include "agents/programs/kinds.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

constexpr std::size_t kShownBytesMax = 12'000;
constexpr std::size_t kLineShownMax = 2'000;
constexpr std::size_t kFileBytesMax = 2U << 20U;
constexpr std::int64_t kLinesShown = 250;
constexpr Milliseconds kCommandMax{600'000};

ToolAnswer wrong(std::string text) { return {.text = std::move(text), .failed = true}; }

Result<ToolAnswer> run_command(const Json& action, Session& session, Milliseconds left) {
  const Program shell{.argv = {"/bin/sh", "-c", action["command"].string_or("") + "\n"},
                      .environment = model_variables(session),
                      .wall = std::min(left, kCommandMax)};
  TRY_ASSIGN(const Ended ended, session.run(shell, {}));
  const os::Finished& finished = ended.finished;
  std::string text = head_and_tail(to_utf8(finished.out), kShownBytesMax);
  if (!finished.err.empty()) {
    text += (text.empty() ? "" : "\n") + std::string("standard error:\n") +
            head_and_tail(to_utf8(finished.err), kShownBytesMax / 4);
  }
  if (finished.succeeded()) return ToolAnswer{text.empty() ? "exit code 0, no output" : text};
  return wrong(finished.how_it_ended() + "\n" + text);
}

ToolAnswer read_file(const Json& action, const RepoPath& path, os::Root& folder) {
  const auto text = folder.read(path, kFileBytesMax);
  if (!text) return wrong(text.error().message);
  if (looks_binary(*text)) return wrong(path.text() + " is no text");
  const auto lines = split_lines(*text);
  const auto from = static_cast<std::size_t>(action["from"].int_or(1));
  const auto wanted =
      static_cast<std::size_t>(std::min(action["lines"].int_or(kLinesShown), kLinesShown));
  std::string out;
  std::size_t at = from;
  for (; at <= lines.size() && at < from + wanted && out.size() < kShownBytesMax; ++at) {
    out += std::to_string(at) + "\t" + head_and_tail(to_utf8(lines[at - 1]), kLineShownMax) + "\n";
  }
  if (at <= lines.size()) {
    out += "(" + counted(lines.size() - at + 1, "more line") + ")\n";
  }
  return {out.empty() ? "no line there; the file has " + counted(lines.size(), "line") : out};
}

std::uint32_t mode_of(const RepoPath& path, const os::Root& folder) {
  const auto stat = folder.stat(path);
  const bool runs = stat && stat->has_value() && ((*stat)->mode & 0100U) != 0;
  return runs ? 0755 : 0644;
}

// As the file has its lines, which a model does not see.
std::string with_ends_of(const std::string& file, std::string_view text) {
  const bool other = contains(file, "\r\n") && !contains(text, "\r\n");
  return other ? replace_all(text, "\n", "\r\n") : std::string(text);
}

// Where what is wanted begins, if that is in the file.
std::string not_there(const std::string& file, std::string_view old, const RepoPath& path) {
  std::string why = "`old` is not in " + path.text();
  const std::string_view wanted = trim(old);
  const std::string_view first = trim(wanted.substr(0, wanted.find('\n')));
  const auto lines = split_lines(file);
  const auto near = std::find_if(lines.begin(), lines.end(), [&](std::string_view line) {
    return !first.empty() && trim(line) == first;
  });
  if (near == lines.end()) return why + "; read it again";
  return why + "; its first line is line " + std::to_string(near - lines.begin() + 1) +
         ", so what follows differs, or the blanks do: read it there";
}

ToolAnswer edit_file(const Json& action, const RepoPath& path, os::Root& folder) {
  const auto text = folder.read(path, kFileBytesMax);
  if (!text) return wrong(text.error().message);
  const std::string old = with_ends_of(*text, action["old"].text());
  const std::string put = with_ends_of(*text, action["new"].text());
  const auto at = text->find(old);
  if (at == std::string::npos) return wrong(not_there(*text, old, path));
  if (text->find(old, at + 1) != std::string::npos) {
    return wrong("`old` is in " + path.text() + " more than once; give more of what is around it");
  }
  if (old == put) return wrong("`new` is the same as `old`; nothing was changed");
  std::string changed = *text;
  changed.replace(at, old.size(), put);
  const Status written = folder.write(path, changed, mode_of(path, folder));
  if (!written) return wrong(written.error().message);
  return {"changed " + path.text()};
}

ToolAnswer write_file(const Json& action, const RepoPath& path, os::Root& folder) {
  const Status written = folder.write(path, action["text"].text(), mode_of(path, folder));
  if (!written) return wrong(written.error().message);
  return {"wrote " + path.text()};
}

}  // namespace

Result<ToolAnswer> use_tool(const Json& action, Session& session, const Order& order,
                            Milliseconds left) {
  const std::string_view what = action["do"].text();
  if (what == "bash") return run_command(action, session, left);
  const auto path = RepoPath::parse(action["path"].text());
  if (!path) return wrong(path.error().message);
  if (what == "read") return read_file(action, *path, session.folder());
  if (!order.may_write) return wrong("the folder may only be read");
  // Git acts on what lies there.
  const bool of_git = path->folded() == ".git" || path->folded().starts_with(".git/");
  if (of_git) return wrong(path->text() + " is Git's own");
  if (what == "edit") return edit_file(action, *path, session.folder());
  return write_file(action, *path, session.folder());
}

}  // namespace pawl::agents
