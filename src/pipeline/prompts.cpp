// Prompts of pipelines: names, files and texts, put together.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "pipeline/documents.hpp"

namespace pawl::pipeline {
namespace {

constexpr std::size_t kPromptNameShown = 200;
// What stands before the name of a prompt that Pawl carries.
constexpr auto kOwnPrefixes = fixed_words("pawl:", "gremlins:");

class PromptReader {
 public:
  PromptReader(Shared& shared, const Document& document) : shared_(shared), document_(document) {}

  // Adds the texts that it stands for. `named`: it may be one of `prompts:`.
  void add(const Json& prompt, const Place& place, bool named = true) {
    if (prompt.is_array() && prompt.size() > 0) {
      for (std::size_t i = 0; i < prompt.size(); ++i) {
        if (prompt.items()[i].is_array()) {
          problem(place.item(i), "is no prompt, but a list in a list");
        } else {
          add(prompt.items()[i], place.item(i), named);
        }
      }
    } else if (prompt.is_object()) {
      check_keys(shared_.problems, prompt, place, "a prompt", {"text"});
      if (prompt.has("text") || prompt.size() == 0) add_text(prompt["text"].string_or(""), place);
    } else if (prompt.is_string() && !trim(prompt.text()).empty()) {
      add_reference(std::string(prompt.text()), place, named);
    } else {
      problem(place,
              "names no prompt: a path, a name of `prompts`, `pawl:NAME`, a list of them, or "
              "{text: …}");
    }
  }

  std::string together() && { return join(texts_, "\n\n"); }

 private:
  void problem(const Place& place, std::string message) {
    shared_.problems.add(place, std::move(message));
  }

  void add_text(std::string_view text, const Place& place) {
    if (trim(text).empty()) return problem(place, "is a prompt without a text");
    texts_.emplace_back(trim_end(text));
  }

  void add_reference(const std::string& name, const Place& place, bool named) {
    if (contains(name, "\n")) return add_text(name, place);
    for (const std::string_view prefix : kOwnPrefixes) {
      if (name.starts_with(prefix)) return add_own(name.substr(prefix.size()), place);
    }
    const Json& prompts = document_.yaml["prompts"];
    if (named && prompts.has(name)) {
      return add(prompts[name], document_.place().key("prompts").key(name), false);
    }
    add_file(name, place);
  }

  void add_own(const std::string& name, const Place& place) {
    Sources* sources = shared_.knowledge.sources;
    const auto text = sources == nullptr ? std::nullopt : sources->own_prompt(name);
    if (text) return add_text(*text, place);
    problem(place, "Pawl carries no prompt \"" + printable(name, kPromptNameShown) + "\"" +
                       suggestion(name, sources == nullptr ? std::vector<std::string>()
                                                           : sources->own_prompt_names()));
  }

  void add_file(const std::string& name, const Place& place) {
    Sources* sources = shared_.knowledge.sources;
    const std::string path = document_.prompt_folder + name;
    if (sources == nullptr) return problem(place, "no file can be named here; write {text: …}");
    const auto text = sources->prompt(document_.file, path);
    if (!text) return problem(place, text.error().message);
    if (*text) {
      if (trim(**text).empty()) {
        return problem(place, "the prompt " + printable(path, kPromptNameShown) + " is empty");
      }
      return add_text(**text, place);
    }
    problem(place, "there is no prompt \"" + printable(name, kPromptNameShown) + "\"" +
                       suggestion(name, names(*sources)));
  }

  // What could have been meant: names of `prompts`, and files, as this document would name them.
  std::vector<std::string> names(Sources& sources) const {
    std::vector<std::string> known;
    for (const auto& [name, prompt] : document_.yaml["prompts"].members()) known.push_back(name);
    const auto files = sources.prompt_paths(document_.file);
    if (!files) return known;
    for (const std::string& file : *files) {
      if (file.starts_with(document_.prompt_folder)) {
        known.push_back(file.substr(document_.prompt_folder.size()));
      }
    }
    return known;
  }

  Shared& shared_;
  const Document& document_;
  std::vector<std::string> texts_;
};

}  // namespace

std::string read_prompt(Shared& shared, const Document& document, const Json& prompt,
                        const Place& place) {
  PromptReader reader(shared, document);
  reader.add(prompt, place);
  return std::move(reader).together();
}

void check_prompts(Shared& shared, const Document& document) {
  const Json& prompts = document.yaml["prompts"];
  const Place place = document.place().key("prompts");
  if (prompts.is_null()) return;
  if (!prompts.is_object()) {
    return shared.problems.add(place, "is a mapping from names to prompts");
  }
  for (const auto& [name, prompt] : prompts.members()) {
    PromptReader reader(shared, document);
    reader.add(prompt, place.key(name), false);
  }
}

}  // namespace pawl::pipeline
