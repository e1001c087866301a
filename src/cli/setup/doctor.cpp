#include "cli/setup/doctor.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/kit/folders.hpp"
#include "cli/kit/output.hpp"
#include "run/run_index.hpp"
#include "runner/restore_database.hpp"
#include "store/database.hpp"
#include "store/salvage.hpp"

namespace pawl::cli {
namespace {

Paint paint_of_health(Health health) {
  switch (health) {
    case Health::ok: return Paint::green;
    case Health::warn: return Paint::yellow;
    case Health::fail: return Paint::red;
  }
  return Paint::plain;
}

class Doctor final : public Command {
 public:
  bool json = false;
  bool rebuild = false;
  std::string target;

  std::vector<Argument> arguments() override {
    return {{"TARGET", "a repository on this machine whose checks are tried", &target, false}};
  }
  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document", &json},
            {"--rebuild-index", "", "make the index of runs again from the journals", &rebuild}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const store::Layout layout, resolve_layout(context.ports));
    Findings findings;
    if (const Status folders = check_folders(context.ports.files, layout); !folders) {
      findings.push_back({"folders", Health::fail, folders.error().to_line()});
    }
    restore_database(context.ports, layout, findings);
    if (rebuild) {
      Finding index = rebuild_index(context.ports, layout, findings);
      findings.push_back(std::move(index));
    }
    const Patient patient = examine_configuration(context.ports, layout, findings);
    if (target.empty()) {
      examine_machine(patient, findings);
    } else if (patient.sound) {
      TRY(examine_target(context.console, patient, target, findings));
    }
    const auto failed = std::count_if(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.health == Health::fail;
    });
    show(context, patient.config.redactor, findings);
    return failed > 0 ? Exit::failed : Exit::done;
  }

 private:
  static void restore_database(os::Ports& ports, const store::Layout& layout, Findings& findings) {
    const auto restored = runner::restore_database(ports, layout);
    if (!restored) {
      findings.push_back({"database", Health::fail, restored.error().to_line()});
    } else if (!restored->empty()) {
      findings.push_back({"database", Health::warn, *restored});
    }
  }

  // What no journal records: it was in the damaged file only.
  static Finding take_over(const std::string& aside, const store::Layout& layout) {
    const auto salvaged = store::salvage(aside, layout.database(), runner::kept_tables());
    if (!salvaged) return {"database", Health::fail, salvaged.error().to_line()};
    const std::string kept = salvaged->kept.empty() ? "nothing" : join(salvaged->kept, ", ");
    std::string message = "it is kept as " + aside + "; taken over from it: " + kept;
    if (!salvaged->lost.empty()) {
      message += "; not to be read, or not to the end: " + join(salvaged->lost, ", ") +
                 ". They stand nowhere else: put a copy of the file back if you have one";
    }
    return {"damaged database", Health::warn, message};
  }

  static std::string report_of(const runner::RebuiltIndex& rebuilt) {
    std::string text = "made again from " + counted(rebuilt.runs, "journal") + ", with " +
                       counted(rebuilt.observations.made, "observation");
    if (rebuilt.observations.kept > 0) {
      text += "; kept " + counted(rebuilt.observations.kept, "observation") +
              " of runs without a readable journal";
    }
    if (!rebuilt.untouched.empty()) text += "; not touched: " + join(rebuilt.untouched, ", ");
    if (!rebuilt.broken.empty()) text += "; left out, broken: " + join(rebuilt.broken, ", ");
    return text;
  }

  static Finding rebuild_index(os::Ports& ports, const store::Layout& layout, Findings& findings) {
    auto database = store::Database::open(layout.database());
    if (!database && database.error().code == Errc::invalid) {
      const auto aside = store::put_database_aside(ports.files, layout, ports.clock.now());
      if (!aside) return {"index", Health::fail, aside.error().to_line()};
      database = store::Database::open(layout.database());
      if (database) findings.push_back(take_over(*aside, layout));
    }
    if (!database) return {"index", Health::fail, database.error().to_line()};
    const auto rebuilt = runner::rebuild_index(ports.files, layout, **database);
    if (!rebuilt) return {"index", Health::fail, rebuilt.error().to_line()};
    return {"index", rebuilt->broken.empty() ? Health::ok : Health::warn, report_of(*rebuilt)};
  }

  void show(Context& context, const Redactor& redactor, const Findings& findings) const {
    if (json) {
      Json list = Json::array();
      for (const Finding& finding : findings) {
        list.push(Json::object({{"check", finding.name},
                                {"health", to_string(finding.health)},
                                {"message", redactor.apply(finding.message)}}));
      }
      context.console.document(Json::object({{"checks", list}}));
      return;
    }
    std::vector<std::vector<std::string>> rows;
    for (const Finding& finding : findings) {
      rows.push_back({painted(context, paint_of_health(finding.health), to_string(finding.health)),
                      finding.name, printable(redactor.apply(finding.message), 400)});
    }
    context.console.out(table({}, rows));
  }
};

}  // namespace

std::string_view to_string(Health health) {
  switch (health) {
    case Health::ok: return "ok";
    case Health::warn: return "warn";
    case Health::fail: return "fail";
  }
  return "";
}

std::unique_ptr<Command> make_doctor() { return std::make_unique<Doctor>(); }

}  // namespace pawl::cli
