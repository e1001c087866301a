#include "syntax/data/toml_reader.hpp"

#include <optional>
#include <sstream>
#include <string>

namespace pawl::syntax {
namespace {

// Some broken files (`[[[`) run into assertions of toml++, which must not end the program. It
// throws on errors anyway, so an assertion becomes one more error that read_toml() catches.
struct BrokenAssumption {};
[[noreturn]] void broken_assumption() { throw BrokenAssumption{}; }

}  // namespace
}  // namespace pawl::syntax

#undef NDEBUG  // with it, toml++ tells the compiler that its assertions hold
#define TOML_EXCEPTIONS 1
#define TOML_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::pawl::syntax::broken_assumption())
#include <toml++/toml.h>

#include "base/text/text.hpp"
#include "syntax/position.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

// toml++ builds and frees nested tables by recursion, and limits brackets but not dotted keys.
constexpr std::size_t kKeyPartsMax = 200;

// Walks over strings and comments, and looks for a key of too many parts outside of them.
class DottedKeys {
 public:
  explicit DottedKeys(std::string_view text) : text_(text) {}

  std::optional<std::size_t> first_too_long() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        at_ = string_end(text_, at_);
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (c == '.' && ++parts_ > kKeyPartsMax) return at_;
      if (c == '\n' || c == '=' || c == ',' || c == '{' || c == '[') parts_ = 0;
      ++at_;
    }
    return std::nullopt;
  }

  // Behind the string that begins there.
  static std::size_t string_end(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const std::string triple(3, quote);
    const bool is_long = text.substr(at).starts_with(triple);
    at += is_long ? 3 : 1;
    while (at < text.size()) {
      if (quote == '"' && text[at] == '\\') {
        at += 2;
      } else if (is_long ? text.substr(at).starts_with(triple) : text[at] == quote) {
        return at + (is_long ? 3 : 1);
      } else if (!is_long && text[at] == '\n') {
        return at;
      } else {
        ++at;
      }
    }
    return text.size();
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t parts_ = 0;
};

// TOML 1.1 lets an inline table go over several lines, with comments, and end in a comma; toml++
// reads 1.0. Such tables are put on one line, and their line ends behind them, so that what follows
// keeps its line.
class InlineTables {
 public:
  explicit InlineTables(std::string_view text) : text_(text) {}

  std::string in_one_line() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        copy(DottedKeys::string_end(text_, at_));
      } else if (c == '#') {
        comment();
      } else if (c == '\n' && in_table()) {
        ++breaks_;
        out_ += ' ';
        ++at_;
      } else if (c == ',' && in_table() && closes_next()) {
        out_ += ' ';
        ++at_;
      } else {
        bracket(c);
      }
    }
    return std::move(out_);
  }

 private:
  bool in_table() const { return !open_.empty() && open_.back() == '{'; }

  void copy(std::size_t end) {
    out_ += text_.substr(at_, end - at_);
    at_ = end;
  }

  void comment() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    if (in_table()) {
      at_ = end;
    } else {
      copy(end);
    }
  }

  // Nothing but blanks and comments up to the end of the table.
  bool closes_next() const {
    for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
      if (text_[at] == '#') at = std::min(text_.find('\n', at), text_.size() - 1);
      if (text_[at] == '}') return true;
      if (text_[at] != ' ' && text_[at] != '\t' && text_[at] != '\n' && text_[at] != '\r')
        return false;
    }
    return false;
  }

  void bracket(char c) {
    if (c == '{' || c == '[') open_ += c;
    if ((c == '}' || c == ']') && !open_.empty()) open_.pop_back();
    out_ += c;
    ++at_;
    if (c != '}' || open_.find('{') != std::string::npos) return;
    out_.append(breaks_, '\n');
    breaks_ = 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string open_;  // the brackets that are
  std::size_t breaks_ = 0;
  std::string out_;
};

