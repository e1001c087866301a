#include "syntax/outline/module_references.hpp"

#include <doctest/doctest.h>

namespace pawl::syntax::module_references_test {
namespace {

std::vector<std::string> named(std::string_view text, Language language = Language::javascript) {
  std::vector<std::string> out;
  for (const ModuleReference& reference : module_references(language, text)) {
    out.push_back(reference.member.empty() ? reference.name
                                           : reference.member + "=" + reference.name);
  }
  return out;
}
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("modules are found wherever the language names them") {
  CHECK(named("import a from 'a';import'b';export * from \"c\";") == Names{"a", "b", "c"});
  CHECK(named("const a = require('a'); await import(`b`); require.resolve('c');") ==
        Names{"a", "b", "c"});
  CHECK(named("import x = require('x'); import type {T} from 't';", Language::typescript) ==
        Names{"x", "t"});
  CHECK(named("export default {plugins: ['a', ['b', {}], c], parser: 'p'};") ==
        Names{"plugins=a", "plugins=b", "parser=p"});
  CHECK(named("module.exports = {plugins: {a: {}, 'b-c': {}}};") ==
        Names{"plugins=a", "plugins=b-c"});
}

TEST_CASE("a member tells where it stands") {
  const auto references =
      module_references(Language::javascript, "module.exports = {a: {'b': {plugins: ['x']}}};");
  REQUIRE(references.back().name == "x");
  CHECK(references.back().around == Names{"a", "b"});
}

TEST_CASE("comments, strings of run time and other calls name nothing") {
  CHECK(named("// require('a')\n/* import 'b' */ const s = \"require('c')\";").empty());
  CHECK(named("import(`./${x}`); require(x); f('a'); require('a' + b)").empty());
}

TEST_CASE("what stands in a try may be absent") {
  const auto references =
      module_references(Language::javascript, "try {\n require('a') } catch {}");
  REQUIRE(references.size() == 1);
  CHECK(references[0].optional);
  CHECK(references[0].line == 2);
}

}  // namespace pawl::syntax::module_references_test
