// Rows of the tables that tests go through: parameters, lists of inputs, tables of wanted answers.
#include <algorithm>
#include <map>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/tests/tampering_parts.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kTableBytesMax = 1U << 20U;
constexpr std::size_t kTablesMax = 4000;

// A list between brackets: what it is called, and its elements without blanks.
struct Table {
  std::vector<std::string> rows;
  int line = 0;
};

std::size_t behind_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != quote && (quote == '`' || text[end] != '\n')) {
    end += text[end] == '\\' ? 2U : 1U;
  }
  return std::min(end + 1, text.size());
}

bool opens_comment(std::string_view text, std::size_t at) {
  const bool behind_blank = at == 0 || is_space(text[at - 1]);
  return behind_blank && (text.substr(at).starts_with("// ") ||
                          (text[at] == '#' && at + 1 < text.size() && text[at + 1] == ' '));
}

// Something written out: a text, a number, a list, a call of what marks a row.
bool is_row(std::string_view row) {
  if (row.empty()) return false;
  const char first = row.front();
  if (first == '"' || first == '\'' || first == '`' || first == '[' || first == '{' ||
      first == '(' || first == '-' || first == '&' || first == ':' || is_digit(first)) {
    return true;
  }
  for (const std::string_view start :
       {"pytest.param(", "Arguments.of(", "arguments(", "r\"", "b\"", "f\"", "u\"", "None", "True",
        "False", "true", "false", "null", "nil", "R\"", "L\""}) {
    if (row.starts_with(start)) return true;
  }
  // `Case { … }`, `Row(…)`, `TestCase{…}`.
  const std::size_t open = row.find_first_of("{(");
  return is_upper(first) && open != std::string_view::npos && row.back() != ';';
}

class TableReader {
 public:
  explicit TableReader(std::string_view text) : text_(text) {}

  std::vector<Table> run() {
    for (std::size_t i = 0; i < text_.size() && tables_.size() < kTablesMax;) {
      const char c = text_[i];
      if (c == '\n') ++line_;
      if (opens_comment(text_, i)) {
        i = std::min(text_.find('\n', i), text_.size());
        continue;
      }
      if (c == '"' || c == '`' || (c == '\'' && closes_soon(i))) {
        const std::size_t end = behind_quoted(text_, i);
        say(text_.substr(i, end - i));
        line_ +=
            static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(i),
                                        text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        i = end;
        continue;
      }
      if (c == '[' || c == '{' || c == '(') {
        open_.push_back({.table = {.rows = {}, .line = line_}, .row = {}, .code = false});
      } else if ((c == ']' || c == '}' || c == ')') && !open_.empty()) {
        close(c);
      } else if (c == ',' && !open_.empty()) {
        open_.back().end_row();
      } else if (!is_space(c)) {
        if (c == ';' && !open_.empty()) open_.back().code = true;
        say(text_.substr(i, 1));
      }
      ++i;
    }
    return std::move(tables_);
  }

 private:
  struct Open {
    Table table;
    std::string row;
    bool code;
    void end_row() {
      if (!row.empty()) table.rows.push_back(std::move(row));
      row.clear();
    }
  };

  bool closes_soon(std::size_t at) const {
    const std::size_t end = text_.find('\'', at + 1);
    return end != std::string_view::npos && text_.substr(at, end - at).find('\n') > end - at;
  }
  void say(std::string_view text) {
    if (!open_.empty()) open_.back().row += text;
  }
  void close(char bracket) {
    Open done = std::move(open_.back());
    open_.pop_back();
    done.end_row();
    std::string whole(1, bracket == ']' ? '[' : bracket == '}' ? '{' : '(');
    for (const std::string& row : done.table.rows) whole += row + ",";
    whole.push_back(bracket);
    const bool rows = std::all_of(done.table.rows.begin(), done.table.rows.end(),
                                  [](const std::string& row) { return is_row(row); });
    if (rows && !done.code && !done.table.rows.empty()) tables_.push_back(std::move(done.table));
    say(whole);
  }

  std::string_view text_;
  std::vector<Open> open_;
  std::vector<Table> tables_;
  int line_ = 1;
};

// Those of one side that the other has not.
std::vector<const Table*> unmatched(const std::vector<Table>& mine,
                                    const std::vector<Table>& others) {
  std::multiset<std::vector<std::string>> known;
  for (const Table& each : others) known.insert(each.rows);
  std::vector<const Table*> left;
  for (const Table& each : mine) {
    const auto found = known.find(each.rows);
    if (found == known.end()) {
      left.push_back(&each);
    } else {
      known.erase(found);
    }
  }
  return left;
}

// Fewer rows, all of which were there, in their order.
bool is_shorter(const Table& now, const Table& old) {
  if (now.rows.size() >= old.rows.size()) return false;
  auto next = old.rows.begin();
  for (const std::string& row : now.rows) {
    next = std::find(next, old.rows.end(), row);
    if (next == old.rows.end()) return false;
    ++next;
  }
  return true;
}

// Marks that each give a test one more case.
std::size_t case_marks(std::string_view text) {
  std::size_t count = 0;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view plain = trim(line);
    for (const std::string_view mark :
         {"#[case", "#[test_case", "@example(", "@CsvSource", "@ValueSource", "@EnumSource",
          "@MethodSource", "@NullSource", "@EmptySource", "@pytest.mark.parametrize",
          "@parameterized", "@ddt", "@data(", "@unpack", "INSTANTIATE_TEST"}) {
      if (plain.starts_with(mark)) ++count;
    }
  }
  return count;
}

void report_cases(const git::FileChange& file, int line, const std::string& what,
                  Verdict& verdict) {
  verdict.applies();
  verdict.refuse(
      tampering_finding("fewer-cases", file, line, what, "Keep the cases the tests go through."));
}

}  // namespace

void check_cases(const git::FileChange& file, const ChangedLines& changed, Verdict& verdict) {
  const bool loses = std::any_of(changed.begin(), changed.end(),
                                 [](const ChangedLine& each) { return !each.before.empty(); });
  if (!loses) return;
  if (file.before->size() > kTableBytesMax || file.after->size() > kTableBytesMax) return;
  const auto family = repo::family_of(file.path);
  const bool tests = repo::is_test_file(file.path) || repo::lies_among_tests(file.path) ||
                     (family && repo::holds_inner_tests(*family, *file.before));
  if (!family || !tests) return;
  const std::vector<Table> before = TableReader(*file.before).run();
  const std::vector<Table> after = TableReader(*file.after).run();
  const auto gone = unmatched(before, after);
  auto came = unmatched(after, before);
  for (const Table* old : gone) {
    if (old->rows.size() < 2) continue;
    const auto now = std::find_if(came.begin(), came.end(),
                                  [&](const Table* each) { return is_shorter(*each, *old); });
    if (now == came.end()) continue;
    return report_cases(file, (*now)->line,
                        "a list of " + counted(old->rows.size(), "case") + " has " +
                            std::to_string((*now)->rows.size()) + " left",
                        verdict);
  }
  if (case_marks(*file.after) < case_marks(*file.before)) {
    report_cases(file, 0, "marks that give a test its cases are gone", verdict);
  }
}

}  // namespace pawl::guards
