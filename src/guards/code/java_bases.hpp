// Java: what the classes of a file have from those that they are built on.
#pragma once

#include <string>
#include <string_view>

#include "index/index.hpp"

namespace pawl::guards {

// A method or field of that name may come from a class or interface that one of the file extends,
// implements or makes an anonymous class of: it says the name, or nobody here can look into it. Of
// the platform's it is known what they have (data/languages/java-members.txt).
bool may_inherit(const index::Graph& graph, const std::string& path, std::string_view name);

// `Number parse(String text)`, also where the grammar's outline has no definition: in the body of
// a constant or of an anonymous class.
bool declares_method(std::string_view text, std::string_view name);

// `import static org.junit.Assert.*;`
bool has_static_star(std::string_view text);

}  // namespace pawl::guards
