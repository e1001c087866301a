#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"

namespace pawl::guards {
namespace {

struct MakeLine {
  std::string text;  // continued lines with a blank between
  int row = 0;
};

std::vector<MakeLine> joined_lines(std::string_view text) {
  std::vector<MakeLine> out;
  bool continued = false;
  int row = 0;
  for (const std::string_view raw : split_lines(text)) {
    ++row;
    std::size_t slashes = 0;
    while (slashes < raw.size() && raw[raw.size() - slashes - 1] == '\\') ++slashes;
    const bool more = slashes % 2 == 1;
    const std::string_view content = more ? raw.substr(0, raw.size() - 1) : raw;
    if (continued) {
      out.back().text.append(" ").append(trim(content));
    } else {
      out.push_back({std::string(content), row});
    }
    continued = more;
  }
  return out;
}

// Other makes have other words: BSD's `.if`, nmake's `!if`, Automake's `if`, and a mark of their
// own for recipes.
bool is_of_another_make(const std::vector<MakeLine>& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const MakeLine& each) {
    const std::string_view line = trim(each.text);
    if (line.starts_with('!') || contains(line, ".RECIPEPREFIX")) return true;
    if (each.text.starts_with("if ") || line == "<<") return true;
    return among({".if", ".ifdef", ".ifndef", ".include", ".for", ".endif", ".endfor"},
                 line.substr(0, line.find_first_of(" \t(")));
  });
}

