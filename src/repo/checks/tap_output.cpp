// TAP, as node:test and many others print it.

#include "base/text/text.hpp"
#include "repo/checks/report_lines.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kMessageBytesMax = 600;

struct TapLine {
  std::string_view name;       // `group` of `ok 3 - group # TODO`
  std::string_view directive;  // `TODO`
  bool is(std::string_view word) const { return starts_with_folded(directive, word); }
};

// What stands behind `ok` or `not ok`.
TapLine tap_line(std::string_view row, std::string_view mark) {
  TapLine line;
  std::string_view rest = trim(row.substr(mark.size()));
  rest = trim(rest.substr(std::min(rest.find_first_not_of("0123456789"), rest.size())));
  if (rest.starts_with("- ")) rest = rest.substr(2);
  if (const auto hash = rest.find("# "); hash == 0 || rest.substr(0, hash).ends_with(' ')) {
    line.directive = rest.substr(std::min(hash + 2, rest.size()));
    rest = trim(rest.substr(0, hash));
  }
  line.name = rest.empty() ? "unnamed test" : rest;
  return line;
}

// `not ok 3 - group # TODO` → the name; nothing for lines of another kind and for allowed failures.
std::string_view tap_failure(std::string_view row) {
  if (!row.starts_with("not ok")) return {};
  const TapLine line = tap_line(row, "not ok");
  return line.is("todo") || line.is("skip") ? std::string_view() : line.name;
}

std::string yaml_value(std::string_view row, std::string_view key) {
  if (!row.starts_with(key)) return {};
  std::string_view value = trim(row.substr(key.size()));
  if (value.size() > 1 && value.front() == '\'' && value.back() == '\'') {
    value = value.substr(1, value.size() - 2);
  }
  return std::string(value);
}

class TapReader {
 public:
  TestReport read(std::string_view text) {
    for (const std::string_view line : split_lines(text)) {
      const std::string_view row = trim(line);
      take(line, row, indent_of(line));
      const auto said = number_at(line, "# pass ");
      if (said && line.starts_with('#')) passed_ = *said;
    }
    report_.passed = passed_;
    return std::move(report_);
  }

 private:
  void take(std::string_view line, std::string_view row, std::size_t indent) {
    if (row.starts_with("# Subtest: ")) {
      end_test();
      groups_.enter(indent, stable_name(row.substr(11)));
    } else if (const std::string_view name = tap_failure(row); !name.empty()) {
      end_test();
      take_failure(groups_.path(indent, stable_name(name)));
    } else if (row.starts_with("ok ") || row == "ok") {
      end_test();
      const TapLine one = tap_line(row, "ok");
      const std::string id = groups_.path(indent, stable_name(one.name));
      if (!one.is("skip")) ++passed_;
      if (one.is("skip")) {
        add_named(report_.skipped, ordinals_.skipped.named(id));
      } else {
        add_named(report_.passing, ordinals_.passing.named(id));
      }
    } else if (last_ != nullptr) {
      take_detail(line, row, indent);
    }
  }

  void end_test() {
    last_ = nullptr;
    block_.reset();
  }

  void take_failure(const std::string& id) {
    if (fails_below(report_, id)) return;
    last_ = add_once(report_, {.id = ordinals_.failing.named(id), .file = {}, .message = {}});
  }

  // The YAML below a failure: where it is, and what it says, in one line or in a block.
  void take_detail(std::string_view line, std::string_view row, std::size_t indent) {
    if (block_ && (indent > *block_ || row.empty())) {
      add_message(stable_name(row));
      return;
    }
    block_.reset();
    if (const auto place = yaml_value(row, "location:"); !place.empty()) {
      last_->file = without_place(place);
    }
    const std::string error = yaml_value(row, "error:");
    if (error.starts_with('|') || error.starts_with('>')) {
      block_ = indent;
    } else if (!error.empty()) {
      last_->message = stable_name(error);
    } else if (last_->message.empty() && row.find(": ") == std::string_view::npos && row != "---" &&
               row != "..." && !line.starts_with('#')) {
      last_->message = stable_name(row);
    }
  }

  void add_message(std::string_view row) {
    if (row.empty() || last_->message.size() > kMessageBytesMax) return;
    if (!last_->message.empty()) last_->message += '\n';
    last_->message += row;
  }

  TestReport report_;
  EndOrdinals ordinals_;
  Groups groups_;
  int passed_ = 0;
  FailingTest* last_ = nullptr;
  std::optional<std::size_t> block_;  // the indent of the key whose block is read
};

}  // namespace

TestReport parse_tap(std::string_view text) { return TapReader().read(text); }

}  // namespace pawl::repo
