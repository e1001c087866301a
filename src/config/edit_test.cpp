#include "config/edit.hpp"

#include <doctest/doctest.h>

namespace pawl::config::edit_test {
namespace {

TEST_CASE("with_value changes one line") {
  struct Row {
    const char* name;
    const char* before;
    const char* after;
  };
  const Row rows[] = {
      {"empty file", "", "[model]\nspec = \"x\"\n"},
      {"another table", "[bot]\nname = \"B\"\n", "[bot]\nname = \"B\"\n\n[model]\nspec = \"x\"\n"},
      {"replaced, comment kept", "[model]\nspec = \"old\" # why\n",
       "[model]\nspec = \"x\" # why\n"},
      {"hash inside the value", "[model]\nspec = \"a#b\\\"c\" # why\n",
       "[model]\nspec = \"x\" # why\n"},
      {"literal string", "[model]\n  spec='a\\' # why\n", "[model]\n  spec=\"x\" # why\n"},
      {"bare value", "[model]\nspec = 5 # why\n", "[model]\nspec = \"x\" # why\n"},
      {"added at the end of its table", "[model]\nretries = 1\n\n# about bots\n[bot]\n",
       "[model]\nretries = 1\nspec = \"x\"\n\n# about bots\n[bot]\n"},
      {"empty table", "[model] # here\n[bot]\n", "[model] # here\nspec = \"x\"\n[bot]\n"},
      {"dotted line", "model.spec = \"old\"\n", "model.spec = \"x\"\n"},
      {"beside a dotted line", "model.retries = 1\n[bot]\n",
       "model.retries = 1\nmodel.spec = \"x\"\n[bot]\n"},
      {"quoted names", "[\"model\"]\n'spec' = \"old\"\n", "[\"model\"]\n'spec' = \"x\"\n"},
      {"same name in another table", "[bot]\nspec = 1\n[model]\nspec = 2\n",
       "[bot]\nspec = 1\n[model]\nspec = \"x\"\n"},
      {"array of tables", "[[model]]\nspec = 1\n",
       "[[model]]\nspec = 1\n\n[model]\nspec = \"x\"\n"},
      {"a comment that looks like it", "[model]\n# spec = 1\n",
       "[model]\nspec = \"x\"\n# spec = 1\n"},
      {"no final newline", "[model]\nspec = 1", "[model]\nspec = \"x\""},
      {"carriage returns", "[model]\r\nspec = 1\r\n", "[model]\r\nspec = \"x\"\r\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(with_value(row.before, "model.spec", "\"x\"") == row.after);
  }
}

}  // namespace
}  // namespace pawl::config::edit_test
