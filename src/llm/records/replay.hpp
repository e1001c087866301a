// The recorded model calls of a run, played again: to each question the answer it got then. A
// question that is asked in other words now gets the answer its turn got, and the difference is
// kept.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "llm/chat.hpp"
#include "os/files/files.hpp"

namespace pawl::llm {

// A question that was not asked in the same words then.
struct Divergence {
  std::string role;
  std::string purpose;
  // The first line that differs; both empty when nothing like it was asked then.
  std::string recorded;
  std::string asked;
};

class Replay {
 public:
  // `folder` is the `model/` folder of a run; one that is not there holds no calls. Errc::invalid
  // names the record that cannot be read.
  static Result<std::unique_ptr<Replay>> open(os::Files& files, const std::string& folder);
  ~Replay();

  // Plays what `role` asked; it has the name of the model that answered then, or `spec` when none
  // did. Borrows this. Its answers cost nothing.
  std::unique_ptr<ChatModel> model(std::string role, std::string spec);
  // Whether that role asked anything then.
  bool asked_by(const std::string& role) const;
  // Where questions name a place of this process that the recorded one had elsewhere.
  void stands_for(std::string here, std::string then);

  const std::vector<Divergence>& divergences() const;
  // `role: purpose` of recorded calls that were not asked for, in order.
  std::vector<std::string> unasked() const;

 private:
  class Tape;
  class Player;
  explicit Replay(std::unique_ptr<Tape> tape);
  std::unique_ptr<Tape> tape_;
};

}  // namespace pawl::llm
