// Ruby: require_relative, and require of what the repository's own libraries hold.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

constexpr auto kLoadFolders = fixed_words("lib", "", "test", "spec", "app");

std::string under(std::string_view folder, std::string_view rest) {
  return folder.empty() ? std::string(rest) : std::string(folder) + "/" + std::string(rest);
}

class RubyResolver final : public Resolver {
 public:
  explicit RubyResolver(const Tree& tree) : tree_(tree), ignored_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    if (import.module.starts_with('.')) return relative(path, import.module);
    std::string module = import.module;
    if (module.ends_with(".rb")) module.resize(module.size() - 3);
    const std::string file = module + ".rb";
    for (std::string_view above = folder_of(path);; above = folder_of(above)) {
      for (const std::string_view root : kLoadFolders) {
        std::string place = under(root.empty() ? above : under(above, root), file);
        if (tree_.has(place)) return at_file(std::move(place));
      }
      if (above.empty()) break;
    }
    Resolution out;
    for (const std::string& each : tree_.named(name_of(file))) {
      if (each.ends_with("/" + file)) out.paths.push_back(each);
    }
    if (!out.paths.empty()) {
      out.origin = out.paths.size() == 1 ? Origin::file : Origin::unknown;
      return out;
    }
    const std::string top = module.substr(0, module.find('/'));
    if (embedded_names("languages/ruby-stdlib.txt").count(top) > 0) {
      return of_package(Origin::standard, top);
    }
    return absent(path, module, top);
  }

 private:
  Resolution relative(std::string_view path, const std::string& module) {
    const auto target = joined_path(folder_of(path), module);
    if (!target) return {};
    for (const char* ending : {"", ".rb", ".so"}) {
      if (tree_.has(*target + ending)) return at_file(*target + ending);
    }
    // `require "./x"` counts from where the program is started.
    if (module.starts_with("./")) {
      for (std::string_view above = folder_of(path);; above = folder_of(above)) {
        const std::string place = under(above, module.substr(2));
        for (const char* ending : {"", ".rb"}) {
          if (tree_.has(place + ending)) return at_file(place + ending);
        }
        if (above.empty()) break;
      }
    }
    if (is_made(*target)) return {};
    return missing(*target + ".rb");
  }

  // Gems may provide files of any name, but not in folders that are ours.
  Resolution absent(std::string_view path, const std::string& module, const std::string& top) {
    if (top == module) return {};
    for (std::string_view above = folder_of(path);; above = folder_of(above)) {
      for (const char* root : {"lib", "test", "spec"}) {
        const std::string load = under(above, root);
        const std::string holder = under(load, folder_of(module));
        // Where several gems share a folder, each has a file that stands for its own part.
        if (!tree_.has_folder(holder) || !tree_.has(holder + ".rb")) continue;
        if (is_of_gem(module, top)) return {};
        const std::string place = under(load, module);
        return is_made(place) ? Resolution{} : missing(place + ".rb");
      }
      if (above.empty()) return {};
    }
  }

  // `rack/session` of the gem rack-session.
  bool is_of_gem(const std::string& module, const std::string& top) const {
    const std::string_view rest = std::string_view(module).substr(top.size() + 1);
    const std::string part(rest.substr(0, rest.find('/')));
    for (const std::string& list : {std::string("Gemfile"), std::string("Gemfile.lock"),
                                    std::string("Appraisals"), top + ".gemspec"}) {
      for (const std::string& path : tree_.named(list)) {
        const std::string text = tree_.text(path).value_or("");
        if (contains(text, top + "-" + part) || contains(text, top + "_" + part)) return true;
      }
    }
    return false;
  }

  // By a compiler, or some other tool.
  bool is_made(const std::string& stem) {
    if (ignored_.may_match(stem) || ignored_.may_match(stem + ".rb")) return true;
    for (const std::string& path : tree_.named("extconf.rb")) {
      if (contains(tree_.text(path).value_or(""), name_of(stem))) return true;
    }
    for (const char* grammar : {".rl", ".y", ".racc", ".rex", ".kpeg", ".treetop"}) {
      if (tree_.has(stem + grammar)) return true;
    }
    return false;
  }

  const Tree& tree_;
  Ignored ignored_;
};

}  // namespace

std::unique_ptr<Resolver> ruby_resolver(const Tree& tree) {
  return std::make_unique<RubyResolver>(tree);
}

}  // namespace pawl::index
