// Reads pipelines: their YAML, the prompts and the other pipelines that it names. What is wrong
// with one is said with its file, line and key, before anything is started.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/definition.hpp"
#include "pipeline/problems.hpp"
#include "pipeline/sources.hpp"

namespace pawl::pipeline {

// What the reader knows of the world.
struct Knowledge {
  std::span<const StageKind> kinds;
  // Whether somebody answers to that `provider:model`, and that file may name it; null:
  // check_client_shape.
  std::function<Status(std::string_view client, const SourceFile& of)> check_client = {};
  Sources* sources = nullptr;  // null: the text stands alone
};

struct Reading {
  Definition definition;  // as far as it could be read
  std::vector<Problem> problems;
};

// A document is a mapping of `name` (else that of the file), `summary`, `default_client`,
// `prompt_dir`, `prompts`, `inputs`, `one_at_a_time`, and `stages`, a list of entries. An entry is
// a stage (`type`, `client`, `prompt`, `in`, `out`, `options`, `max_attempts`), `include:
// PIPELINE`, or has one of `sequence`, `loop` (with `until` and `max_iterations`) and `parallel`
// (with `max_concurrent`, `cancel_on_bail`, `bail_policy: any | all`, `merge: none | pick |
// sequence | union`), a list of entries. docs/pipelines.md says all of it.
Reading read(const SourceFile& file, const Knowledge& knowledge);

// A shape, and a provider of coding agents; invalid names the nearest.
Status check_client_shape(std::string_view client);

}  // namespace pawl::pipeline
