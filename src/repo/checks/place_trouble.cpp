// Failures that say something about where a check runs and nothing about the code.
#include "base/text/text.hpp"
#include "repo/checks/tool_output.hpp"

namespace pawl::repo {
namespace {

struct Mark {
  std::string_view text;  // lower-case
  std::string_view reason;
};

constexpr std::string_view kNoNetwork = "it needs the network, and checks have none";
constexpr std::string_view kNoPackages = "its dependencies are not installed here";
constexpr std::string_view kNoSum = "its go.sum does not name all that it depends on";
constexpr std::string_view kTooOld = "a tool installed here is too old for it";

constexpr Mark kMarks[] = {
    {"could not resolve host", kNoNetwork},
    {"couldn't resolve host", kNoNetwork},
    {"network is unreachable", kNoNetwork},
    {"temporary failure in name resolution", kNoNetwork},
    {"name or service not known", kNoNetwork},
    {"getaddrinfo eai_again", kNoNetwork},
    {"getaddrinfo enotfound", kNoNetwork},
    {"no such host", kNoNetwork},
    {"dial tcp: lookup", kNoNetwork},
    {"failed to establish a new connection", kNoNetwork},
    {"temporary failure resolving", kNoNetwork},
    {"unknownhostexception", kNoNetwork},
    {"spurious network error", kNoNetwork},
    {"error: enotcached", kNoNetwork},
    {"cannot access central", kNoPackages},
    {"in offline mode", kNoPackages},
    {"no cached version of", kNoPackages},
    {"you're using offline mode (--offline)", kNoPackages},
    {"module lookup disabled by goproxy=off", kNoPackages},
    {"missing go.sum entry", kNoSum},
    {"failed to load source for dependency", kNoPackages},
    {"unable to update registry", kNoPackages},
    {"no matching package named", kNoPackages},
    {"could not find gem", kNoPackages},
    {"bundler: command not found", kNoPackages},
    {"in locally installed gems", kNoPackages},
    {"run `bundle install` to install missing gems", kNoPackages},
    {"is not yet checked out. run `bundle install` first", kNoPackages},
    {", but your gemfile specified", "the Ruby it asks for is not installed here"},
    {"failed to run custom build command", "a build script asks for what is not installed here"},
    {"could not locate the bindings file",
     "a package of it is built by an install script, and those are not run"},
    {"pkg-config exited", "a system library it needs is not installed here"},
    {"could not run `pkg-config", "a system library it needs is not installed here"},
    {"the pkg-config command could not", "a system library it needs is not installed here"},
    {"cannot find -l", "a system library it needs is not installed here"},
    {"linker `cc` not found", "no C compiler is installed here"},
    {"no cmake_c_compiler could be found", "no C compiler is installed here"},
    {"no cmake_cxx_compiler could be found", "no C++ compiler is installed here"},
    {"requires rustc", kTooOld},
    {"is required. you are running version", kTooOld},
    {"is not able to compile this package", kTooOld},
    {"this version of cargo is older than", kTooOld},
    {"lock file version", kTooOld},
    {"feature `edition", kTooOld},
    {"; gotoolchain=local)", kTooOld},
    {"note: module requires go", kTooOld},
    {"invalid go version", kTooOld},
    {"or higher is required", kTooOld},
    {"toolchain not available", kTooOld},
    {"is not installed; run `rustup", "the Rust toolchain it asks for is not installed here"},
    {"is not installed\ninfo", "the Rust toolchain it asks for is not installed here"},
    {"could not download file from", kNoNetwork},
    {"no space left on device", "the disk is full"},
    {"cannot allocate memory", "the sandbox's memory limit was reached"},
    {"resource temporarily unavailable", "the sandbox's process limit was reached"},
    {"read-only file system", "it writes outside its own folder"},
};

}  // namespace

std::optional<std::string> trouble_of_the_place(std::string_view text) {
  const std::string folded = lower(text);
  for (const Mark& mark : kMarks) {
    if (contains(folded, mark.text)) return std::string(mark.reason);
  }
  return {};
}

}  // namespace pawl::repo
