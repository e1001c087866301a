// What all commands about one pull request share: NUMBER [TARGET], and the head they are about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/kit/command.hpp"
#include "cli/kit/desk.hpp"
#include "cli/kit/output.hpp"

namespace pawl::cli {

class PullCommand : public Command {
 public:
  std::string number;
  std::string target = ".";

  std::vector<Argument> arguments() override {
    return {{"NUMBER", "the pull request", &number},
            {"TARGET", "its repository; the current directory when absent", &target, false}};
  }

 protected:
  Result<std::int64_t> wanted() const {
    return forge_number(number, "a pull request", "pawl pr list");
  }
};

Paint paint_of_pull(forge::PullState state);
// `open`; `open, draft` of a draft.
std::string state_words(const forge::Pull& pull);
Paint paint_of_check(const forge::Check& check);
// `success`, or how far it is: `in_progress`.
std::string_view outcome_of(const forge::Check& check);

// The head a write is about: that of the pull request as it was read, or the one a person names (7
// digits at least). conflict when the pull request has another one.
Result<std::string> expected_head(const forge::Pull& pull, const std::string& given);

// All that belongs to a pull request, page after page.
Result<std::vector<forge::Comment>> all_comments(forge::Forge& forge, std::int64_t number);
Result<std::vector<forge::Review>> all_reviews(forge::Forge& forge, std::int64_t number);
Result<std::vector<forge::Check>> all_checks(forge::Forge& forge, const std::string& head_commit);

template <class T>
Json json_list(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push(to_json(item));
  return list;
}

// Comments for people: author, time and text of each.
std::string comments_text(const Context& context, const std::vector<forge::Comment>& comments);
// Each line behind two or more blanks, without what would command a terminal.
std::string indented(std::string_view text, std::size_t blanks);

}  // namespace pawl::cli
