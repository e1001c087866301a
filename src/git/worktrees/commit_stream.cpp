#include "git/worktrees/commit_stream.hpp"

#include "git/hardening.hpp"

namespace pawl::git {
namespace {

// In quotes, with everything but plain characters as octal.
std::string quoted(std::string_view path) {
  std::string out = "\"";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f && c != '"' && c != '\\') {
      out += c;
      continue;
    }
    out += '\\';
    for (const unsigned shift : {6U, 3U, 0U}) {
      out += static_cast<char>('0' + ((byte >> shift) & 7U));
    }
  }
  return out + '"';
}

std::string data_block(std::string_view bytes) {
  return "data " + std::to_string(bytes.size()) + "\n" + std::string(bytes) + "\n";
}

}  // namespace

namespace {

std::string_view mode_text(std::uint32_t mode) {
  if (mode == kSymlinkMode) return "120000";
  return mode == 0755 ? "100755" : "100644";
}

}  // namespace

std::string commit_stream(const CommitPlan& plan, const Change& change) {
  const auto seconds = std::chrono::floor<Seconds>(plan.at).time_since_epoch().count();
  const std::string who = plain_name(plan.identity.name) + " <" + plain_name(plan.identity.email) +
                          "> " + std::to_string(seconds) + " +0000\n";
  std::string out = "commit " + plan.ref + "\nmark :1\nauthor " + who + "committer " + who +
                    data_block(plan.message) + "from " + plan.parent + "\n";
  // Removals first: a file may make room for a folder of its name.
  for (const FileChange& file : change.files) {
    if (!file.after) out += "D " + quoted(file.path.text()) + "\n";
  }
  for (const FileChange& file : change.files) {
    if (!file.after) continue;
    out += "M " + std::string(mode_text(file.mode_after)) + " inline " + quoted(file.path.text()) +
           "\n" + data_block(*file.after);
  }
  return out + "\nget-mark :1\ndone\n";
}

}  // namespace pawl::git
