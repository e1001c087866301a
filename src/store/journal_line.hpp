// One line of a journal, to and from text. Reading has a short way for the lines Pawl writes;
// everything else takes the strict JSON parser, so both ways accept and refuse the same lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/event.hpp"
#include "base/secrets/secret.hpp"

namespace pawl::store {

// The first line of a journal, with its newline.
std::string journal_header(std::string_view run);
// The run a header names. invalid when it is no header or one of a newer version.
Result<std::string> parse_journal_header(std::string_view line);

// With its newline.
std::string journal_line(const JournalEvent& event);
// Reads lines; remembers what neighbours share. Lines come without their newline.
class LineParser {
 public:
  // Whether the data of events of that kind is wanted. What is not wanted is checked all the same
  // and comes as null.
  using Wanted = bool (*)(std::string_view kind);
  explicit LineParser(Wanted wanted = nullptr) : wanted_(wanted) {}
  Result<JournalEvent> parse(std::string_view line);

 private:
  bool own_form(std::string_view line, JournalEvent& event);
  std::optional<Timestamp> time(std::string_view text);

  Wanted wanted_;
  std::string hour_;  // of the newest time, as text
  Timestamp hour_began_;
};

// Every string and key of the value, as `redactor` leaves it.
Json redacted(const Json& value, const Redactor& redactor);

}  // namespace pawl::store
