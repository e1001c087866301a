// What guards may learn of a subject by running programs and asking the network: parsers of the
// languages themselves, builds, tests, scanners, URLs. The same as in a run.
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
#include "inspect/subject.hpp"
#include "os/ports.hpp"
#include "os/sandbox/sandbox.hpp"
#include "store/layout.hpp"

namespace pawl::inspect {

struct ToolPorts {
  os::Ports& world;
  const config::Config& config;
  const store::Layout& layout;
  const Redactor& redactor;
  git::Git& git;
  std::string folder;   // any folder of the repository; it is only read
  std::string scratch;  // an empty folder for copies of it, whose owner removes it
  std::string flaky_file;
  std::string url_cache;
  std::function<void(std::string_view)> progress;
};

// Nobody vouches for the repository: where commands cannot be confined none is run, unless the
// configuration says that no sandbox is wanted.
class Tools {
 public:
  // All that is named is borrowed.
  Tools(ToolPorts ports, const Subject& subject);

  // Both are done when a guard asks, and no sooner. This outlives the context.
  void lend_to(guards::Context& context, const guards::Policy& policy);

 private:
  const os::Sandbox& sandbox();
  std::string no_programs();
  std::optional<bool> parses(syntax::Language language, const RepoPath& path,
                             const std::string& text);
  const guards::Evidence* gather(const guards::Policy& policy, const index::CodeIndex* index);
  Status export_base(const std::string& to);

  ToolPorts ports_;
  const Subject& subject_;
  std::optional<os::Sandbox> sandbox_;
  evidence::OwnParser parser_;
  std::unique_ptr<evidence::Gatherer> gatherer_;
};

}  // namespace pawl::inspect
