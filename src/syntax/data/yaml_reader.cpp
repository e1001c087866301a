#include "syntax/data/yaml_reader.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include "base/text/text.hpp"
#include "syntax/data/yaml_scalar.hpp"
#include "syntax/position.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

constexpr std::size_t kAliasNodesMax = 10'000;
// Anchored nodes are kept in case an alias asks for them; anchors in anchors keep theirs again.
constexpr std::size_t kAnchorNodesMax = 200'000;

// Line and column as yaml-cpp counts them, from 0 and in bytes, to our places.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
    }
  }

  std::size_t offset(const YAML::Mark& mark) const {
    if (mark.line < 0 || static_cast<std::size_t>(mark.line) >= starts_.size()) return text_.size();
    const auto column = static_cast<std::size_t>(std::max(mark.column, 0));
    return std::min(starts_[static_cast<std::size_t>(mark.line)] + column, text_.size());
  }
  Diagnostic diagnostic(const YAML::Mark& mark, std::string message) const {
    const auto row = static_cast<std::size_t>(std::max(mark.line, 0));
    return diagnostic_at(text_, mark.line < 0 ? 0 : offset(mark), row, std::move(message));
  }
  std::string_view line(int row) const {
    if (row < 0 || static_cast<std::size_t>(row) >= starts_.size()) return {};
    const std::string_view rest = text_.substr(starts_[static_cast<std::size_t>(row)]);
    return rest.substr(0, rest.find('\n'));
  }
  std::string_view from(const YAML::Mark& mark) const { return text_.substr(offset(mark)); }

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

// Behind tags and anchors.
std::string_view without_properties(std::string_view text) {
  while (!text.empty() && (text.front() == '!' || text.front() == '&')) {
    text.remove_prefix(std::min(text.find_first_of(" \t\r\n"), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  }
  return text;
}

// yaml-cpp takes the end of the file for the end of a quoted scalar.
bool is_unterminated(std::string_view text) {
  text = without_properties(text);
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return false;
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) return false;
      ++i;
    }
  }
  return true;
}

std::size_t node_count(const Json& value) {
  std::size_t count = 1;
  for (const Json& item : value.items()) count += node_count(item);
  for (const auto& [key, member] : value.members()) count += node_count(member);
  return count;
}

class YamlReader final : public YAML::EventHandler {
 public:
  YamlReader(std::string_view text, Aliases aliases) : places_(text), aliases_(aliases) {}

