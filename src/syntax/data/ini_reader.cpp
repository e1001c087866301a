#include "syntax/data/ini_reader.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/text/text.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

class IniReader {
 public:
  void line(std::string_view text) {
    ++row_;
    const std::string_view content = trim(text);
    if (content.starts_with('#') || content.starts_with(';')) return;
    if (content.empty()) return;
    const std::size_t indent = text.find_first_not_of(" \t");
    if (has_key_ && indent > key_indent_) {
      keys().back().second += "\n" + std::string(content);
    } else if (content.starts_with('[')) {
      section(indent, content);
    } else {
      key(indent, content);
    }
  }

  IniFile take() {
    Json::Object sections;
    for (auto& [name, keys] : sections_) {
      Json::Object members;
      for (auto& [key, value] : keys) members.emplace_back(key, Json(std::move(value)));
      sections.emplace_back(name, Json::object_of(std::move(members)));
    }
    out_.sections = Json::object_of(std::move(sections));
    return std::move(out_);
  }

 private:
  using Keys = std::vector<std::pair<std::string, std::string>>;

  Keys& keys() { return sections_[current_].second; }

  void fault(std::size_t indent, std::string message) {
    if (out_.faults.size() < kDiagnosticsMax) {
      out_.faults.push_back({row_, static_cast<int>(indent) + 1, std::move(message)});
    }
  }

  void enter(std::string name) {
    const auto [place, is_new] = index_.try_emplace(name, sections_.size());
    if (is_new) sections_.emplace_back(std::move(name), Keys());
    current_ = place->second;
  }

  void section(std::size_t indent, std::string_view content) {
    has_key_ = false;
    seen_.clear();
    const auto end = content.rfind(']');
    if (end == std::string_view::npos) return fault(indent, "the section's name lacks its \"]\"");
    if (end == 1) return fault(indent, "a section without a name");
    enter(std::string(content.substr(1, end - 1)));
  }

  void key(std::size_t indent, std::string_view content) {
    const auto at = content.find_first_of("=:");
    if (at == std::string_view::npos) {
      has_key_ = false;
      return fault(indent, "neither a section nor \"key = value\"");
    }
    const std::string name(trim(content.substr(0, at)));
    if (name.empty()) return fault(indent, "a value without a key");
    if (sections_.empty()) enter("");
    if (!seen_.insert(lower(name)).second) {
      fault(indent, "repeated key \"" + printable(name, 60) + "\"");
    }
    keys().emplace_back(name, trim(content.substr(at + 1)));
    has_key_ = true;
    key_indent_ = indent;
  }

  IniFile out_;
  std::vector<std::pair<std::string, Keys>> sections_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_set<std::string> seen_;  // keys since the last section line
  std::size_t current_ = 0;
  std::size_t key_indent_ = 0;
  int row_ = 0;
  bool has_key_ = false;
};

}  // namespace

IniFile read_ini(std::string_view text) {
  IniReader reader;
  for (const std::string_view line : split_lines(without_byte_order_mark(text))) reader.line(line);
  return reader.take();
}

}  // namespace pawl::syntax
