// What guards may learn of changes on one base by running programs and asking the network: parsers
// of the languages themselves, builds, tests, scanners, URLs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/secrets/secret.hpp"
#include "config/config.hpp"
#include "evidence/gather.hpp"
#include "evidence/own_parser.hpp"
#include "judge/base.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"

namespace pawl::judge {

struct ToolPorts {
  os::Ports& world;
  const config::Config& config;
  const Redactor& redactor;
  // Asked for when something is to be run in it, and no sooner.
  std::function<const os::Sandbox&()> sandbox;
  std::string scratch;  // a folder for copies of the repository, whose owner removes it
  std::string results;  // a folder to keep what builds and tests reported of a tree
  std::string flaky_file;
  std::string url_cache;
  repo::Needs needs = {};  // of builds and tests
  std::function<void(std::string_view)> progress;
  // Builds and tests of which no guard wants to know are measured all the same: something else
  // does.
  bool all_checks = false;
};

// Nobody vouches for the repository: where commands cannot be confined none is run, unless the
// configuration says that no sandbox is wanted.
class Tools {
 public:
  // All that is named is borrowed.
  Tools(ToolPorts ports, const Base& base);
  Tools(const Tools&) = delete;
  Tools& operator=(const Tools&) = delete;

  // From now on no program is run, and this is why.
  void forbid(std::string why) { forbidden_ = std::move(why); }
  // Whether the language's own parser takes the text; nothing when nobody can say.
  std::optional<bool> parses(syntax::Language language, const RepoPath& path,
                             const std::string& text);
  // As evidence::Gatherer::take_baseline, gather and keep_head.
  Status take_baseline();
  const guards::Evidence* gather(const git::Change& change, const guards::Policy& policy,
                                 const index::CodeIndex* index);
  Status keep_head(const std::string& tree);

 private:
  std::string no_programs() const;
  Status export_base(const std::string& to) const;
  Result<evidence::Gatherer*> gatherer();

  ToolPorts ports_;
  const Base& base_;
  std::string forbidden_;
  evidence::OwnParser parser_;
  std::unique_ptr<evidence::Gatherer> gatherer_;
  guards::Evidence troubled_;  // of a base nobody can name
};

}  // namespace pawl::judge
