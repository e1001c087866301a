#include "base/text/repo_path.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/hidden.hpp"
#include "base/text/path_alias.hpp"
#include "base/text/text.hpp"

namespace pawl {
namespace {

constexpr std::size_t kPathBytesMax = 4096;
constexpr std::size_t kNameBytesMax = 255;

Error unsafe(std::string_view text, std::string_view reason) {
  return fail(Errc::denied, "unsafe path \"" + printable(text, 120) + "\": " + std::string(reason) +
                                "; give a path relative to the repository root, like src/main.c");
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

bool has_hidden(std::string_view text) {
  const auto hidden = hidden_in(text);
  return std::any_of(hidden.begin(), hidden.end(),
                     [](const HiddenChar& one) { return !one.needed; });
}

std::string_view component_fault(std::string_view name, bool strict) {
  if (name == "..") return "it climbs out with \"..\"";
  if (name.size() > kNameBytesMax) return "a component is longer than 255 bytes";
  if (strict && (name.back() == '.' || name.back() == ' ')) {
    return "a component ends in a dot or a blank";
  }
  return {};
}

std::string_view text_fault(std::string_view text, bool strict) {
  if (text.empty()) return "it is empty";
  if (text.size() > kPathBytesMax) return "it is longer than 4096 bytes";
  if (text.find('\0') != std::string_view::npos) return "it holds a NUL byte";
  if (text.front() == '/') return "it is absolute";
  if (!strict) return {};
  if (has_control(text)) return "it holds control characters";
  if (!is_utf8(text)) return "it is not valid UTF-8";
  if (has_hidden(text)) return "it holds characters that do not show";
  if (text.find('\\') != std::string_view::npos) return "it holds a backslash";
  if (text.size() >= 2 && is_letter(text[0]) && text[1] == ':')
    return "it starts with a drive letter";
  if (text != trim(text)) return "it has blanks at its ends";
  if (text.back() == '/' || text == "." || text.ends_with("/.")) return "it names a folder";
  return {};
}

}  // namespace

Result<RepoPath> RepoPath::build(std::string_view text, bool strict) {
  if (const auto fault = text_fault(text, strict); !fault.empty()) return unsafe(text, fault);
  RepoPath path;
  path.components_.reserve(std::size_t(std::count(text.begin(), text.end(), '/')) + 1);
  bool normal = true;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view name = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (name.empty() || name == ".") {
      normal = false;
      continue;
    }
    if (const auto fault = component_fault(name, strict); !fault.empty()) {
      return unsafe(text, fault);
    }
    path.components_.emplace_back(name);
  }
  if (path.components_.empty()) return unsafe(text, "it names no file");
  path.text_ = normal && !text.ends_with('/') ? std::string(text) : join(path.components_, "/");
  return path;
}

Result<RepoPath> RepoPath::parse(std::string_view text) { return build(text, true); }
Result<RepoPath> RepoPath::from_git(std::string_view text) { return build(text, false); }

std::string_view RepoPath::folder() const { return folder_of(text_); }

std::string RepoPath::extension() const {
  const std::string_view last = name();
  const auto dot = last.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  return lower(last.substr(dot));
}

std::string RepoPath::folded() const {
  std::vector<std::string> names;
  for (const std::string& component : components_) {
    for (const std::string_view part : split(component, '\\')) {
      if (!part.empty()) names.push_back(alias_folded(part));
    }
  }
  return join(names, "/");
}

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

}  // namespace pawl
