#include <sstream>
#include <string>
#include <vector>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include "syntax/data/yaml_reader.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

// Follows one way through the events of a document.
class YamlWalk final : public YAML::EventHandler {
 public:
  explicit YamlWalk(std::span<const std::string> path) : path_(path) {}

  int line() const { return line_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { leaf(mark, "null"); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { leaf(mark, ""); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& value) override {
    leaf(mark, value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    enter(mark, false);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    enter(mark, true);
  }
  void OnSequenceEnd() override { leave(); }
  void OnMapEnd() override { leave(); }

 private:
  struct Open {
    bool is_map = false;
    bool on_path = false;  // this is what the parts so far lead to
    bool key_is_next = false;
    bool hit = false;  // the key just read is the next part
    std::size_t index = 0;
  };

  // The part that a container at this depth must have.
  const std::string* wanted() const {
    const std::size_t depth = open_.size() - 1;
    return depth < path_.size() ? &path_[depth] : nullptr;
  }

  void found(const YAML::Mark& mark) { line_ = mark.line + 1; }

  // Is the value that begins here the one the path leads to?
  bool begins_value(const YAML::Mark& mark) {
    if (open_.empty()) return true;
    Open& top = open_.back();
    if (top.is_map) {
      top.key_is_next = true;
      return top.hit;
    }
    const std::string index = std::to_string(top.index++);
    const bool hit = top.on_path && wanted() != nullptr && *wanted() == index;
    if (hit) found(mark);
    return hit;
  }

  void leaf(const YAML::Mark& mark, const std::string& value) {
    if (open_.empty() || !open_.back().is_map || !open_.back().key_is_next) {
      begins_value(mark);
      return;
    }
    Open& top = open_.back();
    top.key_is_next = false;
    top.hit = top.on_path && wanted() != nullptr && *wanted() == value;
    if (top.hit) found(mark);
  }

  void enter(const YAML::Mark& mark, bool is_map) {
    const bool is_key = !open_.empty() && open_.back().is_map && open_.back().key_is_next;
    bool on_path = false;
    if (is_key) {
      open_.back().key_is_next = false;
      open_.back().hit = false;
    } else {
      on_path = begins_value(mark);
    }
    open_.push_back({is_map, on_path, is_map, false, 0});
  }

  void leave() { open_.pop_back(); }

  std::span<const std::string> path_;
  std::vector<Open> open_;
  int line_ = 0;
};

}  // namespace

int line_in_yaml(std::string_view text, std::span<const std::string> path) {
  YamlWalk walk(path);
  try {
    std::istringstream input{std::string(without_byte_order_mark(text))};
    YAML::Parser parser(input);
    parser.HandleNextDocument(walk);
  } catch (const YAML::Exception&) {
    return 0;
  }
  return walk.line();
}

}  // namespace pawl::syntax
