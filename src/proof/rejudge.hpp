// Judges the commits of a proof again, from the repository and the proof alone, and compares what
// the guards say with what they said then.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "config/config.hpp"
#include "guards/stack.hpp"
#include "judge/base.hpp"
#include "judge/tools.hpp"

namespace pawl::proof {

struct RejudgePorts {
  judge::Reader& reader;
  const config::Config& config;  // of this machine: the settings of guards are the proof's
  os::Files& files;
  std::string schemas;  // as judge::Setup
  guards::Stopwatch stopwatch;
  // Of a base. With `checks` its builds and tests are run; otherwise parsers of languages only.
  std::function<std::unique_ptr<judge::Tools>(const judge::Base& base)> tools;
  bool checks = false;
  std::string results = {};  // with checks: where the tools keep what they found of a tree
  const Redactor* redactor = nullptr;  // likewise: of what is kept there
  bool same_version = true;            // the same Pawl made the proof
};

struct Compared {
  std::vector<std::string> differs;  // each a sentence that names the commit and the guard
  std::vector<std::string> unknown;  // what could not be judged again, and why
  std::size_t same = 0;              // verdicts
};

// `commit` is an entry of `commits` of a bundle, `base` the commit the run began at. An error: the
// repository could not be read.
Result<Compared> rejudge(const RejudgePorts& ports, const Json& commit, const std::string& base);

}  // namespace pawl::proof
