// `pawl guard list|explain`: what the guards are.
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/help.hpp"
#include "cli/kit/output.hpp"
#include "guards/page.hpp"
#include "guards/policy.hpp"

namespace pawl::cli {
namespace {

Json rules_json(const guards::Guard& guard) {
  Json rules = Json::array();
  for (const guards::RuleRow& row : guards::rules_of(guard)) {
    rules.push(Json::object(
        {{"rule", row.rule}, {"kind", to_string(row.kind)}, {"refuses", row.summary}}));
  }
  return rules;
}

class GuardList final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    Json list = Json::array();
    std::vector<std::vector<std::string>> rows;
    for (const guards::Guard& guard : guards::all()) {
      rows.push_back({std::string(guard.id), std::string(guard.code),
                      std::string(to_string(guard.tier)), guard.on ? "on" : "off",
                      std::string(guard.title)});
      list.push(Json::object({{"id", guard.id},
                              {"code", guard.code},
                              {"tier", to_string(guard.tier)},
                              {"on", guard.on},
                              {"title", guard.title},
                              {"event", guard.event},
                              {"rules", rules_json(guard)}}));
    }
    if (json) {
      context.console.document(Json::object({{"guards", std::move(list)}}));
    } else {
      context.console.out(table({"GUARD", "CODE", "TIER", "", "WHAT IT KEEPS"}, rows));
    }
    return Exit::done;
  }
};

class GuardExplain final : public Command {
 public:
  std::string id;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"ID", "a guard, its code, or one of its rules", &id, true, kOfferGuards}};
  }

  Result<Exit> run(Context& context) override {
    const std::string name = id.substr(0, id.find('/'));
    TRY(guards::check_ids({name}));
    const auto page = guards::page_of(*guards::find(name));
    if (!page) return fail(Errc::not_found, "there is no page about " + name);
    if (json) {
      const guards::Guard& guard = *guards::find(name);
      context.console.document(
          Json::object({{"id", guard.id}, {"page", *page}, {"rules", rules_json(guard)}}));
    } else {
      context.console.paged(terminal_page(*page, look_of(context.console, context.color)),
                            context.ports.environment);
    }
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_guard_list() { return std::make_unique<GuardList>(); }
std::unique_ptr<Command> make_guard_explain() { return std::make_unique<GuardExplain>(); }

}  // namespace pawl::cli
