#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"

namespace pawl::guards {
namespace {

constexpr auto kDirectives = fixed_words("module", "go", "toolchain", "godebug", "require",
                                         "exclude", "replace", "retract", "tool", "ignore", "use");

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
  // `1.21`, `1.21.0`, `1.21rc2`
  static bool is_go_version(std::string_view word) {
    const std::string_view plain = word.substr(0, std::min(word.find_first_of("rb-"), word.size()));
    return is_digit(word.front()) && plain.find_first_not_of("0123456789.") == word.npos &&
           !plain.ends_with('.') && !contains(plain, "..");
  }

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
      } else {
        major(words[0], words[1]);
      }
    } else if (directive == "replace") {
      if (!among(words, "=>")) add("a replacement without =>: " + printable(rest, 80));
    } else if (directive == "go" && !is_go_version(words[0])) {
      add("no version of Go: " + printable(words[0], 40));
    } else if (directive == "toolchain" && words[0] != "default" && !words[0].starts_with("go")) {
      add("no toolchain of Go: " + printable(words[0], 40));
    }
  }

  // From the second on the path of a module ends in its major version.
  void major(std::string_view module, std::string_view version) {
    if (!version.starts_with('v') || version.size() < 2 || !is_digit(version[1])) return;
    const std::string_view number = version.substr(1, version.find('.') - 1);
    const bool plain = std::all_of(number.begin(), number.end(), is_digit);
    if (!plain || contains(version, "+incompatible") || module.starts_with("gopkg.in/")) return;
    const std::string_view last = module.substr(module.rfind('/') + 1);
    const bool named = last.size() > 1 && last[0] == 'v' && last != "v0" && last != "v1" &&
                       std::all_of(last.begin() + 1, last.end(), is_digit) && contains(module, "/");
    const bool fits = named ? last.substr(1) == number : number == "0" || number == "1";
    if (!fits) {
      add(printable(module, 80) + " cannot have the version " + printable(version, 40) +
          (named ? "" : ": its path has no /v" + std::string(number) + " at its end"));
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
