// Dependencies of Gemfile and gemspec, and of mix.exs: one declaration a line, plain strings only.
#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"

namespace pawl::repo {
namespace {

// The plain string at the start of the text, which is cut off; empty when there is none.
std::string take_string(std::string_view& text) {
  text = trim(text);
  for (const char* open : {"%q<", "%q{", "%q("}) {
    if (!text.starts_with(open)) continue;
    const char close = open[2] == '<' ? '>' : open[2] == '{' ? '}' : ')';
    const auto end = text.find(close, 3);
    if (end == std::string_view::npos) return {};
    std::string value(text.substr(3, end - 3));
    text = text.substr(end + 1);
    if (text.starts_with(".freeze")) text.remove_prefix(7);
    return value;
  }
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return {};
  const auto end = text.find(text.front(), 1);
  if (end == std::string_view::npos) return {};
  std::string value(text.substr(1, end - 1));
  text = text.substr(end + 1);
  if (text.starts_with(".freeze")) text.remove_prefix(7);
  return contains(value, "#{") ? std::string() : value;
}

// `, "~> 1.0", ">= 1.0.2"` and the list form, joined as one constraint.
std::string take_constraints(std::string_view text) {
  std::string joined;
  while (true) {
    text = trim(text);
    if (text.starts_with(',')) text = trim(text.substr(1));
    if (text.starts_with('[') || text.starts_with("%w[")) text = trim(text.substr(1));
    const std::string one = take_string(text);
    if (one.empty()) return joined;
    joined += (joined.empty() ? "" : ", ") + one;
  }
}

bool is_blank_or_bracket(std::string_view text) {
  return !text.empty() && (text.front() == ' ' || text.front() == '(' || text.front() == '\t');
}

// The symbols of `group :development, :test do`.
std::string group_of(std::string_view line) {
  if (!line.starts_with("group ") && !line.starts_with("group(")) return {};
  std::string joined;
  for (std::string_view part : split(line.substr(6), ',')) {
    part = trim(part);
    if (!part.starts_with(':')) continue;
    part = part.substr(1, part.find_first_of(" )") - 1);
    joined += (joined.empty() ? "" : ",") + std::string(part);
  }
  return joined;
}

bool is_for_development(std::string_view group) {
  for (const std::string_view one : split(group, ',')) {
    if (one != "development" && one != "test" && one != "lint" && one != "doc" && one != "docs" &&
        one != "ci" && one != "debug" && one != "rubocop" && one != "release") {
      return false;
    }
  }
  return !group.empty();
}

bool opens_block(std::string_view line) {
  return line.ends_with(" do") || contains(line, " do |") || line.starts_with("if ") ||
         line.starts_with("unless ") || line.starts_with("case ") || line.starts_with("begin");
}

Dependency of_gem(std::string_view line, std::string_view group) {
  Dependency found;
  std::string_view rest = line.substr(3);
  if (!is_blank_or_bracket(rest)) return found;
  rest = trim(rest);
  if (rest.starts_with('(')) rest.remove_prefix(1);
  found.name = take_string(rest);
  found.constraint = take_constraints(rest);
  found.group = group;
  for (const char* mark : {"path:", ":path =>", "git:", ":git =>", "github:", ":github =>"}) {
    found.placed = found.placed || contains(rest, mark);
  }
  for (const char* mark : {"group:", ":group =>"}) {
    const auto at = rest.find(mark);
    if (at == std::string_view::npos) continue;
    const std::string_view value = trim(rest.substr(at + std::string_view(mark).size()));
    if (value.starts_with(':')) found.group = value.substr(1, value.find_first_of(" ,)") - 1);
  }
  if (is_for_development(found.group)) found.kind = DependencyKind::development;
  return found;
}

}  // namespace

void gemfile_dependencies(DependencyList& list) {
  int number = 0;
  bool of_a_gem = false;
  std::vector<std::string> groups;  // of each open block
  for (const std::string_view raw : split_lines(list.source.text)) {
    ++number;
    const std::string_view line = trim(raw.substr(0, raw.find(" #")));
    if (line == "end" && !groups.empty()) groups.pop_back();
    // What a gem needs to run is in its gemspec; the rest is for those who work on it.
    if (line == "gemspec" || line.starts_with("gemspec ")) of_a_gem = true;
    if (line.starts_with("gem")) {
      std::string group;
      for (const std::string& one : groups) {
        if (!one.empty()) group = one;
      }
      Dependency found = of_gem(line, group);
      found.line = number;
      if (of_a_gem) found.kind = DependencyKind::development;
      list.add(std::move(found));
    } else if (opens_block(line)) {
      groups.push_back(group_of(line));
    }
  }
}

void gemspec_dependencies(DependencyList& list) {
  struct Row {
    std::string_view call;
    DependencyKind kind;
  };
  constexpr Row kRows[] = {{".add_dependency", DependencyKind::runtime},
                           {".add_runtime_dependency", DependencyKind::runtime},
                           {".add_development_dependency", DependencyKind::development}};
  int number = 0;
  for (const std::string_view raw : split_lines(list.source.text)) {
    ++number;
    const std::string_view line = trim(raw);
    for (const Row& row : kRows) {
      const auto at = line.find(row.call);
      const auto end = at + row.call.size();
      if (line.starts_with('#') || at == std::string_view::npos ||
          !is_blank_or_bracket(line.substr(end))) {
        continue;
      }
      std::string_view rest = trim(line.substr(end));
      if (rest.starts_with('(')) rest.remove_prefix(1);
      Dependency found{.name = take_string(rest), .kind = row.kind, .line = number};
      found.constraint = take_constraints(rest);
      list.add(std::move(found));
    }
  }
}

// `{:phoenix, "~> 1.7"},` inside of the function `deps`.
void mix_dependencies(DependencyList& list) {
  int number = 0;
  bool inside = false;
  for (const std::string_view raw : split_lines(list.source.text)) {
    ++number;
    const std::string_view line = trim(raw);
    if (line.starts_with("defp deps do") || line.starts_with("def deps do")) inside = true;
    if (line == "end") inside = false;
    const auto open = line.find("{:");
    const bool declares = inside && open != std::string_view::npos && !line.starts_with('#');
    if (!declares) continue;
    std::string_view rest = line.substr(open + 2);
    const auto comma = rest.find(',');
    if (comma == std::string_view::npos) continue;
    Dependency found{.name = std::string(trim(rest.substr(0, comma))), .line = number};
    rest = trim(rest.substr(comma + 1));
    found.constraint = take_string(rest);
    for (const char* mark : {"path:", "git:", "github:", "in_umbrella:"}) {
      found.placed = found.placed || contains(rest, mark);
    }
    const bool develops = contains(rest, "only: :dev") || contains(rest, "only: :test") ||
                          contains(rest, "only: [:dev") || contains(rest, "only: [:test");
    if (develops) found.kind = DependencyKind::development;
    list.add(std::move(found));
  }
}

}  // namespace pawl::repo
