// C and C++ includes, Java packages, Ruby's require.
#include <algorithm>

#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

class CResolver final : public Resolver {
 public:
  explicit CResolver(const Tree& tree) : tree_(tree) {}

  // Beside the file, then in whichever folder holds that path: include folders are not asked for,
  // but seen from the tree. What is not there may be made by the build or come from the system.
  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    if (!import.system) {
      const auto beside = joined_path(folder_of(path), import.module);
      if (beside && tree_.has(*beside)) return at_file(*beside);
    }
    const std::string tail = "/" + import.module;
    Resolution out;
    for (const std::string& each : tree_.named(name_of(import.module))) {
      if (each == import.module || each.ends_with(tail)) out.paths.push_back(each);
    }
    if (out.paths.empty()) {
      return import.system ? of_package(Origin::standard, import.module) : Resolution{};
    }
    out.origin = out.paths.size() == 1 ? Origin::file : Origin::unknown;
    return out;
  }

 private:
  const Tree& tree_;
};

class JavaResolver final : public Resolver {
 public:
  explicit JavaResolver(const Tree& tree) : tree_(tree) {}

  Resolution resolve(std::string_view, const syntax::Import& import) override {
    const std::string_view package = import.module;
    for (const std::string_view prefix : {"java.", "javax.", "jdk.", "sun."}) {
      if (package.starts_with(prefix)) return of_package(Origin::standard, package);
    }
    std::string folder(package);
    std::replace(folder.begin(), folder.end(), '.', '/');
    Resolution out;
    for (const syntax::ImportedName& name : import.names) {
      // `import static a.b.C.d`: the class is the last word of the module.
      for (const std::string& file : {folder + "/" + name.name + ".java", folder + ".java"}) {
        for (const std::string& each : tree_.named(name_of(file))) {
          if (each == file || each.ends_with("/" + file)) out.paths.push_back(each);
        }
      }
    }
    if (!out.paths.empty()) out.origin = Origin::file;
    return out;
  }

 private:
  const Tree& tree_;
};

class RubyResolver final : public Resolver {
 public:
  explicit RubyResolver(const Tree& tree) : tree_(tree), ignored_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    const std::string& module = import.module;
    if (module.starts_with('.')) {
      const auto target = joined_path(folder_of(path), module);
      if (!target) return {};
      for (const char* ending : {"", ".rb", ".so"}) {
        if (tree_.has(*target + ending)) return at_file(*target + ending);
      }
      const bool generated = ignored_.may_match(*target) || ignored_.may_match(*target + ".rb");
      return generated ? Resolution{} : missing(*target + ".rb");
    }
    for (const std::string& root : roots()) {
      const std::string file = (root.empty() ? "" : root + "/") + module + ".rb";
      if (tree_.has(file)) return at_file(file);
    }
    const std::string top = module.substr(0, module.find('/'));
    if (embedded_names("languages/ruby-stdlib.txt").count(top) > 0) {
      return of_package(Origin::standard, top);
    }
    return {};  // gems may provide files of any name
  }

 private:
  const std::vector<std::string>& roots() {
    if (!roots_) {
      roots_ = std::vector<std::string>{"", "lib", "test", "spec"};
      for (const std::string& path : tree_.named("Gemfile")) {
        const std::string folder(folder_of(path));
        if (folder.empty()) continue;
        for (const char* name : {"", "/lib", "/test", "/spec"}) roots_->push_back(folder + name);
      }
    }
    return *roots_;
  }

  const Tree& tree_;
  Ignored ignored_;
  std::optional<std::vector<std::string>> roots_;
};

}  // namespace

std::unique_ptr<Resolver> c_resolver(const Tree& tree) { return std::make_unique<CResolver>(tree); }
std::unique_ptr<Resolver> java_resolver(const Tree& tree) {
  return std::make_unique<JavaResolver>(tree);
}
std::unique_ptr<Resolver> ruby_resolver(const Tree& tree) {
  return std::make_unique<RubyResolver>(tree);
}

}  // namespace pawl::index
