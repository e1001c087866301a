// A compiled schema: what schema/compiler.hpp makes and schema/evaluator.hpp runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.hpp"
#include "schema/pattern.hpp"

namespace pawl::schema {

// Sets of types, as bits.
using Types = std::uint8_t;
inline constexpr Types kNull = 1;
inline constexpr Types kBoolean = 2;
inline constexpr Types kInteger = 4;
inline constexpr Types kFraction = 8;  // a number that is no integer
inline constexpr Types kString = 16;
inline constexpr Types kArray = 32;
inline constexpr Types kObject = 64;
inline constexpr Types kNumber = kInteger | kFraction;

inline constexpr std::size_t kNoMax = std::numeric_limits<std::size_t>::max();

struct Node;

struct Size {
  std::size_t min = 0;
  std::size_t max = kNoMax;
};

struct Numbers {
  std::optional<double> min;
  std::optional<double> max;
  std::optional<double> above;
  std::optional<double> below;
  std::optional<double> multiple_of;
};

struct ByPattern {
  Pattern pattern;
  const Node* node = nullptr;
};

struct Strings {
  Size size;
  std::optional<Pattern> pattern;
  std::string pattern_text;
  std::string pattern_title;  // what a text of that pattern is; empty: nobody says
};

struct Objects {
  Size size;
  std::vector<std::string> required;
  std::unordered_map<std::string, const Node*> properties;
  std::vector<ByPattern> patterns;
  const Node* additional = nullptr;
  const Node* names = nullptr;
  const Node* unevaluated = nullptr;
  std::vector<std::pair<std::string, std::vector<std::string>>> dependent_required;
  std::vector<std::pair<std::string, const Node*>> dependent_schemas;
};

struct Arrays {
  Size size;
  bool unique = false;
  std::vector<const Node*> prefix;
  const Node* rest = nullptr;  // of the items behind the prefix
  const Node* contains = nullptr;
  Size contained{1, kNoMax};
  bool contained_counts = false;  // what `contains` found is evaluated (2020-12)
  const Node* unevaluated = nullptr;
};

struct Reference {
  const Node* target = nullptr;
  std::string dynamic_anchor;  // of a `$dynamicRef` whose target is a dynamic anchor
  bool recursive = false;      // a `$recursiveRef` whose target is recursive
};

struct Logic {
  std::vector<const Node*> all;
  std::vector<const Node*> any;
  std::vector<const Node*> one;
  const Node* no = nullptr;
  const Node* condition = nullptr;
  const Node* then = nullptr;
  const Node* otherwise = nullptr;
  std::vector<Reference> references;
};

struct Node {
  std::size_t resource = 0;
  std::optional<bool> constant;  // the schemas true and false
  Types types = 0;               // 0: any
  const Json* equal_to = nullptr;
  const Json* one_of = nullptr;
  const Json* required_by_not = nullptr;
  std::unique_ptr<Numbers> numbers;
  std::unique_ptr<Strings> strings;
  std::unique_ptr<Objects> objects;
  std::unique_ptr<Arrays> arrays;
  std::unique_ptr<Logic> logic;
};

// What a dynamic reference may lead to, by resource.
struct DynamicTargets {
  std::map<std::string, const Node*> anchors;
  const Node* recursive = nullptr;
};

struct Compiled {
  std::deque<Node> nodes;
  const Node* root = nullptr;
  std::vector<DynamicTargets> dynamic;  // by resource
  bool tracks = false;                  // there is an `unevaluated…`
};

}  // namespace pawl::schema