// Where a reference that opens at `open` (`$(`) ends; npos when it does not.
std::size_t end_of_reference(std::string_view line, std::size_t open) {
  const char opening = line[open + 1];
  const char closing = opening == '(' ? ')' : '}';
  int depth = 0;
  for (std::size_t i = open + 1; i < line.size(); ++i) {
    if (line[i] == opening) ++depth;
    if (line[i] == closing && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// The line with its references and what stands behind a comment's mark taken out.
std::string outside_of_references(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool opens = line[i] == '$' && i + 1 < line.size();
    if (line[i] == '#' && (i == 0 || line[i - 1] != '\\')) break;
    if (opens && (line[i + 1] == '(' || line[i + 1] == '{')) {
      const std::size_t end = end_of_reference(line, i);
      if (end == std::string_view::npos) return out;
      i = end;
      out += '$';
    } else {
      out += line[i];
    }
  }
  return out;
}

class MakeTextReader {
 public:
  explicit MakeTextReader(std::vector<MakeLine> lines) : lines_(std::move(lines)) {}

  BuildFaults read() {
    for (const MakeLine& each : lines_) {
      row_ = each.row;
      line(each.text);
    }
    if (define_ > 0) at(define_row_, "define without endef");
    for (const int row : conditions_) {
      if (judges_conditions_) at(row, "a condition without endif");
    }
    return std::move(faults_);
  }

 private:
  void at(int row, std::string message, std::string_view rule = kBuildParseError) {
    faults_.push_back({rule, row, std::move(message)});
  }

  static std::string_view first_word(std::string_view line) {
    return line.substr(0, line.find_first_of(" \t("));
  }

  void line(std::string_view text) {
    const std::string_view content = trim(text);
    const std::string_view word = first_word(content);
    if (define_ > 0) return in_define(word);
    const bool recipe = text.starts_with('\t') && in_rule_;
    if (text.starts_with('\t')) {
      // Before the first rule it may be one of make's own lines.
      if (among({"ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "define", "endef"}, word)) {
        judges_conditions_ = judges_conditions_ && recipe;
      }
      if (recipe && !content.empty()) note_recipe();
      return references(text, recipe);
    }
    if (content.empty() || content.front() == '#') return;
    references(text, false);
    if (keyword(content, word)) return;
    statement(text, content);
  }

  void in_define(std::string_view word) {
    if (word == "define") ++define_;
    if (word == "endef") --define_;
  }

  bool keyword(std::string_view content, std::string_view word) {
    const auto words = split_words(content);
    for (const std::string_view each : words) {
      if (each == "define") {
        define_ = 1;
        define_row_ = row_;
        return true;
      }
      if (!among({"override", "export", "private", "unexport"}, each)) break;
    }
    if (among({"ifeq", "ifneq", "ifdef", "ifndef"}, word)) {
      conditions_.push_back(row_);
      return true;
    }
    if (word == "else") {
      if (conditions_.empty() && judges_conditions_) at(row_, "else without a condition");
      return true;
    }
    if (word == "endif") {
      if (conditions_.empty()) {
        if (judges_conditions_) at(row_, "endif without a condition");
      } else {
        conditions_.pop_back();
      }
      return true;
    }
    return among({"include", "-include", "sinclude", "export", "unexport", "override", "private",
                  "vpath", "undefine", "load", "-load", "endef"},
                 word);
  }

  void statement(std::string_view text, std::string_view content) {
    const std::string plain = outside_of_references(content);
    const bool blanks = is_space(text.front()) && in_rule_;
    // Make takes what has a colon for a rule, but no target begins so.
    if (blanks && content.front() == '@' && content.back() != '@') return blank_recipe(content);
    const auto sign = plain.find_first_of(":=");
    if (sign != std::string::npos) {
      const bool assigns = plain[sign] == '=' || plain.substr(sign).starts_with(":=") ||
                           plain.substr(sign).starts_with("::=") ||
                           plain.substr(sign).starts_with(":::=");
      if (!assigns) rule(plain, sign);
      // An assignment leaves the recipe open: make reads on.
      return;
    }
    // What it stands for may be nothing, or a rule.
    if (plain.empty() || plain.front() == '$') return;
    if (contains(plain, "$") && !blanks) return;
    if (blanks) return blank_recipe(content);
    at(row_, "neither a rule nor an assignment: " + printable(content, 80));
  }

  void blank_recipe(std::string_view content) {
    at(row_, "blanks in the place of the tab of a recipe: " + printable(content, 80));
  }

  void rule(const std::string& plain, std::size_t colon) {
    in_rule_ = true;
    targets_.clear();
    noted_ = false;
    const std::string rest = plain.substr(colon + 1);
    const bool doubled = rest.starts_with(':');
    const bool sets = rest.find('=') != std::string::npos;
    // A static pattern, a branch, names that are put together: who knows.
    if (doubled || sets || !conditions_.empty() || rest.find(':') != std::string::npos) return;
    for (const std::string_view target : split_words(std::string_view(plain).substr(0, colon))) {
      const bool certain = target.find_first_of("$%&*?()") == std::string_view::npos;
      if (certain && !target.starts_with('.')) targets_.emplace_back(target);
    }
    if (rest.find(';') != std::string::npos) note_recipe();
  }

  void note_recipe() {
    if (noted_) return;
    noted_ = true;
    for (const std::string& target : targets_) {
      if (made_.insert(target).second) continue;
      at(row_, "a second recipe for " + printable(target, 60) + " takes the place of the first",
         "config-syntax/repeated-target");
    }
  }

  void references(std::string_view text, bool recipe) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] == '#' && !recipe) return;
      if (text[i] != '$') continue;
      if (text[i + 1] == '$') {
        ++i;
        continue;
      }
      if (text[i + 1] != '(' && text[i + 1] != '{') continue;
      const std::size_t end = end_of_reference(text, i);
      if (end == std::string_view::npos) {
        // A comment's mark inside of it hides the rest from older makes alone.
        if (text.find('#', i) != std::string_view::npos && !recipe) return;
        return at(row_, "a reference that is never closed: " + printable(text.substr(i), 60));
      }
      i = end;
    }
  }

  std::vector<MakeLine> lines_;
  int row_ = 0;
  int define_ = 0;
  int define_row_ = 0;
  bool in_rule_ = false;
  bool noted_ = false;  // the recipe of the rule
  bool judges_conditions_ = true;
  std::vector<int> conditions_;       // that are open
  std::vector<std::string> targets_;  // of the rule
  std::set<std::string, std::less<>> made_;
  BuildFaults faults_;
};

}  // namespace

BuildFaults faults_in_makefile(std::string_view text) {
  std::vector<MakeLine> lines = joined_lines(text);
  if (is_of_another_make(lines)) return {};
  return MakeTextReader(std::move(lines)).read();
}

}  // namespace pawl::guards
