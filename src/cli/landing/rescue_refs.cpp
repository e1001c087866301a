// `pawl rescue-refs list|show|restore|drop`: work that was kept when its worktree went away.
#include "landing/rescue_refs.hpp"

#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/landing/landing_ports.hpp"

namespace pawl::cli {
namespace {

using landing::RescueRef;

// A target's rescue refs, opened for one command.
struct Refs {
  std::unique_ptr<LandingPorts> hand;
  git::Target target;
};

Result<Refs> open_refs(Context& context, const std::string& text) {
  Refs refs;
  TRY_ASSIGN(refs.hand, LandingPorts::open(context));
  TRY_ASSIGN(refs.target, runner::resolve_target(context.ports, refs.hand->git(), text));
  return refs;
}

Json json_of_refs(const std::vector<RescueRef>& refs) {
  Json list = Json::array();
  for (const RescueRef& ref : refs) list.push(landing::to_json(ref));
  return list;
}

class RescueList final : public Command {
 public:
  std::string target = ".";
  std::string run_id;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--run", "RUN", "of that run only", &run_id, kOfferRuns},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "the repository; the current directory when absent", &target, false}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const Refs refs, open_refs(context, target));
    TRY_ASSIGN(const std::vector<RescueRef> found,
               landing::rescue_refs(refs.hand->ports(), refs.target, run_id));
    if (json) {
      context.console.document(Json::object({{"refs", json_of_refs(found)}}));
      return Exit::done;
    }
    std::vector<std::vector<std::string>> rows;
    for (const RescueRef& ref : found) {
      rows.push_back(
          {printable(ref.name, 120), to_iso8601(ref.at).substr(0, 16), ref.commit.substr(0, 10),
           ref.held ? "held by branches" : counted(ref.files, "file") + " nowhere else"});
    }
    if (rows.empty()) {
      context.console.say("nothing was rescued in " + refs.target.name);
    } else {
      context.console.out(table({"REF", "RESCUED", "COMMIT", "HOLDS"}, rows));
    }
    return Exit::done;
  }
};

// REF [TARGET].
class RefCommand : public Command {
 public:
  std::string ref;
  std::string target = ".";
  bool json = false;

  std::vector<Argument> arguments() override {
    return {{"REF", "a rescue ref, or the beginning of its name", &ref},
            {"TARGET", "the repository; the current directory when absent", &target, false}};
  }
};

class RescueShow final : public RefCommand {
 public:
  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document: the ref and its diff", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const Refs refs, open_refs(context, target));
    TRY_ASSIGN(const RescueRef found,
               landing::find_rescue_ref(refs.hand->ports(), refs.target, ref));
    TRY_ASSIGN(const std::string diff,
               landing::rescue_diff(refs.hand->ports(), refs.target, found));
    if (json) {
      Json document = landing::to_json(found);
      document.set("diff", diff);
      context.console.document(document);
    } else if (context.color) {
      context.console.out(colored_diff(diff));
    } else {
      context.console.data(diff);
    }
    return Exit::done;
  }
};

class RescueRestore final : public RefCommand {
 public:
  std::string branch;

  std::vector<Flag> flags() override {
    return {{"--branch", "NAME", "the new branch; rescue/ and the ref's name when absent", &branch},
            {"--json", "", "one JSON document: the branch", &json}};
  }
  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const Refs refs, open_refs(context, target));
    TRY_ASSIGN(const RescueRef found,
               landing::find_rescue_ref(refs.hand->ports(), refs.target, ref));
    const std::string name = branch.empty() ? "rescue/" + found.name : branch;
    TRY(landing::restore_rescue(refs.hand->ports(), refs.target, found, name));
    if (json) {
      context.console.document(Json::object({{"branch", name}, {"commit", found.commit}}));
    }
    context.console.say("the branch " + printable(name, 200) + " is at it; see git -C " +
                        shell_word(refs.target.location) + " log " + shell_word(name));
    return Exit::done;
  }
};

class RescueDrop final : public Command {
 public:
  std::string ref;
  std::string target = ".";
  bool held = false;
  bool force = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--held", "", "every ref that branches are proven to hold; REF is the target then", &held},
        {"--force", "", "give it up, though it is nowhere else", &force},
        {"--json", "", "one JSON document: what was dropped and what stays", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"REF", "a rescue ref, or the beginning of its name", &ref, false},
            {"TARGET", "the repository; the current directory when absent", &target, false}};
  }
  Result<Exit> run(Context& context) override {
    if (held && force) return fail(Errc::invalid, "--held and --force exclude each other");
    if (!held && ref.empty()) {
      return fail(Errc::invalid,
                  "name a rescue ref, or give --held; `pawl rescue-refs list` lists "
                  "them");
    }
    const std::string where = held && !ref.empty() ? ref : target;
    TRY_ASSIGN(const Refs refs, open_refs(context, where));
    const landing::Ports ports = refs.hand->ports();
    std::vector<RescueRef> named;
    if (held) {
      TRY_ASSIGN(named, landing::rescue_refs(ports, refs.target));
    } else {
      TRY_ASSIGN(RescueRef one, landing::find_rescue_ref(ports, refs.target, ref));
      named.push_back(std::move(one));
    }
    TRY_ASSIGN(const std::vector<RescueRef> gone,
               landing::drop_rescues(ports, refs.target, named,
                                     force ? landing::Proof::nothing : landing::Proof::wanted));
    return report(context, named, gone);
  }

 private:
  Exit report(Context& context, const std::vector<RescueRef>& named,
              const std::vector<RescueRef>& gone) const {
    if (json) {
      context.console.document(
          Json::object({{"dropped", json_of_refs(gone)}, {"kept", named.size() - gone.size()}}));
    }
    for (const RescueRef& one : gone) context.console.say("dropped " + printable(one.name, 200));
    if (!gone.empty()) return Exit::done;
    if (held) {
      context.console.say("no rescue ref is held by branches");
      return Exit::nothing_to_do;
    }
    context.console.say("kept " + printable(named.front().name, 200) + ": " +
                        counted(named.front().files, "file") +
                        " of it are nowhere else; restore it, or give it up with --force");
    return Exit::refused;
  }
};

}  // namespace

std::unique_ptr<Command> make_rescue_list() { return std::make_unique<RescueList>(); }
std::unique_ptr<Command> make_rescue_show() { return std::make_unique<RescueShow>(); }
std::unique_ptr<Command> make_rescue_restore() { return std::make_unique<RescueRestore>(); }
std::unique_ptr<Command> make_rescue_drop() { return std::make_unique<RescueDrop>(); }

}  // namespace pawl::cli
