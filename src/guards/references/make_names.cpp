// What Makefiles and the files of CMake name.
#include <algorithm>
#include <map>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/references/command_names.hpp"
#include "guards/references/makefile.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {
namespace {

void add_recipes(NameCollector& out, const Makefile& makefile) {
  for (const auto& [recipe, line] : makefile.recipes) {
    std::string_view text = trim(recipe);
    bool tolerant = false;
    while (!text.empty() && (text[0] == '@' || text[0] == '-' || text[0] == '+')) {
      tolerant = tolerant || text[0] == '-';
      text.remove_prefix(1);
    }
    if (tolerant) continue;
    const std::string plain = replace_all(replace_all(text, "$(MAKE)", "make"), "${MAKE}", "make");
    add_commands(out, plain, {.key = "recipe", .folder = out.folder(), .line = line - 1});
  }
}

constexpr auto kMadeEndings = fixed_words(".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx",
                                          ".cu", ".m", ".mm", ".s", ".asm");

struct CMakeCall {
  std::string name;  // in lower case
  std::vector<std::string> words;
  int line = 0;
};

// The calls of a text, their words without quotes; brackets and comments are left out.
class CMakeReader {
 public:
  explicit CMakeReader(std::string_view text) : text_(text) {}

  std::vector<CMakeCall> read() {
    while (skip_blanks(), at_ < text_.size()) {
      const std::size_t begin = at_;
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      if (at_ == begin) {
        ++at_;
        continue;
      }
      CMakeCall call{lower(text_.substr(begin, at_ - begin)), {}, line_};
      skip_blanks();
      if (at_ >= text_.size() || text_[at_] != '(') continue;
      ++at_;
      arguments(call);
      calls_.push_back(std::move(call));
    }
    return std::move(calls_);
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        skip_comment();
        continue;
      }
      if (!is_space(c)) return;
      if (c == '\n') ++line_;
      ++at_;
    }
  }

  void skip_comment() {
    if (text_.substr(at_).starts_with("#[[")) {
      const std::size_t end = std::min(text_.find("]]", at_), text_.size());
      line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                           text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      at_ = std::min(end + 2, text_.size());
    } else {
      at_ = std::min(text_.find('\n', at_), text_.size());
    }
  }

  void arguments(CMakeCall& call) {
    int depth = 1;
    std::string word;
    while (skip_blanks(), at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '(') {
        ++depth;
        ++at_;
      } else if (c == ')') {
        ++at_;
        if (--depth == 0) return;
      } else {
        call.words.push_back(c == '"' ? quoted() : bare());
      }
    }
  }

  std::string quoted() {
    std::string word;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      word += text_[at_];
    }
    ++at_;
    return word;
  }

  std::string bare() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '(' && text_[at_] != ')' &&
           text_[at_] != '"') {
      ++at_;
    }
    if (at_ == begin) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<CMakeCall> calls_;
};

bool is_source(std::string_view word) {
  return std::any_of(kMadeEndings.begin(), kMadeEndings.end(), [&](std::string_view ending) {
    return word.size() > ending.size() && word.ends_with(ending);
  });
}

void strip_own_folder(std::string& word) {
  for (const std::string_view own :
       {"${CMAKE_CURRENT_SOURCE_DIR}/", "${CMAKE_CURRENT_LIST_DIR}/"}) {
    if (word.starts_with(own)) word.erase(0, own.size());
  }
}

class CMakeNames {
 public:
  explicit CMakeNames(NameCollector& out) : out_(out), calls_(CMakeReader(out.text()).read()) {
    // What is mentioned more than once may be made by one of the places.
    for (const CMakeCall& call : calls_) {
      if (is_list(call.name)) continue;
      for (const std::string& word : call.words) {
        ++mentioned_[word.substr(word.rfind('/') + 1)];
      }
    }
  }

  void read() {
    for (CMakeCall& call : calls_) {
      for (std::string& word : call.words) strip_own_folder(word);
      one(call);
    }
  }

 private:
  static bool is_list(std::string_view name) {
    return name == "add_executable" || name == "add_library" || name == "target_sources";
  }

  void add(const CMakeCall& call, std::string_view written, NamedAs as) {
    if (!is_plain_path(written)) return;
    out_.add_from(out_.folder(), {.key = call.name,
                                  .written = std::string(written),
                                  .path = {},
                                  .as = as,
                                  .line = call.line});
  }

  void one(const CMakeCall& call) {
    if (call.words.empty()) return;
    if (is_list(call.name)) {
      for (std::size_t i = 1; i < call.words.size(); ++i) {
        const std::string& word = call.words[i];
        const bool made = mentioned_.contains(word.substr(word.rfind('/') + 1));
        if (is_source(word) && !made) add(call, word, NamedAs::file);
      }
    } else if (call.name == "add_subdirectory" && call.words.size() == 1) {
      add(call, call.words[0], NamedAs::folder);
    } else if (call.name == "include" && call.words[0].ends_with(".cmake")) {
      add(call, call.words[0], NamedAs::file);
    } else if (call.name == "configure_file") {
      add(call, call.words[0], NamedAs::file);
    }
  }

  NameCollector& out_;
  std::vector<CMakeCall> calls_;
  std::map<std::string, int> mentioned_;  // outside of lists of sources, by last part
};

}  // namespace

void read_makefile(NameCollector& out) {
  const Makefile makefile = parse_makefile(out.text());
  for (const MakeInclude& include : makefile.includes) {
    if (include.optional || makefile.makes(include.path)) continue;
    if (is_plain_path(include.path)) {
      out.add_from(out.folder(), {.key = "include",
                                  .written = include.path,
                                  .path = {},
                                  .as = NamedAs::file,
                                  .line = include.line});
    }
  }
  add_recipes(out, makefile);
  if (makefile.opaque) return;
  for (const MakeRule& rule : makefile.rules) {
    const bool special = rule.targets.empty() || rule.targets.front().starts_with('.');
    const bool pattern = std::any_of(rule.targets.begin(), rule.targets.end(),
                                     [](const std::string& name) { return contains(name, "%"); });
    if (special || pattern) continue;
    for (const std::string& need : rule.needs) {
      if (need == "|" || !is_plain_path(need) || makefile.makes(need)) continue;
      out.add({.key = rule.targets.front(),
               .written = need,
               .path = out.folder(),
               .as = NamedAs::target,
               .line = rule.line});
    }
  }
}

void read_cmake(NameCollector& out) { CMakeNames(out).read(); }

}  // namespace pawl::guards
