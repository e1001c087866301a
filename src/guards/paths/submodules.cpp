#include "guards/paths/submodules.hpp"

#include <algorithm>
#include <map>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/hidden.hpp"
#include "base/text/path_alias.hpp"
#include "guards/paths/gate_finding.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::string_view kDeclarations = ".gitmodules";
constexpr auto kSchemes =
    fixed_words("https", "http", "git", "ssh", "git+ssh", "ssh+git", "ftp", "ftps");

// A value of git's configuration format: quotes, escapes, comments.
std::string config_value(std::string_view text) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '#' || c == ';')) {
      break;
    } else if (c == '\\' && i + 1 < text.size()) {
      const char next = text[++i];
      out += next == 'n' ? '\n' : next == 't' ? '\t' : next == 'b' ? '\b' : next;
    } else {
      out += c;
    }
  }
  return std::string(trim(out));
}

struct Declaration {
  std::map<std::string, std::string> values;  // by key in lower case
  int line = 0;
};
using Declarations = std::map<std::string, Declaration>;  // by name

// Of `[submodule "name"]`; empty of another section.
std::string submodule_of(std::string_view header) {
  const auto open = header.find('"');
  const auto close = header.rfind('"');
  const std::string section = lower(trim(header.substr(1, open == header.npos ? 0 : open - 1)));
  if (section != "submodule" || open >= close) return {};
  return config_value(header.substr(open, close - open + 1));
}

Declarations declarations_in(std::string_view text) {
  Declarations out;
  Declaration* current = nullptr;
  int number = 0;
  std::string joined;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    if (line.ends_with('\\')) {  // goes on in the next line
      joined += line.substr(0, line.size() - 1);
      continue;
    }
    joined += line;
    std::string_view content = trim(joined);
    if (content.starts_with('[')) {
      const auto close = content.rfind(']');
      const std::string name = submodule_of(content.substr(0, close));
      current = name.empty() ? nullptr : &out[name];
      if (current != nullptr) current->line = number;
      content = close == content.npos ? "" : trim(content.substr(close + 1));
    }
    const auto equals = content.find('=');
    if (current != nullptr && equals != content.npos) {
      current->values[lower(trim(content.substr(0, equals)))] =
          config_value(content.substr(equals + 1));
    }
    joined.clear();
  }
  return out;
}

bool has_hidden_char(std::string_view text) {
  const auto hidden = hidden_in(text);
  return !is_utf8(text) || std::any_of(hidden.begin(), hidden.end(),
                                       [](const HiddenChar& one) { return !one.needed; });
}

// What git's own fsck refuses (gitmodulesName, gitmodulesUrl, gitmodulesPath, gitmodulesUpdate),
// and addresses on the machine of whoever updates.
std::string name_fault(std::string_view name) {
  const std::string slashes = replace_all(name, "\\", "/");
  for (const std::string_view part : split(slashes, '/')) {
    if (part == "..") return "the name climbs out of the folder of git";
  }
  return has_hidden_char(name) ? "the name holds characters that do not show" : "";
}

std::string path_fault(std::string_view text) {
  if (text.starts_with('-')) return "the path reads as an option";
  const auto path = RepoPath::parse(text.ends_with('/') ? text.substr(0, text.size() - 1) : text);
  if (!path) return path.error().message;
  const auto components = path->components();
  return std::any_of(components.begin(), components.end(),
                     [](const std::string& name) { return is_dot_git(name); })
             ? "the path leads into the folder of git"
             : "";
}

std::string url_fault(std::string_view url) {
  if (url.empty()) return "the address is empty";
  if (url.starts_with('-')) return "the address reads as an option";
  if (has_hidden_char(url)) return "the address holds characters that do not show";
  const std::string plain = lower(url);
  if (contains(plain, "%0a") || contains(plain, "%0d") || contains(plain, "%00")) {
    return "the address holds an encoded control character";
  }
  if (contains(url, "\\")) return "the address holds a backslash";
  if (url.starts_with("./") || url.starts_with("../")) return {};
  const auto scheme = plain.find("://");
  if (scheme == std::string::npos) {
    if (contains(url, "::")) return "the address names a program that fetches it";
    const auto colon = url.find(':');
    const bool drive = colon == 1 && is_letter(url.front());
    if (colon == std::string_view::npos || drive || url.find('/') < colon) {
      return "the address is a path on the machine of whoever updates";
    }
    const std::string_view host = url.substr(0, colon);
    return host.substr(host.rfind('@') + 1).starts_with('-') ? "the host reads as an option" : "";
  }
  const std::string_view name = std::string_view(plain).substr(0, scheme);
  if (std::find(kSchemes.begin(), kSchemes.end(), name) == kSchemes.end()) {
    return "the address is of the kind " + printable(name, 40) + ", which is not of a server";
  }
  const std::string_view rest = url.substr(scheme + 3);
  const std::string_view host = rest.substr(0, rest.find('/'));
  if (host.empty() || host.front() == ':') return "the address names no host";
  const bool option = host.starts_with('-') || host.substr(host.rfind('@') + 1).starts_with('-');
  return option ? "the host reads as an option" : "";
}