  YamlStream take() { return std::move(out_); }
  bool is_full() const { return out_.faults.size() >= kDiagnosticsMax; }
  bool is_stuck() const { return is_stuck_; }
  void fault(const YAML::Mark& mark, std::string message) {
    if (!is_full()) out_.faults.push_back(places_.diagnostic(mark, std::move(message)));
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    open_.clear();
    anchors_.clear();
    root_ = {};
    // At a stray comma yaml-cpp finds one empty document after the other in the same place.
    is_stuck_ = !out_.documents.empty() && mark.pos == document_mark_.pos;
    document_mark_ = mark;
    if (is_stuck_) {
      fault(mark, "unexpected text");
    } else if (!out_.documents.empty() && !is_separated(mark)) {
      fault(mark, "a second document without \"---\"");
    }
  }
  void OnDocumentEnd() override { out_.documents.push_back(std::move(root_)); }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (is_value_of_bare_key(mark)) fault(mark, "expected \":\" after the key");
    add(mark, {}, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(mark, aliases_ == Aliases::expand ? expanded(mark, anchor) : Json(), 0);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (tag != "?" && is_unterminated(places_.from(mark))) {
      fault(mark, "the quoted text does not end");
    }
    add(mark, yaml_scalar(tag, value), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(mark, false, anchor, style);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(mark, true, anchor, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YAML::Mark mark;
    bool is_map = false;
    bool is_flow = false;
    YAML::anchor_t anchor = 0;
    Json::Array items;
    Json::Object members;
    std::optional<std::string> key;  // of the value that comes next
    YAML::Mark key_mark;
    std::unordered_set<std::string> keys;
  };

  bool is_separated(const YAML::Mark& mark) const {
    if (places_.line(mark.line).starts_with("---")) return true;
    for (int row = mark.line - 1; row >= 0; --row) {
      const std::string_view line = places_.line(row);
      if (line.starts_with("...") || line.starts_with("%")) return true;
      const std::string_view content = trim(line);
      if (!content.empty() && !content.starts_with('#')) return false;
    }
    return true;
  }

  // In a block map yaml-cpp reads a line without a colon as a key whose value is null; it puts the
  // value where the key is.
  bool is_value_of_bare_key(const YAML::Mark& mark) const {
    if (open_.empty() || open_.back().is_flow || !open_.back().key) return false;
    const YAML::Mark& key = open_.back().key_mark;
    return key.line == mark.line && key.column == mark.column;
  }

  void open(const YAML::Mark& mark, bool is_map, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    Open fresh;
    fresh.mark = mark;
    fresh.is_map = is_map;
    fresh.is_flow = style == YAML::EmitterStyle::Flow;
    fresh.anchor = anchor;
    open_.push_back(std::move(fresh));
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    add(done.mark,
        done.is_map ? Json::object_of(std::move(done.members)) : Json(std::move(done.items)),
        done.anchor);
  }

  void add(const YAML::Mark& mark, Json value, YAML::anchor_t anchor) {
    if (anchor != 0 && aliases_ == Aliases::expand) keep(mark, value, anchor);
    if (open_.empty()) {
      root_ = std::move(value);
      return;
    }
    Open& top = open_.back();
    if (!top.is_map) {
      top.items.push_back(std::move(value));
    } else if (top.key) {
      top.members.emplace_back(*std::move(top.key), std::move(value));
      top.key.reset();
    } else {
      add_key(top, mark, value);
    }
  }

  void add_key(Open& top, const YAML::Mark& mark, const Json& value) {
    std::string key = value.is_string() ? value.string_or("") : value.dump();
    const std::string identity = std::string(value.type_name()) + " " + key;
    // An alias that is not expanded, as a key, could be anything.
    const bool known = !value.is_null() || aliases_ == Aliases::expand;
    if (known && !top.keys.insert(identity).second) {
      fault(mark, "repeated key \"" + printable(key, 60) + "\"");
    }
    top.key = std::move(key);
    top.key_mark = mark;
  }

  void keep(const YAML::Mark& mark, const Json& value, YAML::anchor_t anchor) {
    if (anchor_nodes_ > kAnchorNodesMax) return;
    const std::size_t count = node_count(value);
    anchor_nodes_ += count;
    if (anchor_nodes_ > kAnchorNodesMax) return fault(mark, "too much text under anchors");
    anchors_.insert_or_assign(anchor, std::pair(value, count));
  }

  Json expanded(const YAML::Mark& mark, YAML::anchor_t anchor) {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      fault(mark, "an alias inside of what it names");
      return {};
    }
    const auto& [value, count] = found->second;
    const bool was_within = alias_nodes_ <= kAliasNodesMax;
    alias_nodes_ += count;
    if (alias_nodes_ <= kAliasNodesMax) return value;
    if (was_within) fault(mark, "aliases stand for more than 10,000 nodes");
    return {};
  }

  Places places_;
  Aliases aliases_;
  YamlStream out_;
  Json root_;
  YAML::Mark document_mark_;
  bool is_stuck_ = false;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, std::pair<Json, std::size_t>> anchors_;
  std::size_t anchor_nodes_ = 0;
  std::size_t alias_nodes_ = 0;
};

std::optional<std::size_t> first_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F) return i;
  }
  return std::nullopt;
}

}  // namespace

YamlStream read_yaml(std::string_view text, Aliases aliases) {
  text = without_byte_order_mark(text);
  if (const auto bad = first_bad_byte(text)) {
    return {{}, {diagnostic_at(text, *bad, "a byte that is not UTF-8")}};
  }
  if (const auto bad = first_control(text)) {
    return {{}, {diagnostic_at(text, *bad, "a control character")}};
  }
  YamlReader reader(text, aliases);
  try {
    std::istringstream input{std::string(text)};
    YAML::Parser parser(input);
    while (!reader.is_full() && !reader.is_stuck() && parser.HandleNextDocument(reader)) {
    }
  } catch (const YAML::DeepRecursion& error) {
    reader.fault(error.mark, "nested deeper than 500 levels");
  } catch (const YAML::Exception& error) {
    reader.fault(error.mark, error.msg);
  }
  return reader.take();
}

}  // namespace pawl::syntax
