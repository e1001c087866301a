// What `pawl run` and the commands that narrow it to one kind of work share.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/kit/command.hpp"
#include "runner/run.hpp"

namespace pawl::cli {

class RunCommand : public Command {
 public:
  // `vertical` is what the command narrows the run to; empty for `pawl run` itself.
  explicit RunCommand(std::string vertical) : scope(std::move(vertical)), fixed_(!scope.empty()) {}

  std::string scope;
  std::string target = ".";
  std::string base;
  std::string branch;
  std::optional<std::string> model;
  std::optional<std::string> forge;
  std::optional<std::int64_t> max_attempts;
  std::optional<double> max_cost;
  std::optional<std::int64_t> max_tokens;
  std::optional<std::string> max_time;
  std::string plan_file;
  std::optional<std::string> task;
  bool resume = false;
  std::string from;
  bool reset = false;
  bool dry_run = false;
  bool no_self_review = false;
  bool yes = false;
  bool json = false;
  bool no_ci_watch = false;
  bool no_ci_fix = false;

  std::vector<Flag> flags() override;
  std::vector<Argument> arguments() override;
  std::map<std::string, std::string> settings() const override;
  Result<Exit> run(Context& context) override;

 protected:
  // The run that `options` asks for, with its screen, to its end.
  Result<Exit> go(Context& context, const runner::RunOptions& options) const;
  Result<runner::RunOptions> options() const;
  Status check_task(const Context& context) const;
  std::function<void(const RunId&)> begun;  // hears that the run is in its journal; may be null

 public:
  // What is done with the options instead of running them here; may be null.
  std::function<Result<Exit>(Context&, const runner::RunOptions&)> instead;

 private:
  bool fixed_ = false;
};

// `pawl fix`, of that issue.
std::unique_ptr<RunCommand> make_fix_of(const std::string& issue);

}  // namespace pawl::cli
