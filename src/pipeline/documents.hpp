// The YAML documents of one reading: a pipeline, and those that it includes.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "pipeline/problems.hpp"
#include "pipeline/reader.hpp"

namespace pawl::pipeline {

// What a file said beside its stages.
struct Document {
  SourceFile file;
  Json yaml = Json::object();
  std::string name;
  std::string prompt_folder;  // `prompt_dir`, with its slash; empty: that of the file
  Place place() const { return Place(file); }
};

// What the whole of a reading shares. Documents stay where they are: places point to them.
struct Shared {
  const Knowledge& knowledge;
  Problems problems = {};
  std::deque<Document> documents = {};
  std::vector<std::string> included = {};  // the files that are being read, outermost first
};

// Reads the text and checks its top-level keys; nothing when it is no mapping. Problems are noted.
const Document* open_document(Shared& shared, SourceFile file);

// Every key that is none of `known`, with the nearest. `what`: `a stage`.
void check_keys(Problems& problems, const Json& mapping, const Place& place, std::string_view what,
                const std::vector<std::string>& known);

// The text of a `prompt:`; what is wrong with it is noted.
std::string read_prompt(Shared& shared, const Document& document, const Json& prompt,
                        const Place& place);
// Whether the named prompts of a document can be read, used or not.
void check_prompts(Shared& shared, const Document& document);

std::vector<Input> read_inputs(Problems& problems, const Document& document);

}  // namespace pawl::pipeline
