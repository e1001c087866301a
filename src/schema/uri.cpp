#include "schema/uri.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::schema {
namespace {

struct Uri {
  std::string scheme;     // with its colon
  std::string authority;  // with its slashes
  std::string path;
  std::string query;  // with its question mark
};

Uri parsed(std::string_view text) {
  Uri out;
  text = text.substr(0, text.find('#'));
  if (const auto query = text.find('?'); query != std::string_view::npos) {
    out.query = text.substr(query);
    text = text.substr(0, query);
  }
  const auto colon = text.find(':');
  if (colon != std::string_view::npos && colon > 0 && colon < text.find('/')) {
    out.scheme = text.substr(0, colon + 1);
    text.remove_prefix(colon + 1);
  }
  if (text.starts_with("//")) {
    const auto end = std::min(text.find('/', 2), text.size());
    out.authority = text.substr(0, end);
    text.remove_prefix(end);
  }
  out.path = text;
  return out;
}

std::string without_dots(std::string_view path) {
  std::vector<std::string_view> out;
  const auto parts = split(path, '/');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    const bool is_up = parts[i] == "..";
    if (!is_up && parts[i] != ".") {
      out.push_back(parts[i]);
      continue;
    }
    if (is_up && out.size() > 1) out.pop_back();
    if (is_last) out.push_back("");
  }
  return join(out, "/");
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view digits("0123456789abcdef");
    const std::string pair = i + 2 < text.size() ? lower(text.substr(i + 1, 2)) : std::string();
    const bool coded = text[i] == '%' && pair.size() == 2 && contains(digits, pair.substr(0, 1)) &&
                       contains(digits, pair.substr(1, 1));
    if (!coded) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(digits.find(pair[0]) * 16 + digits.find(pair[1]));
    i += 2;
  }
  return out;
}

}  // namespace

std::string resolve_uri(std::string_view base, std::string_view reference) {
  const auto hash = reference.find('#');
  const std::string fragment(hash == std::string_view::npos ? "" : reference.substr(hash));
  const Uri from = parsed(base);
  Uri to = parsed(reference);
  if (to.scheme.empty()) {
    to.scheme = from.scheme;
    if (to.authority.empty()) {
      to.authority = from.authority;
      if (to.path.empty()) {
        to.path = from.path;
        if (to.query.empty()) to.query = from.query;
      } else if (!to.path.starts_with('/')) {
        to.path = from.path.substr(0, from.path.rfind('/') + 1) + to.path;
      }
    }
  }
  return to.scheme + to.authority + without_dots(to.path) + to.query + fragment;
}

SplitUri split_uri(std::string_view uri) {
  const auto hash = uri.find('#');
  if (hash == std::string_view::npos) return {std::string(uri), ""};
  return {std::string(uri.substr(0, hash)), percent_decoded(uri.substr(hash + 1))};
}

std::vector<std::string> pointer_parts(std::string_view pointer) {
  std::vector<std::string> out;
  if (!pointer.starts_with('/')) return out;
  for (const std::string_view part : split(pointer.substr(1), '/')) {
    out.push_back(replace_all(replace_all(part, "~1", "/"), "~0", "~"));
  }
  return out;
}

std::string pointer_escaped(std::string_view part) {
  return replace_all(replace_all(part, "~", "~0"), "/", "~1");
}

}  // namespace pawl::schema