std::string value_fault(std::string_view key, const std::string& value) {
  if (key == "path") return path_fault(value);
  if (key == "url") return url_fault(value);
  if (key == "update" && value.starts_with('!')) return "an update runs a command";
  if (key == "branch" && value.starts_with('-')) return "the branch reads as an option";
  return {};
}

void check_declarations(const git::FileChange& file, Verdict& verdict) {
  const Declarations before = declarations_in(file.before.value_or(""));
  const auto refuse = [&](const Declaration& declared, const std::string& name,
                          const std::string& fault) {
    Finding finding =
        gate_finding("submodule-declaration", RuleKind::defect, file.path.text(),
                     "the submodule \"" + printable(name, 120) + "\": " + fault,
                     "Declare a path of the repository, and an address that git fetches from.");
    finding.line = declared.line;
    verdict.refuse(std::move(finding));
  };
  for (const auto& [name, declared] : declarations_in(*file.after)) {
    const auto known = before.find(name);
    if (known == before.end()) {
      if (const std::string fault = name_fault(name); !fault.empty()) refuse(declared, name, fault);
    }
    for (const auto& [key, value] : declared.values) {
      if (known != before.end()) {
        const auto old = known->second.values.find(key);
        if (old != known->second.values.end() && old->second == value) continue;
      }
      const std::string fault = value_fault(key, value);
      if (!fault.empty()) refuse(declared, name, fault);
    }
  }
}

// The declarations that will count: those of the change, or of the base.
std::string declared_text(const git::Change& change, const Context& context) {
  for (const git::FileChange& file : change.files) {
    if (file.path.text() == kDeclarations) return file.after.value_or("");
  }
  if (context.base == nullptr) return {};
  return context.base->text(kDeclarations).value_or("");
}

bool is_declared(const Declarations& declarations, const RepoPath& path) {
  return std::any_of(declarations.begin(), declarations.end(), [&](const auto& each) {
    const auto at = each.second.values.find("path");
    if (at == each.second.values.end()) return false;
    return at->second == path.text() || at->second == path.text() + "/";
  });
}

void check_submodule(const git::SubmoduleChange& submodule, const Declarations& declarations,
                     Verdict& verdict) {
  const std::string& path = submodule.path.text();
  if (!submodule.before && !is_declared(declarations, submodule.path)) {
    const bool only_there = submodule.after->empty();
    verdict.refuse(gate_finding(
        "submodule-undeclared", RuleKind::defect, path,
        only_there ? "this folder is a repository of its own, and no submodule that is declared"
                   : "the commit of another repository, which .gitmodules does not declare: "
                     "nobody else can fetch it",
        only_there ? "Move the repository elsewhere, ignore it, or add it with `git submodule add`."
                   : "Add the files themselves, or use `git submodule add`."));
    return;
  }
  verdict.refuse(gate_finding("submodule", RuleKind::scope, path,
                              "a submodule moves to a commit whose code is not looked at here",
                              leave_out(path)));
}

}  // namespace

void check_submodules(const git::Change& change, const Context& context, Verdict& verdict) {
  for (const git::FileChange& file : change.files) {
    if (file.path.text() != kDeclarations || !file.after) continue;
    if (file.mode_after != git::kSymlinkMode) check_declarations(file, verdict);
  }
  if (change.submodules.empty()) return;
  const Declarations declarations = declarations_in(declared_text(change, context));
  for (const git::SubmoduleChange& submodule : change.submodules) {
    verdict.applies();
    if (submodule.after) check_submodule(submodule, declarations, verdict);
  }
}

}  // namespace pawl::guards
