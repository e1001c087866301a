// Shell: files that scripts source.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

// Ways to spell the folder of the script, or of its repository.
constexpr auto kOwnPlaces = fixed_words("BASH_SOURCE", "$0", "dirname", "rev-parse", "${0");

bool is_variable_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool has_own_place(std::string_view text) {
  return std::any_of(std::begin(kOwnPlaces), std::end(kOwnPlaces),
                     [&](std::string_view word) { return contains(text, word); });
}

// `$DIR`, `${DIR}`: the name; nothing when there is more to it.
std::string_view variable_of(std::string_view text) {
  if (!text.starts_with('$')) return {};
  text.remove_prefix(1);
  if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_variable_char)
             ? text
             : std::string_view();
}

// `.venv/bin/activate`: what Python's venv puts into each environment it makes.
bool is_of_virtual_environment(std::string_view written) {
  return written.ends_with("/bin/activate") || written.ends_with("/Scripts/activate");
}

class ShellResolver final : public Resolver {
 public:
  explicit ShellResolver(const Tree& tree) : tree_(tree), ignored_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    std::string_view written = import.module;
    if (written.find_first_of("*?[`<>") != std::string_view::npos) return {};
    // What comes before the last variable or command is some folder, what comes after it is plain.
    std::string_view before;
    const auto dollar = written.rfind('$');
    if (dollar != std::string_view::npos) {
      const auto close = written.find_last_of(")}");
      const auto slash =
          written.find('/', close == std::string_view::npos || close < dollar ? dollar : close);
      if (slash == std::string_view::npos) return {};
      before = written.substr(0, slash);
      written.remove_prefix(slash + 1);
      if (contains(written, "$")) return {};
    } else if (written.starts_with('/') || written.starts_with('~')) {
      return {};
    }
    return search(path, before, written);
  }

 private:
  Resolution search(std::string_view path, std::string_view before, std::string_view rest) {
    for (std::string_view above = folder_of(path);; above = folder_of(above)) {
      if (auto place = joined_path(above, rest); place && tree_.has(*place)) {
        return at_file(std::move(*place));
      }
      if (above.empty()) break;
    }
    std::string_view tail = rest;
    while (tail.starts_with("../") || tail.starts_with("./"))
      tail.remove_prefix(tail.find('/') + 1);
    Resolution out;
    for (const std::string& each : tree_.named(name_of(tail))) {
      if (each == tail || each.ends_with("/" + std::string(tail))) out.paths.push_back(each);
    }
    if (!out.paths.empty()) {
      out.origin = out.paths.size() == 1 ? Origin::file : Origin::unknown;
      return out;
    }
    return absent(path, before, rest);
  }

  Resolution absent(std::string_view path, std::string_view before, std::string_view rest) {
    const bool is_path = contains(rest, "/");
    if (before.empty() && !is_path) return {};  // found by PATH
    if (is_of_virtual_environment("/" + std::string(rest))) return {};
    if (!before.empty() && !is_own_place(path, before)) return {};
    const auto place = joined_path(folder_of(path), rest);
    if (!place) return {};
    if (ignored_.may_match(*place) || ignored_.may_match(rest)) return {};
    return missing(*place);
  }

  bool is_own_place(std::string_view path, std::string_view before) const {
    if (has_own_place(before)) return true;
    const std::string name(variable_of(before));
    if (name.empty()) return false;
    const std::string text = tree_.text(path).value_or("");
    for (const std::string_view line : split_lines(text)) {
      const auto at = line.find(name + "=");
      if (at == std::string_view::npos || (at > 0 && is_variable_char(line[at - 1]))) continue;
      const std::string_view value = line.substr(at + name.size() + 1);
      // A value from outside may come first.
      if (!contains(value, ":-") && !contains(value, ":=") && has_own_place(value)) return true;
    }
    return false;
  }

  const Tree& tree_;
  Ignored ignored_;
};

}  // namespace

std::unique_ptr<Resolver> shell_resolver(const Tree& tree) {
  return std::make_unique<ShellResolver>(tree);
}

}  // namespace pawl::index
