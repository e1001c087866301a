#include "runner/claim_run.hpp"

namespace pawl::runner {

Result<NewRun> claim_run(os::Files& files, os::Random& random, const store::Layout& layout,
                         std::string_view name) {
  constexpr int kTriesMax = 50;
  for (int i = 0; i < kTriesMax; ++i) {
    NewRun run{.id = RunId::make(name, random.hex(6)), .hex = {}};
    run.hex = run.id.text().substr(run.id.text().rfind('-') + 1);
    TRY_ASSIGN(const bool made, files.make_new_folder(layout.run(run.id), 0700));
    if (made) return run;
  }
  return fail(Errc::conflict, "no id is free for a run in " + layout.runs() +
                                  "; remove the runs that nobody needs from there");
}

}  // namespace pawl::runner
