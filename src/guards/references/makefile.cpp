#include "guards/references/makefile.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kExpandedBytesMax = 20'000;
constexpr int kExpandDepthMax = 8;

struct LogicalLine {
  std::string text;
  int line = 0;
};

std::vector<LogicalLine> logical_lines(std::string_view text) {
  std::vector<LogicalLine> out;
  bool continued = false;
  int number = 0;
  for (const std::string_view raw : split_lines(text)) {
    ++number;
    const bool more = raw.ends_with('\\');
    const std::string_view content = more ? raw.substr(0, raw.size() - 1) : raw;
    if (continued) {
      out.back().text.append(" ").append(content);
    } else {
      out.push_back({std::string(content), number});
    }
    continued = more;
  }
  return out;
}

std::string_view without_make_comment(std::string_view line) {
  return line.substr(0, line.find('#'));
}

class MakefileReader {
 public:
  Makefile read(std::string_view text) {
    for (const LogicalLine& each : logical_lines(text)) one(each);
    return std::move(out_);
  }

 private:
  void one(const LogicalLine& each) {
    if (each.text.starts_with('\t')) {
      out_.recipes.emplace_back(each.text.substr(1), each.line);
      return;
    }
    const std::string_view line = trim(without_make_comment(each.text));
    if (line.empty()) return;
    if (in_define_) {
      in_define_ = line != "endef";
      return;
    }
    if (line.starts_with("define ")) {
      in_define_ = true;
      return;
    }
    if (contains(line, "$(eval") || line.starts_with("$(foreach") || line.starts_with("$(call")) {
      out_.opaque = true;
      return;
    }
    if (among({"ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "export", "unexport",
               "override", "vpath", "undefine"},
              line.substr(0, line.find_first_of(" (\t")))) {
      if (line.starts_with("vpath")) out_.opaque = true;
      if (!line.starts_with("export ") && !line.starts_with("override ")) return;
      assignment(trim(line.substr(line.find(' '))));
      return;
    }
    if (include(line, each.line) || assignment(line)) return;
    rule(line, each.line);
  }

  bool include(std::string_view line, int number) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    if (word != "include" && word != "-include" && word != "sinclude") return false;
    const bool optional = word != "include";
    const auto paths = expanded(line.substr(word.size()), 0);
    // What compilers write says what objects need, and makes nothing anybody names.
    const bool objects = contains_folded(line, "dep") || contains(line, ".d");
    if (!paths) {
      out_.opaque = out_.opaque || !objects;
      return true;
    }
    for (const std::string_view path : split_words(*paths)) {
      if (path.find('*') != std::string_view::npos) out_.opaque = out_.opaque || !objects;
      out_.includes.push_back({std::string(path), optional, number});
    }
    return true;
  }

  bool assignment(std::string_view line) {
    const auto equals = line.find('=');
    const auto colon = line.find(':');
    if (equals == std::string_view::npos) return false;
    // `a: b = c` sets a variable for one target; `a: b` comes first.
    const bool plain =
        colon == std::string_view::npos || colon > equals || colon + 1 == equals ||
        line.substr(colon, equals - colon + 1).find_first_not_of(":=") == std::string_view::npos;
    if (!plain) return false;
    std::string_view name = trim(line.substr(0, equals));
    const bool adds = name.ends_with('+');
    while (!name.empty() && contains("+?:!", name.substr(name.size() - 1))) name.remove_suffix(1);
    const std::string key(trim(name));
    if (key.find_first_of(" \t$(") != std::string::npos) return true;
    std::string& value = variables_[key];
    if (adds) value += " ";
    if (!adds && name.size() + 1 < equals && line[equals - 1] == '?' && !value.empty()) return true;
    value = (adds ? value : std::string()) + std::string(trim(line.substr(equals + 1)));
    return true;
  }

  void rule(std::string_view line, int number) {
    const auto colon = colon_of(line);
    if (colon == std::string_view::npos) return;
    std::string_view rest = line.substr(colon + 1);
    while (rest.starts_with(':')) rest.remove_prefix(1);
    MakeRule rule{.targets = {}, .needs = {}, .line = number};
    const auto targets = expanded(line.substr(0, colon), 0);
    if (!targets) {
      out_.opaque = true;
    } else {
      for (const std::string_view word : split_words(*targets)) rule.targets.emplace_back(word);
    }
    const auto semicolon = rest.find(';');
    if (semicolon != std::string_view::npos) rest = rest.substr(0, semicolon);
    // A static pattern has its needs behind a second colon; an assignment has none.
    const auto second = rest.rfind(':');
    if (second != std::string_view::npos) rest = rest.substr(second + 1);
    if (rest.find('=') != std::string_view::npos) rest = {};
    for (const std::string_view word : split_words(rest)) {
      if (word.find('$') == std::string_view::npos) rule.needs.emplace_back(word);
    }
    out_.rules.push_back(std::move(rule));
  }

  // The first colon outside of `$(…)`.
  static std::size_t colon_of(std::string_view line) {
    int depth = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '(' || line[i] == '{') ++depth;
      if (line[i] == ')' || line[i] == '}') --depth;
      if (line[i] == ':' && depth == 0) return i;
    }
    return std::string_view::npos;
  }

  // With plain variables put in; nothing when a function or an unknown variable is left.
  std::optional<std::string> expanded(std::string_view text, int depth) const {
    if (depth > kExpandDepthMax) return {};
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] != '$') {
        out += text[at];
        continue;
      }
      if (at + 1 >= text.size()) return {};
      const char open = text[at + 1];
      if (open == '$') {
        out += '$';
        ++at;
        continue;
      }
      if (open != '(' && open != '{') return {};
      const auto close = text.find(open == '(' ? ')' : '}', at);
      if (close == std::string_view::npos) return {};
      const auto known = variables_.find(std::string(text.substr(at + 2, close - at - 2)));
      if (known == variables_.end()) return {};
      const auto inner = expanded(known->second, depth + 1);
      if (!inner || out.size() + inner->size() > kExpandedBytesMax) return {};
      out += *inner;
      at = close;
    }
    return out;
  }

  Makefile out_;
  std::map<std::string, std::string> variables_;
  bool in_define_ = false;
};

bool fits_pattern(std::string_view pattern, std::string_view target) {
  const auto mark = pattern.find('%');
  if (mark == std::string_view::npos) return pattern == target;
  return target.size() >= pattern.size() - 1 && target.starts_with(pattern.substr(0, mark)) &&
         target.ends_with(pattern.substr(mark + 1));
}

}  // namespace

bool Makefile::makes(std::string_view target) const {
  return std::any_of(rules.begin(), rules.end(), [&](const MakeRule& rule) {
    // `.PHONY: a` alone lets make pass over a.
    const bool phony =
        std::find(rule.targets.begin(), rule.targets.end(), ".PHONY") != rule.targets.end();
    const auto& names = phony ? rule.needs : rule.targets;
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return fits_pattern(name, target); });
  });
}

Makefile parse_makefile(std::string_view text) { return MakefileReader().read(text); }

}  // namespace pawl::guards
