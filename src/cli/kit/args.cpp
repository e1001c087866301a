#include "cli/kit/args.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/text/text.hpp"

namespace pawl::cli {
namespace {

// What the command line holds for one flag, before its value is checked.
struct GivenFlag {
  Flag flag;
  bool on = false;
  std::string text;
  std::vector<std::string> texts;  // all of them, of a flag that may be given again
  CLI::Option* option = nullptr;
};

Error wrong_value(const Flag& flag, std::string_view wanted, std::string_view text) {
  return fail(Errc::invalid, std::string(long_name(flag)) + " wants " + std::string(wanted) +
                                 ", not '" + printable(text, 80) + "'");
}

template <class Target>
Status set_whole_number(Target& target, const Flag& flag, const std::string& text) {
  const std::optional<long long> value = parse_int(text);
  if (!value) return wrong_value(flag, "a whole number", text);
  target = static_cast<std::int64_t>(*value);
  return Done{};
}

template <class Target>
Status set_number(Target& target, const Flag& flag, const std::string& text) {
  const std::optional<double> value = parse_double(text);
  if (!value) return wrong_value(flag, "a number", text);
  target = *value;
  return Done{};
}

struct SetTarget {
  const GivenFlag& given;

  Status operator()(bool* target) const {
    *target = given.on;
    return Done{};
  }
  Status operator()(std::string* target) const {
    *target = given.text;
    return Done{};
  }
  Status operator()(std::optional<std::string>* target) const {
    *target = given.text;
    return Done{};
  }
  Status operator()(std::vector<std::string>* target) const {
    *target = given.texts;
    return Done{};
  }
  Status operator()(std::int64_t* target) const {
    return set_whole_number(*target, given.flag, given.text);
  }
  Status operator()(std::optional<std::int64_t>* target) const {
    return set_whole_number(*target, given.flag, given.text);
  }
  Status operator()(double* target) const { return set_number(*target, given.flag, given.text); }
  Status operator()(std::optional<double>* target) const {
    return set_number(*target, given.flag, given.text);
  }
};

// CLI11 takes the flags; arguments are what it leaves over, because its own are expanded when they
// look like lists.
class Parser {
 public:
  Parser(std::string_view name, Command& command) : name_(name), arguments_(command.arguments()) {
    app_.set_help_flag();
    app_.allow_extras();
    app_.add_flag("-h,--help", global_.help);
    app_.add_option("--home", home_)->take_last();
    app_.add_option("--color", color_)->take_last();
    app_.add_flag("-q,--quiet", global_.quiet);
    app_.add_flag("-v,--verbose", global_.verbose);
    for (Flag& flag : command.flags()) add(std::move(flag));
  }

  Result<GlobalFlags> parse(std::span<const std::string> words) {
    const auto end_of_flags = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> reversed(words.begin(), end_of_flags);
    std::reverse(reversed.begin(), reversed.end());
    try {
      app_.parse(std::move(reversed));
    } catch (const CLI::ParseError& error) {
      return fail(Errc::invalid, error.what());
    }
    std::vector<std::string> left = app_.remaining();
    for (const std::string& word : left) {
      if (word.size() > 1 && word.front() == '-') return unknown_flag(word);
    }
    if (end_of_flags != words.end()) left.insert(left.end(), end_of_flags + 1, words.end());
    TRY(take_flags());
    TRY(take_arguments(left));
    if (!home_.empty()) global_.home = home_;
    if (!color_.empty()) {
      TRY(check_color(color_));
      global_.color = color_;
    }
    return global_;
  }

 private:
  void add(Flag flag) {
    GivenFlag& given = flags_.emplace_back(GivenFlag{std::move(flag), false, {}, {}, nullptr});
    const std::string name(given.flag.name);
    if (std::holds_alternative<bool*>(given.flag.target)) {
      given.option = app_.add_flag(name, given.on);
    } else {
      given.option = app_.add_option(name, given.text)->take_last();
      given.option->each([&given](const std::string& one) { given.texts.push_back(one); });
    }
  }

  Status take_flags() {
    for (const GivenFlag& given : flags_) {
      if (given.option->count() == 0) continue;
      TRY(std::visit(SetTarget{given}, given.flag.target));
    }
    return Done{};
  }

  Status take_arguments(std::span<const std::string> left) {
    for (const Argument& argument : arguments_) {
      if (left.empty()) {
        if (!argument.required || global_.help) continue;
        return fail(Errc::invalid, std::string(argument.name) + " is missing");
      }
      if (auto* const* one = std::get_if<std::string*>(&argument.target)) {
        **one = left.front();
        left = left.subspan(1);
      } else {
        std::get<std::vector<std::string>*>(argument.target)->assign(left.begin(), left.end());
        left = {};
      }
    }
    if (left.empty()) return Done{};
    return fail(Errc::invalid, "'" + printable(left.front(), 80) + "' is one argument too many");
  }

  Error unknown_flag(const std::string& word) const {
    std::vector<std::string> names = {"--help", "--home", "--color", "--quiet", "--verbose"};
    for (const GivenFlag& given : flags_) names.emplace_back(long_name(given.flag));
    const std::string flag = word.substr(0, word.find('='));
    std::string message =
        "there is no flag " + printable(flag, 80) + " of `pawl " + std::string(name_) + "`";
    if (const auto near = nearest(flag, names)) message += "; did you mean " + *near + "?";
    return fail(Errc::invalid, std::move(message));
  }

  std::string_view name_;
  CLI::App app_;
  GlobalFlags global_;
  std::string home_;
  std::string color_;
  std::deque<GivenFlag> flags_;
  std::vector<Argument> arguments_;
};

}  // namespace

Status check_color(std::string_view word) {
  if (among({"auto", "always", "never"}, word)) return Done{};
  return fail(Errc::invalid, "--color is auto, always or never, not '" + printable(word, 40) + "'");
}

std::string_view long_name(const Flag& flag) {
  const auto comma = flag.name.find(',');
  return comma == std::string_view::npos ? flag.name : flag.name.substr(comma + 1);
}

Result<GlobalFlags> parse_words(std::string_view name, Command& command,
                                std::span<const std::string> words) {
  return Parser(name, command).parse(words);
}

}  // namespace pawl::cli
