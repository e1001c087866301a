// Which agents there are and what each can do: one table, which docs/agents.md is held to.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace pawl::agents {

// How the events of an agent reach Pawl.
enum class Told : std::uint8_t {
  nothing,    // only its output, as text
  lines,      // JSON, an event a line, on standard output
  protocol,   // the Agent Client Protocol over standard input and output
  by_itself,  // it is part of Pawl
};

struct Provider {
  std::string_view name;     // byte-stable: what stands before the colon
  std::string_view rest;     // what stands behind it, for people
  std::string_view program;  // what is started; empty: what the spec names, or nothing
  std::string_view package;  // on npm; empty: none
  Told told = Told::nothing;
  std::string_view apis;   // model APIs it is led to through the proxy, blank-separated
  bool own_usage = false;  // its events report tokens
  bool own_cost = false;   // … and money
};

std::span<const Provider> providers();

struct Spec {
  const Provider* provider = nullptr;
  std::string rest;  // a model, a program with arguments, a file
};
Result<Spec> parse_agent_spec(std::string_view text);

}  // namespace pawl::agents
