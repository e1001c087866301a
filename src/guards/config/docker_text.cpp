#include <algorithm>

#include "base/json.hpp"
#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"

namespace pawl::guards {
namespace {

constexpr auto kDockerInstructions = fixed_words(
    "ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL",
    "MAINTAINER", "ONBUILD", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR");

struct DockerLine {
  std::string name;  // in capitals
  std::string rest;
  int row = 0;
  bool brings_text = false;  // a here document
};

// The words that end the here documents of a line, in their order: `<<EOF`, `<<-"EOT"`.
std::vector<std::string> here_words(std::string_view text) {
  std::vector<std::string> words;
  for (auto at = text.find("<<"); at != std::string_view::npos; at = text.find("<<", at)) {
    at += 2;
    if (text.substr(at).starts_with('<')) {  // a here string
      ++at;
      continue;
    }
    std::size_t begin = at;
    if (begin < text.size() && text[begin] == '-') ++begin;
    const bool quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
    if (quoted) ++begin;
    const std::size_t end = std::min(text.find_first_of(" \t\"';|&()<>", begin), text.size());
    if (end > begin && !is_digit(text[begin])) words.emplace_back(text.substr(begin, end - begin));
  }
  return words;
}

class DockerTextReader {
 public:
  explicit DockerTextReader(std::string_view text) : rows_(split_lines(text)) {}

  BuildFaults read() {
    if (!directives()) return {};
    for (at_ = 0; at_ < rows_.size();) {
      const std::string_view row = trim(rows_[at_]);
      if (row.empty() || row.front() == '#') {
        ++at_;
        continue;
      }
      judge(next_instruction());
    }
    return std::move(faults_);
  }

 private:
  // `# syntax=…`, `# escape=…`. False where another program than Docker's own reads the file.
  bool directives() {
    for (const std::string_view raw : rows_) {
      const std::string_view row = trim(raw);
      if (!row.starts_with('#')) break;
      const std::string said = replace_all(lower(row), " ", "");
      if (said.starts_with("#escape=`")) escape_ = '`';
      if (said.starts_with("#syntax=") && !said.starts_with("#syntax=docker/dockerfile:") &&
          said != "#syntax=docker/dockerfile") {
        return false;
      }
    }
    return true;
  }

  DockerLine next_instruction() {
    DockerLine line{.name = {}, .rest = {}, .row = static_cast<int>(at_) + 1};
    std::string text;
    for (bool more = true; more && at_ < rows_.size(); ++at_) {
      const std::string_view row = trim(rows_[at_]);
      // Comments and empty lines do not end what is continued.
      if (!text.empty() && (row.empty() || row.front() == '#')) continue;
      more = row.ends_with(escape_);
      text.append(more ? row.substr(0, row.size() - 1) : row).append(" ");
    }
    const std::string_view whole = trim(text);
    const auto blank = std::min(whole.find_first_of(" \t"), whole.size());
    line.name = upper(whole.substr(0, blank));
    line.rest = trim(whole.substr(blank));
    if (line.name == "RUN" || line.name == "COPY" || line.name == "ADD") here_documents(line);
    return line;
  }

  void here_documents(DockerLine& line) {
    for (const std::string& word : here_words(line.rest)) {
      const auto end = std::find_if(rows_.begin() + static_cast<std::ptrdiff_t>(at_), rows_.end(),
                                    [&](std::string_view row) { return trim(row) == word; });
      if (end == rows_.end()) continue;  // a shift of numbers, or the shell's own affair
      line.brings_text = true;
      at_ = static_cast<std::size_t>(end - rows_.begin()) + 1;
    }
  }

  void add(const DockerLine& line, std::string message) {
    faults_.push_back({kBuildParseError, line.row, std::move(message)});
  }

  void judge(const DockerLine& line) {
    if (!among(kDockerInstructions, line.name)) {
      return add(line, "no instruction of a Dockerfile: " + printable(line.name, 60));
    }
    const bool first = !begun_ && line.name != "ARG";
    if (first) {
      begun_ = true;
      // Without any it is a part of one.
      const bool whole = std::any_of(rows_.begin(), rows_.end(), [](std::string_view row) {
        return starts_with_folded(trim(row), "FROM ");
      });
      if (line.name != "FROM" && whole) add(line, line.name + " before the first FROM");
    }
    const bool may_be_bare = line.name == "CMD" || line.name == "ENTRYPOINT";
    if (line.rest.empty() && !may_be_bare) return add(line, line.name + " without arguments");
    if (line.name == "FROM") return from(line);
    if (line.name == "COPY" || line.name == "ADD") return copy(line);
    if (may_be_bare || line.name == "SHELL") return program(line);
  }

  static std::vector<std::string_view> words_of_line(const DockerLine& line) {
    std::vector<std::string_view> words = split_words(std::string_view(line.rest));
    std::erase_if(words, [](std::string_view word) { return word.starts_with("--"); });
    return words;
  }

  void from(const DockerLine& line) {
    const auto words = words_of_line(line);
    const bool named = words.size() == 3 && equal_folded(words[1], "as");
    if (words.size() != 1 && !named) {
      add(line, "FROM takes an image, or an image AS a name: " + printable(line.rest, 80));
    }
  }

  void copy(const DockerLine& line) {
    if (line.brings_text || contains(line.rest, "[")) return;
    if (words_of_line(line).size() < 2) {
      add(line, line.name + " takes what to copy and where to: " + printable(line.rest, 80));
    }
  }

  // `["a", "b"]` is a list of JSON; anything less is given to a shell as it is written.
  void program(const DockerLine& line) {
    const std::string_view rest = trim(line.rest);
    if (!rest.starts_with('[')) {
      if (line.name == "SHELL") add(line, "SHELL takes a list of JSON: " + printable(rest, 80));
      return;
    }
    const std::string_view inside = trim(rest.substr(1));
    const bool list = inside.starts_with('"') || inside.starts_with('\'');
    // `[ "$A" = b ] && c` is a test of the shell.
    if (!list || contains(rest, "&&") || contains(rest, "||") || contains(rest, "\"$")) return;
    const auto parsed = Json::parse(rest);
    if (!parsed || !parsed->is_array()) {
      add(line, "no list of JSON, so that a shell gets it as it is: " + printable(rest, 80));
    }
  }

  std::vector<std::string_view> rows_;
  std::size_t at_ = 0;
  char escape_ = '\\';
  bool begun_ = false;
  BuildFaults faults_;
};

}  // namespace

BuildFaults faults_in_dockerfile(std::string_view text) { return DockerTextReader(text).read(); }

}  // namespace pawl::guards
