// Asks a language's own parser whether a text parses, where a grammar may be too old to know. No
// code of the text is run: Python's `ast`, `gofmt -e`, `ruby -c`, `bash -n`, `node --check`,
// `rustfmt`, all of them in the sandbox and fed by standard input.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/text/repo_path.hpp"
#include "os/cancel.hpp"
#include "os/files/tainted.hpp"
#include "os/processes/process.hpp"
#include "os/sandbox/sandbox.hpp"
#include "syntax/language.hpp"

namespace pawl::evidence {

using OwnParser = std::function<std::optional<bool>(syntax::Language language, const RepoPath& path,
                                                    const std::string& text)>;

struct ParserPorts {
  os::Processes& processes;
  const os::Sandbox& sandbox;
  std::string path_list = "/usr/local/bin:/usr/bin:/bin";
  std::shared_ptr<os::Tainted> folder;  // an empty one the parsers may use
  Milliseconds deadline{5'000};         // of one text
  const os::Cancel* cancel = nullptr;
};

// Nothing when there is no such parser, when it did not end well, or when it is one that refuses
// more than the language does (no JSX in Node, no newer edition in rustfmt) and refused. Processes
// and sandbox are borrowed.
OwnParser own_parser(ParserPorts ports);

}  // namespace pawl::evidence
