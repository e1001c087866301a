// What CODEOWNERS, pre-commit and Dependabot name.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/references/command_names.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {

// Patterns are fine; a plain path has to lead somewhere.
void read_codeowners(NameCollector& out) {
  int number = 0;
  for (const std::string_view raw : split_lines(out.text())) {
    ++number;
    const auto words = split_words(raw);
    if (words.size() < 2 || words[0].starts_with('#') || words[0].starts_with('[')) continue;
    std::string_view path = words[0];
    const bool rooted = path.starts_with('/');
    if (rooted) path.remove_prefix(1);
    if (path.ends_with('/')) path.remove_suffix(1);
    if (!is_plain_path(path)) continue;
    const bool nested = rooted || path.find('/') != std::string_view::npos;
    out.add_from("", {.key = "CODEOWNERS",
                      .written = std::string(path),
                      .path = {},
                      .as = NamedAs::either,
                      .line = number,
                      .anywhere = !nested});
  }
}

// Hooks of the repository itself.
void read_pre_commit(NameCollector& out) {
  const auto document = read_config(ConfigForm::yaml, out.text());
  if (!document) return;
  for (const Json& repository : (*document)["repos"].items()) {
    if (repository["repo"].text() != "local") continue;
    for (const Json& hook : repository["hooks"].items()) {
      const std::string_view entry = hook["entry"].text();
      const std::string program(entry.substr(0, entry.find(' ')));
      if (hook["language"].text() == "script") {
        out.add_from("", {.key = "entry", .written = program, .path = {}});
      } else {
        add_commands(out, entry, {.key = "entry", .folder = {}, .line = 0});
      }
    }
  }
}

void read_dependabot(NameCollector& out) {
  const auto document = read_config(ConfigForm::yaml, out.text());
  if (!document) return;
  for (const Json& update : (*document)["updates"].items()) {
    const auto folder = [&](std::string_view written) {
      while (written.starts_with('/')) written.remove_prefix(1);
      if (!is_plain_path(written)) return;
      out.add_from(
          "",
          {.key = "directory", .written = std::string(written), .path = {}, .as = NamedAs::folder});
    };
    folder(update["directory"].text());
    for (const Json& item : update["directories"].items()) folder(item.text());
  }
}

}  // namespace pawl::guards
