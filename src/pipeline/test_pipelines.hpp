// For tests: random numbers that are the same for the same seed, and pipelines made of them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/definition.hpp"

namespace pawl::pipeline {

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t roll() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  int below(int end) { return static_cast<int>(roll() % static_cast<std::uint64_t>(end)); }
  bool one_in(int n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

// Makes random pipelines.
class Maker {
 public:
  Maker(Dice& dice, bool cancels) : dice_(dice), cancels_(cancels) {}

  Definition definition() {
    Definition made{.name = "random", .summary = ""};
    made.root.children = children(0);
    return made;
  }

 private:
  std::vector<Node> children(int depth) {
    std::vector<Node> nodes;
    const int count = 1 + dice_.below(depth == 0 ? 4 : 3);
    for (int i = 0; i < count; ++i)
      nodes.push_back(node(std::string(1, static_cast<char>('a' + i)), depth));
    return nodes;
  }

  Node node(std::string name, int depth) {
    Node node;
    node.name = std::move(name);
    const int kind = depth >= 2 ? 0 : dice_.below(7);
    if (kind == 4) return loop(std::move(node), depth);
    if (kind == 5) return parallel(std::move(node), depth);
    if (kind == 6) {
      node.kind = NodeKind::sequence;
      node.children = children(depth + 1);
      return node;
    }
    node.type = "work";
    node.rerun = static_cast<Rerun>(dice_.below(3));
    node.attempts_max = 1 + dice_.below(3);
    return node;
  }

  Node loop(Node node, int depth) {
    node.kind = NodeKind::loop;
    node.children = children(depth + 1);
    node.until =
        node.children
            .at(static_cast<std::size_t>(dice_.below(static_cast<int>(node.children.size()))))
            .name;
    node.rounds_max = 1 + dice_.below(3);
    return node;
  }

  Node parallel(Node node, int depth) {
    node.kind = NodeKind::parallel;
    node.children = children(depth + 1);
    node.concurrent_max = dice_.below(3);
    node.cancel_on_bail = cancels_ && dice_.one_in(2);
    node.bail_policy = dice_.one_in(2) ? BailPolicy::all : BailPolicy::any;
    return node;
  }

  Dice& dice_;
  bool cancels_;
};

}  // namespace pawl::pipeline
