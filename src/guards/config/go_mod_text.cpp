#include <array>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"

namespace pawl::guards {
namespace {

constexpr auto kDirectives =
    std::to_array<std::string_view>({"module", "go", "toolchain", "godebug", "require", "exclude",
                                     "replace", "retract", "tool", "ignore", "use"});

class GoModReader {
 public:
  BuildFaults read(std::string_view text) {
    for (const std::string_view raw : split_lines(text)) {
      ++row_;
      const std::string_view line = trim(raw.substr(0, raw.find("//")));
      if (line.empty()) continue;
      if (line.starts_with('#')) {
        add("a comment begins with // here, not #");
      } else if (!block_.empty()) {
        if (line == ")") {
          block_ = {};
        } else {
          entry(block_, line);
        }
      } else {
        directive(line);
      }
    }
    if (!block_.empty()) add("a block is not closed");
    return std::move(faults_);
  }

 private:
  void add(std::string message) { faults_.push_back({kBuildParseError, row_, std::move(message)}); }

  void directive(std::string_view line) {
    const auto words = split_words(line);
    if (!among(kDirectives, words[0])) {
      return add("no directive of Go's: " + printable(words[0], 60));
    }
    if (words.size() == 2 && words[1] == "(") {
      block_ = words[0];
      return;
    }
    const bool once = words[0] == "module" || words[0] == "go" || words[0] == "toolchain";
    if (once && !seen_.insert(words[0]).second) {
      return add("the directive " + std::string(words[0]) + " is there twice");
    }
    entry(words[0], trim(line.substr(words[0].size())));
  }

  void entry(std::string_view directive, std::string_view rest) {
    const auto words = split_words(rest);
    if (words.empty()) return;
    if (directive == "require" || directive == "exclude") {
      if (words.size() == 1) return add(printable(words[0], 80) + " has no version");
      // A branch or a commit is looked up; a number without its letter is none of both.
      if (is_digit(words[1].front()) && contains(words[1], ".")) {
        add("a version begins with v, not " + printable(words[1], 40));
      }
    } else if (directive == "replace") {
      if (!among(words, "=>")) add("a replacement without =>: " + printable(rest, 80));
    } else if (directive == "go" && !is_digit(words[0].front())) {
      add("no version of Go: " + printable(words[0], 40));
    }
  }

  BuildFaults faults_;
  std::set<std::string_view> seen_;
  std::string_view block_;  // the directive whose block is open
  int row_ = 0;
};

}  // namespace

BuildFaults faults_in_go_mod(std::string_view text) { return GoModReader().read(text); }

}  // namespace pawl::guards
