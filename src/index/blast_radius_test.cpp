#include "index/blast_radius.hpp"

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace pawl::index;

std::string text_of(const Graph& graph, std::span<const std::string> paths,
                    const BlastOptions& options = {}) {
  return to_text(blast_radius(graph, paths, options));
}

TEST_CASE("users in other files are listed, up to five, the rest counted") {
  std::vector<std::pair<std::string, std::string>> files = {
      {"a.py",
       "def f(x, y=1, *z):\n    return x\n\ndef _hidden(): pass\n\nclass K:\n"
       "    def m(self): f(1)\n"},
      {"none.txt", "f\n"},
  };
  for (int i = 0; i < 7; ++i) {
    files.push_back({"u" + std::to_string(i) + ".py", "from a import f\n\ndef g():\n    f(1)\n"});
  }
  const auto index = memory_index(files);
  const std::array<std::string, 3> paths = {"a.py", "none.txt", "gone.py"};
  CHECK(text_of(index->base(), paths) ==
        "a.py\n"
        "  f(x, y?, ...) [function, line 1]: used by u0.py:4 in g, u1.py:4 in g, u2.py:4 in g, "
        "u3.py:4 in g, u4.py:4 in g (+2 more)\n"
        "  K [class, line 6]: no known users in other files\n"
        "  K.m() [method, line 7]: no known users in other files\n");
  const std::string small = text_of(index->base(), paths, {.users_max = 1, .bytes_max = 80});
  CHECK(small ==
        "a.py\n  f(x, y?, ...) [function, line 1]: used by u0.py:4 in g (+6 more)\n"
        "  (2 further symbols not shown)\n");
  const auto of_k = [](const std::string& name) { return name == "K"; };
  CHECK(text_of(index->base(), paths, {.users_max = 1, .bytes_max = 80, .wanted = of_k}) ==
        "a.py\n  K [class, line 6]: no known users in other files\n"
        "  (2 further symbols not shown)\n");
  CHECK(text_of(index->base(), std::array<std::string, 1>{"none.txt"}).empty());
}

}  // namespace
