#include "landing/message.hpp"

#include "base/text/text.hpp"
#include "stages/publishing/public_words.hpp"

namespace pawl::landing {
namespace {

constexpr std::size_t kLineBytesMax = 200;
constexpr std::size_t kCommitsShownMax = 50;
constexpr std::size_t kBodyBytesMax = 4000;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string subject_of(const Wish& wish, const std::vector<git::CommitInfo>& commits) {
  std::string subject = commits.size() == 1 ? commits.front().subject : wish.title;
  if (subject.empty()) subject = commits.front().subject;
  subject = cut_at_word(stages::harmless_line(subject, kLineBytesMax), kSubjectMax);
  return subject.empty() ? "Land the work of a run" : subject;
}

// Without its trailers: those of many commits say nothing of the one.
std::string body_without_trailers(const git::CommitInfo& commit) {
  std::string out;
  for (const std::string_view line : split_lines(commit.body)) {
    const auto colon = line.find(": ");
    const bool trailer = colon != std::string_view::npos && colon > 0 &&
                         line.substr(0, colon).find(' ') == std::string_view::npos &&
                         line.substr(0, colon).find('-') != std::string_view::npos;
    if (!trailer && out.size() < kBodyBytesMax) {
      out += stages::harmless_line(line, kLineBytesMax) + "\n";
    }
  }
  return std::string(trim(out));
}

std::string body_of(const std::vector<git::CommitInfo>& commits) {
  if (commits.size() == 1) return body_without_trailers(commits.front());
  std::string body;
  for (std::size_t i = 0; i < commits.size() && i < kCommitsShownMax; ++i) {
    body += "- " + stages::harmless_line(commits[i].subject, kLineBytesMax) + "\n";
  }
  if (commits.size() > kCommitsShownMax) {
    body += "- and " + std::to_string(commits.size() - kCommitsShownMax) + " more\n";
  }
  return std::string(trim(body));
}

}  // namespace

std::string cut_at_word(std::string_view text, std::size_t length_max) {
  std::size_t length = 0;
  std::size_t end = 0;
  std::size_t word_end = 0;
  for (; end < text.size(); ++end) {
    if (is_continuation(text[end])) continue;
    if (text[end] == ' ') word_end = end;
    if (length == length_max) break;
    ++length;
  }
  if (end == text.size()) return std::string(text);
  return std::string(trim_end(text.substr(0, word_end > 0 ? word_end : end)));
}

std::string squash_message(const run::RunState& state, const Wish& wish,
                           const std::vector<git::CommitInfo>& commits) {
  std::string message = subject_of(wish, commits);
  const std::string body = body_of(commits);
  if (!body.empty()) message += "\n\n" + body;
  message += "\n\n" + std::string(kRunTrailer) + ": " + state.run + "\n" +
             std::string(kHeadTrailer) + ": " + commits.back().id + "\n";
  return message;
}

}  // namespace pawl::landing
