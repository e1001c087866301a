// Ruby: require_relative, require of what the repository's own libraries hold, and of gems.
#include <algorithm>
#include <map>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

constexpr auto kLoadFolders = fixed_words("lib", "", "test", "spec", "app");
// Where a project says what it needs, beside its `.gemspec`.
constexpr auto kManifests =
    fixed_words("Gemfile", "Gemfile.lock", "gems.rb", "gems.locked", "Appraisals");
// What other implementations of Ruby bring along, and frameworks that bring many gems along.
constexpr auto kHostModules = fixed_words("java", "jruby", "jar", "rbx", "truffle", "maglev");
constexpr auto kBundles = fixed_words("rails", "activesupport", "hanami", "bridgetown");
// Gems that many others depend on: who names one of those gets them along.
constexpr auto kBrought = fixed_words(
    "rack", "tilt", "nokogiri", "i18n", "tzinfo", "concurrent", "mime", "mini_mime", "addressable",
    "public_suffix", "faraday", "multi_json", "thor", "builder", "erubi", "erubis", "mustermann",
    "ffi", "mail", "thread_safe", "rspec", "minitest", "diff", "parser", "ast", "rainbow",
    "highline", "hashie", "mini_portile", "multipart_post", "httparty", "excon", "redis", "pry",
    "byebug", "method_source", "coderay", "simplecov", "docile", "zeitwerk", "racc", "slop");
// Shorter names stand in a text by chance.
constexpr std::size_t kGemNameMin = 3;

// `active_support`, `activesupport`, `RMagick`: a gem and its files are not always spelled alike.
std::string plain_letters(std::string_view text) {
  std::string out;
  for (const char c : lower(text)) {
    if ((c >= 'a' && c <= 'z') || is_digit(c)) out += c;
  }
  return out;
}

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
    if (is_standard(module, top)) return of_package(Origin::standard, top);
    const Resolution own = absent(path, module, top);
    return own.origin == Origin::missing ? own : gem(path, module, top);
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

  // Of `net/http` the list of the parts of `net` tells; what has no such list has any part.
  static bool is_standard(const std::string& module, const std::string& top) {
    if (embedded_names("languages/ruby-stdlib.txt").count(top) == 0) return false;
    const NameSet* parts = embedded_members("languages/ruby-stdlib-parts.txt", top);
    if (parts == nullptr || top == module) return true;
    const std::string rest = module.substr(top.size() + 1);
    return parts->count(rest.substr(0, rest.find('/'))) > 0;
  }

  // A gem that no manifest says the name of. Where no manifest lists any, or one lists a framework
  // that brings others along, nothing is known.
  Resolution gem(std::string_view path, const std::string& module, const std::string& top) {
    if (among(kHostModules, top) || among(kBrought, top)) return {};
    if (is_made(module) || extends(path, top)) return {};
    const std::string& declared = declared_for(folder_of(path));
    if (declared.empty()) return {};
    const bool bundled =
        std::any_of(std::begin(kBundles), std::end(kBundles),
                    [&](std::string_view each) { return contains(declared, each); });
    if (bundled) return {};
    const bool below_standard = embedded_names("languages/ruby-stdlib.txt").count(top) > 0;
    const std::string name = plain_letters(below_standard ? module : top);
    if (name.size() < kGemNameMin) return {};
    if (contains(declared, name)) return of_package(Origin::dependency, top);
    return of_package(Origin::undeclared, below_standard ? module : top);
  }

  // `lib/rack/own.rb` of a repository that adds to rack: what it adds to came with something else.
  bool extends(std::string_view path, const std::string& top) const {
    for (std::string_view above = folder_of(path);; above = folder_of(above)) {
      if (tree_.has_folder(under(above, "lib/" + top))) return true;
      if (above.empty()) return false;
    }
  }

  // The letters of all manifests of the folder and of those above; empty when they list no gem.
  const std::string& declared_for(std::string_view folder) {
    const auto known = declared_.find(folder);
    if (known != declared_.end()) return known->second;
    std::string text;
    for (std::string_view above = folder;; above = folder_of(above)) {
      for (const std::string& file : tree_.files_in(above)) {
        if (file.ends_with(".gemspec")) text += tree_.text(file).value_or("");
      }
      if (above.empty()) break;
    }
    for (const std::string_view manifest : kManifests) {
      for (const std::string& file : tree_.named(manifest)) text += tree_.text(file).value_or("");
    }
    const bool lists = contains(text, "gem \"") || contains(text, "gem '") ||
                       contains(text, "dependency") || contains(text, "specs:");
    return declared_.emplace(folder, lists ? plain_letters(text) : std::string()).first->second;
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
  std::map<std::string, std::string, std::less<>> declared_;
};

}  // namespace

std::unique_ptr<Resolver> ruby_resolver(const Tree& tree) {
  return std::make_unique<RubyResolver>(tree);
}

}  // namespace pawl::index
