// What is wrong with a pipeline: where, and what to do about it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "pipeline/sources.hpp"

namespace pawl::pipeline {

struct Problem {
  std::string file;
  int line = 0;     // from 1; 0 where there is none
  std::string key;  // `stages[2].options.cmds`; empty: the whole file
  std::string message;
  // `FILE:LINE: KEY: MESSAGE`.
  std::string to_line() const;
};

// A place in the YAML of one file.
class Place {
 public:
  explicit Place(const SourceFile& file) : file_(&file) {}
  Place key(std::string_view name) const;
  Place item(std::size_t index) const;
  // The last part of a JSON Pointer below this place.
  Place below(std::string_view pointer) const;
  const SourceFile& file() const { return *file_; }
  std::string name() const;
  int line() const;

 private:
  const SourceFile* file_;
  std::vector<std::string> path_;
};

// `; did you mean "…"?`, or all of them where none is near.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

class Problems {
 public:
  void add(const Place& place, std::string message);
  void add(Problem problem);
  bool empty() const { return list_.empty(); }
  std::vector<Problem> take() { return std::move(list_); }

 private:
  std::vector<Problem> list_;
};

inline constexpr std::size_t kProblemsMax = 50;  // of one pipeline

// All of them as one error: the first, and how many more there are.
Error error_of(const std::vector<Problem>& problems);

}  // namespace pawl::pipeline
