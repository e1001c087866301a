#include "cli/fleet/avoid_conflicts.hpp"

#include "base/text/text.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "cli/kit/args.hpp"
#include "cli/landing/landing_ports.hpp"
#include "fleet/queue.hpp"
#include "landing/conflicts.hpp"

namespace pawl::cli {
namespace {

// What was asked for, in all the words there are.
std::string words_about(const runner::RunOptions& wanted) {
  std::string words = wanted.instructions + "\n" + wanted.task + "\n" + wanted.plan;
  if (!wanted.issue) return words;
  words += "\n" + wanted.issue->title + "\n" + wanted.issue->body;
  return words;
}

// The value of a flag or an argument, as the words for it.
class WordsOf {
 public:
  explicit WordsOf(std::string_view name) : name_(name) {}
  std::vector<std::string> words;

  void operator()(const bool* is) { add(*is ? "" : "false", false); }
  void operator()(const std::string* is) { add(*is, true); }
  void operator()(const std::int64_t* is) { add(std::to_string(*is), true); }
  void operator()(const double* is) { add(Json(*is).dump(), true); }
  void operator()(const std::vector<std::string>* is) {
    for (const std::string& one : *is) add(one, true);
  }
  template <class Value>
  void operator()(const std::optional<Value>* is) {
    if (*is) (*this)(&**is);
  }

 private:
  void add(const std::string& value, bool has_value) {
    if (name_.empty()) {
      words.push_back(value);
    } else {
      words.push_back(std::string(name_) + (has_value ? "=" + value : ""));
    }
  }

  std::string_view name_;
};

template <class Target>
std::vector<std::string> words_for(std::string_view name, const Target& target) {
  WordsOf writer(name);
  std::visit([&](const auto* value) { writer(value); }, target);
  return std::move(writer.words);
}

}  // namespace

std::vector<std::string> words_of(Command& command, Command& fresh,
                                  const std::vector<std::string_view>& without) {
  std::vector<std::string> words;
  const std::vector<Flag> flags = command.flags();
  const std::vector<Flag> before = fresh.flags();
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string_view name = long_name(flags[i]);
    if (among(without, name)) continue;
    const auto now = words_for(name, flags[i].target);
    if (now == words_for(name, before[i].target)) continue;
    words.insert(words.end(), now.begin(), now.end());
  }
  words.emplace_back("--");
  for (const Argument& argument : command.arguments()) {
    for (std::string& word : words_for("", argument.target)) {
      if (!word.empty()) words.push_back(std::move(word));
    }
  }
  return words;
}

Result<std::map<std::string, std::vector<std::string>>> collisions_of(
    Context& context, const runner::RunOptions& wanted) {
  std::map<std::string, std::vector<std::string>> found;
  TRY_ASSIGN(const auto hand, LandingPorts::open(context));
  TRY_ASSIGN(const git::Target target,
             runner::resolve_target(context.ports, hand->git(), wanted.target));
  if (target.kind != git::TargetKind::local) {
    return fail(Errc::invalid,
                "--avoid-conflicts compares with runs on a repository of this "
                "machine; " +
                    target.name + " is elsewhere");
  }
  TRY_ASSIGN(const git::Tip tip, git::local_tip(hand->git(), target, wanted.base));
  TRY_ASSIGN(std::vector<std::string> paths,
             landing::paths_named_in(hand->ports(), target, tip.branch, words_about(wanted)));
  if (wanted.issue) {
    for (const auto& file : wanted.issue->files) paths.push_back(file.path);
  }
  TRY_ASSIGN(const std::vector<landing::OpenWork> runs,
             landing::runs_in_the_way(hand->ports(), target, paths));
  for (const landing::OpenWork& work : runs) {
    std::vector<std::string>& shared = found[work.run];
    for (const std::string& path : paths) {
      if (work.files.contains(path)) shared.push_back(path);
    }
  }
  return found;
}

Result<std::int64_t> queue_behind(Context& context, const std::vector<std::string>& words,
                                  const std::vector<std::string>& runs) {
  TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
  fleet::NewItem item{.kind = fleet::ItemKind::launch,
                      .words = words,
                      .folder = context.ports.folder,
                      .behind = runs};
  return fleet::Queue(desk.ports().database).add(item, context.ports.clock.now());
}

}  // namespace pawl::cli
