#include "pipeline/problems.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "syntax/locate.hpp"

namespace pawl::pipeline {
namespace {

bool is_index(std::string_view part) {
  return !part.empty() &&
         std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string Problem::to_line() const {
  std::string text = file;
  if (line > 0) text += (text.empty() ? "line " : ":") + std::to_string(line);
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += key + ": ";
  return text + message;
}

Place Place::key(std::string_view name) const {
  Place place = *this;
  place.path_.emplace_back(name);
  return place;
}

Place Place::item(std::size_t index) const { return key(std::to_string(index)); }

Place Place::below(std::string_view pointer) const {
  Place place = *this;
  for (const std::string_view part : split(pointer, '/')) {
    if (part.empty()) continue;
    place.path_.push_back(replace_all(replace_all(part, "~1", "/"), "~0", "~"));
  }
  return place;
}

std::string Place::name() const {
  constexpr std::size_t kPartMax = 60;
  std::string text;
  for (const std::string& part : path_) {
    if (is_index(part) && !text.empty()) {
      text += "[" + part + "]";
    } else {
      text += (text.empty() ? "" : ".") + printable(part, kPartMax);
    }
  }
  return text;
}

int Place::line() const {
  const int line = syntax::line_of(syntax::DataFormat::yaml, file_->text, path_);
  return line == 0 && !path_.empty() ? 1 : line;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  if (const auto near = nearest(name, known)) return "; did you mean \"" + *near + "\"?";
  return known.empty() ? std::string("; there is none") : "; known: " + join(known, ", ");
}

void Problems::add(const Place& place, std::string message) {
  add(Problem{.file = place.file().name,
              .line = place.line(),
              .key = place.name(),
              .message = std::move(message)});
}

void Problems::add(Problem problem) {
  if (list_.size() < kProblemsMax) list_.push_back(std::move(problem));
}

Error error_of(const std::vector<Problem>& problems) {
  std::string text = problems.front().to_line();
  if (problems.size() > 1) {
    text += " (and " + counted(problems.size() - 1, "more problem") + ")";
  }
  return {.code = Errc::invalid, .message = std::move(text), .trail = {}};
}

}  // namespace pawl::pipeline