toml::table parse_tables(std::string_view text) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error&) {
    const std::string older = InlineTables(text).in_one_line();
    if (older == text) throw;
    return toml::parse(older);
  }
}

template <class Value>
std::string written(const Value& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

Json to_json(const toml::node& node) {
  if (const auto* table = node.as_table()) {
    Json::Object members;
    for (const auto& [key, value] : *table) members.emplace_back(key.str(), to_json(value));
    return Json::object_of(std::move(members));
  }
  if (const auto* array = node.as_array()) {
    Json items = Json::array();
    for (const toml::node& item : *array) items.push(to_json(item));
    return items;
  }
  if (const auto* value = node.as_string()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point()) return value->get();
  if (const auto* value = node.as_boolean()) return value->get();
  if (const auto* value = node.as_date()) return written(value->get());
  if (const auto* value = node.as_time()) return written(value->get());
  if (const auto* value = node.as_date_time()) return written(value->get());
  return {};
}

void add_places(const toml::node& node, std::vector<std::string>& path, std::size_t levels_max,
                std::vector<TomlPlace>& out) {
  if (path.size() >= levels_max) return;
  if (const auto* table = node.as_table()) {
    for (const auto& [key, value] : *table) {
      path.emplace_back(key.str());
      out.push_back({path, static_cast<int>(key.source().begin.line)});
      add_places(value, path, levels_max, out);
      path.pop_back();
    }
  } else if (const auto* array = node.as_array()) {
    std::size_t index = 0;
    for (const toml::node& item : *array) {
      path.push_back(std::to_string(index++));
      out.push_back({path, static_cast<int>(item.source().begin.line)});
      add_places(item, path, levels_max, out);
      path.pop_back();
    }
  }
}

}  // namespace

std::variant<Json, Diagnostic> read_toml(std::string_view text) {
  text = without_byte_order_mark(text);
  if (const auto bad = first_bad_byte(text)) {
    return diagnostic_at(text, *bad, "a byte that is not UTF-8");
  }
  if (const auto at = DottedKeys(text).first_too_long()) {
    return diagnostic_at(text, *at, "a key of more than 200 parts");
  }
  try {
    return to_json(parse_tables(text));
  } catch (const toml::parse_error& error) {
    return Diagnostic{static_cast<int>(error.source().begin.line),
                      static_cast<int>(error.source().begin.column),
                      std::string(error.description())};
  } catch (const BrokenAssumption&) {
    return Diagnostic{1, 1, "no TOML"};
  }
}

int line_in_toml(std::string_view text, std::span<const std::string> path) {
  text = without_byte_order_mark(text);
  if (DottedKeys(text).first_too_long()) return 0;
  int line = 0;
  try {
    const toml::table root = parse_tables(text);
    const toml::node* at = &root;
    for (const std::string& part : path) {
      if (const auto* table = at->as_table()) {
        const auto member = table->find(part);
        if (member == table->end()) break;
        line = static_cast<int>(member->first.source().begin.line);
        at = &member->second;
      } else if (const auto* array = at->as_array()) {
        const auto index = parse_int(part);
        if (!index || *index < 0 || static_cast<std::size_t>(*index) >= array->size()) break;
        at = array->get(static_cast<std::size_t>(*index));
        line = static_cast<int>(at->source().begin.line);
      } else {
        break;
      }
    }
  } catch (const toml::parse_error&) {
    return 0;
  } catch (const BrokenAssumption&) {
    return 0;
  }
  return line;
}

std::vector<TomlPlace> places_in_toml(std::string_view text, std::size_t levels_max) {
  text = without_byte_order_mark(text);
  std::vector<TomlPlace> places;
  if (DottedKeys(text).first_too_long()) return places;
  try {
    std::vector<std::string> path;
    add_places(parse_tables(text), path, levels_max, places);
  } catch (const toml::parse_error&) {
    places.clear();
  } catch (const BrokenAssumption&) {
    places.clear();
  }
  return places;
}

}  // namespace pawl::syntax
