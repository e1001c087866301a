#include "guards/code/node_names.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"

namespace pawl::guards {
namespace {

constexpr auto kBuiltins = fixed_words(
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto",
    "dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https",
    "inspector", "module", "net", "os", "path", "perf_hooks", "process", "punycode", "querystring",
    "readline", "repl", "stream", "string_decoder", "sys", "timers", "tls", "trace_events", "tty",
    "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib");

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
         c == '~' || (c >= 'A' && c <= 'Z');
}

bool is_name_part(std::string_view part) {
  return !part.empty() && part.front() != '.' && part.front() != '~' &&
         std::all_of(part.begin(), part.end(), is_name_char);
}

}  // namespace

std::string package_of(std::string_view specifier) {
  auto end = specifier.find('/');
  if (specifier.starts_with('@') && end != std::string_view::npos) {
    end = specifier.find('/', end + 1);
  }
  return std::string(specifier.substr(0, end));
}

bool is_package_name(std::string_view name) {
  if (name.starts_with('@')) {
    const auto slash = name.find('/');
    return slash != std::string_view::npos && is_name_part(name.substr(1, slash - 1)) &&
           is_name_part(name.substr(slash + 1));
  }
  return is_name_part(name);
}

bool is_node_builtin(std::string_view specifier) {
  if (specifier.starts_with("node:")) return true;
  const std::string_view first = specifier.substr(0, specifier.find('/'));
  return std::find(kBuiltins.begin(), kBuiltins.end(), first) != kBuiltins.end();
}

bool is_outside(std::string_view specifier) {
  if (specifier.empty() || specifier.find(':') != std::string_view::npos) return false;
  return is_package_name(package_of(specifier)) && !is_node_builtin(specifier);
}

}  // namespace pawl::guards
