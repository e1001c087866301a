// What Dockerfiles and Compose files name.
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/references/command_names.hpp"
#include "guards/references/name_readers.hpp"
#include "guards/references/shell_commands.hpp"

namespace pawl::guards {
namespace {

struct Instruction {
  std::string name;  // in capitals
  std::string rest;  // continued lines with a line end between
  int line = 0;
};

std::vector<Instruction> instructions_of(std::string_view text) {
  std::vector<Instruction> out;
  bool continued = false;
  std::string here;  // ends a here-document
  int number = 0;
  for (const std::string_view raw : split_lines(text)) {
    ++number;
    const std::string_view line = trim(raw);
    if (!here.empty()) {
      if (line == here) here.clear();
      continue;
    }
    if (line.empty() || line.front() == '#') continue;
    const bool more = line.ends_with('\\');
    const std::string_view content = more ? trim(line.substr(0, line.size() - 1)) : line;
    if (continued) {
      out.back().rest.append(" ").append(content);
    } else {
      const auto blank = std::min(content.find_first_of(" \t"), content.size());
      out.push_back(
          {upper(content.substr(0, blank)), std::string(trim(content.substr(blank))), number});
    }
    continued = more;
    const auto mark = content.find("<<");
    if (!more && mark != std::string_view::npos) {
      std::string_view word = content.substr(mark + 2);
      while (!word.empty() && (word[0] == '-' || word[0] == '"' || word[0] == '\'')) {
        word.remove_prefix(1);
      }
      const auto end = std::find_if_not(word.begin(), word.end(), is_word);
      here = word.substr(0, static_cast<std::size_t>(end - word.begin()));
    }
  }
  return out;
}

// The words of `COPY a b c` and of `COPY ["a", "b"]`.
std::vector<std::string> words_of(std::string_view rest) {
  std::vector<std::string> words;
  std::string_view options = rest;
  while (options.starts_with("--")) {
    const auto blank = std::min(options.find(' '), options.size());
    words.emplace_back(options.substr(0, blank));
    options = trim(options.substr(blank));
  }
  if (options.starts_with('[')) {
    if (const auto list = Json::parse(options)) {
      for (const Json& item : list->items()) words.emplace_back(item.text());
    }
    return words;
  }
  for (const std::string_view word : split_words(options)) words.emplace_back(word);
  return words;
}

// Names a stage and no image: nobody publishes an image `builder`.
bool is_stage_name(std::string_view name) {
  if (name.find_first_of("/:.@$") != std::string_view::npos) return false;
  for (const std::string_view part :
       {"build", "stage", "deps", "dependencies", "install", "compile", "base", "test", "assets",
        "frontend", "backend", "runtime", "prod", "release", "final", "packag"}) {
    if (contains_folded(name, part) && name != "busybox" && name != "buildpack-deps") return true;
  }
  return false;
}

class DockerfileReader {
 public:
  explicit DockerfileReader(NameCollector& out) : out_(out) {}

  void read() {
    for (const Instruction& each : instructions_of(out_.text())) {
      if (each.name == "FROM") {
        from(each);
      } else if (each.name == "COPY" || each.name == "ADD") {
        copy(each);
      } else if (each.name == "RUN" || each.name == "CMD" || each.name == "ENTRYPOINT") {
        run(each);
      }
    }
  }

 private:
  void from(const Instruction& each) {
    const auto words = words_of(each.rest);
    const auto as = std::find_if(words.begin(), words.end(),
                                 [](const std::string& word) { return equal_folded(word, "as"); });
    if (as != words.end() && as + 1 != words.end()) stages_.push_back(lower(as[1]));
    ++count_;
  }

  void copy(const Instruction& each) {
    const auto words = words_of(each.rest);
    if (words.size() < 2) return;
    // That of a folder may be built in another one.
    const bool at_root = out_.path().components().size() == 1;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      std::string_view word = words[i];
      if (word.starts_with("--from=")) return stage(lower(word.substr(7)), each.line);
      if (word.starts_with("--") || word.starts_with("<<")) continue;
      while (word.starts_with('/')) word.remove_prefix(1);
      if (word.ends_with('/')) word.remove_suffix(1);
      if (!is_plain_path(word) || word == "." || is_built_program(word, words.back())) continue;
      out_.add_from(out_.folder(), {.key = each.name,
                                    .written = std::string(word),
                                    .path = {},
                                    .as = NamedAs::either,
                                    .line = each.line,
                                    .anywhere = !at_root});
    }
  }

  // A program or a package that was built beside the Dockerfile, before the image is.
  bool is_built_program(std::string_view word, std::string_view target) const {
    for (const std::string_view ending : {".jar", ".war", ".whl", ".tar", ".tar.gz", ".tgz", ".zip",
                                          ".exe", ".so", ".deb", ".rpm", ".apk", ".gem"}) {
      if (word.ends_with(ending)) return true;
    }
    if (word.find_first_of("./") != std::string_view::npos) return false;
    const std::string name(word);
    return contains(target, "bin") || contains(out_.text(), "\"/" + name + "\"") ||
           contains(out_.text(), "\"" + name + "\"") ||
           contains(out_.text(), "\"./" + name + "\"") || contains(out_.text(), "/" + name + "\"]");
  }

  void stage(const std::string& name, int line) {
    const auto number = parse_int(name);
    if (number && *number < count_) return;
    if (number || is_stage_name(name)) {
      out_.unknown("stage", name, "--from in line " + std::to_string(line), stages_);
    }
  }

  // What runs inside of an image lies wherever it was copied.
  void run(const Instruction& each) {
    std::string text = each.rest;
    while (text.starts_with("--")) {
      text =
          std::string(trim(std::string_view(text).substr(std::min(text.find(' '), text.size()))));
    }
    if (text.starts_with('[')) {
      const auto list = Json::parse(text);
      text.clear();
      if (list) {
        for (const Json& item : list->items()) text.append(item.text()).append(" ");
      }
    }
    CommandPlace place{.key = each.name, .folder = {}, .line = 0, .anywhere = true};
    NameCollector inner(out_.path(), out_.text());
    add_commands(inner, text, place);
    for (NamedFile& named : inner.take().files) {
      const bool file = named.as == NamedAs::file || named.as == NamedAs::module ||
                        named.as == NamedAs::script || named.as == NamedAs::target;
      named.line = each.line;
      if (file) out_.add(std::move(named));
    }
  }

  NameCollector& out_;
  std::vector<std::string> stages_;
  long long count_ = 0;
};

class ComposeReader {
 public:
  ComposeReader(NameCollector& out, const Json& document) : out_(out), document_(document) {
    for (const auto& [name, service] : document["services"].members()) services_.push_back(name);
    const std::string name = lower(out.path().name());
    whole_ =
        among({"compose.yml", "compose.yaml", "docker-compose.yml", "docker-compose.yaml"}, name) &&
        !document.has("include");
  }

  void read() {
    for (const auto& [name, service] : document_["services"].members()) one(name, service);
    for (const std::string_view group : {"configs"}) {
      for (const auto& [name, value] : document_[group].members()) {
        out_.add(std::string(group) + "." + name + ".file", value["file"].text(), NamedAs::file);
      }
    }
  }

 private:
  void one(const std::string& name, const Json& service) {
    build(service["build"]);
    const Json& extends = service["extends"];
    out_.add("extends.file", extends["file"].text(), NamedAs::file);
    for (const Json& item : service["env_file"].items()) env_file(item);
    env_file(service["env_file"]);
    for (const Json& item : service["volumes"].items()) mounted_file(item);
    if (!whole_) return;
    if (!extends.has("file")) {
      const Json& other = extends.is_object() ? extends["service"] : extends;
      known("service", other.text(), "extends of \"" + name + "\"", services_);
    }
    list("service", service["depends_on"], "depends_on of \"" + name + "\"", services_);
    list("service", service["links"], "links of \"" + name + "\"", services_);
    for (const std::string_view group : {"networks", "configs", "secrets"}) {
      std::vector<std::string> names = top_names(group);
      if (group == "networks") names.emplace_back("default");
      const std::string_view what = group.substr(0, group.size() - 1);
      list(what, service[group], std::string(group) + " of \"" + name + "\"", names);
    }
    volumes(name, service["volumes"]);
  }

  std::vector<std::string> top_names(std::string_view group) const {
    std::vector<std::string> names;
    for (const auto& [key, value] : document_[group].members()) names.push_back(key);
    return names;
  }

  void known(std::string_view what, std::string_view name, std::string where,
             const std::vector<std::string>& names) {
    out_.unknown(what, name.substr(0, name.find(':')), std::move(where), names);
  }

  void list(std::string_view what, const Json& value, const std::string& where,
            const std::vector<std::string>& names) {
    for (const Json& item : value.items()) {
      known(what, item.is_object() ? item["source"].text() : item.text(), where, names);
    }
    for (const auto& [key, options] : value.members()) known(what, key, where, names);
  }

  // Docker makes a folder of what is not there: that of a file with settings breaks its reader.
  void mounted_file(const Json& item) {
    static constexpr auto kEndings =
        fixed_words(".conf", ".yml", ".yaml", ".json", ".toml", ".sh", ".sql", ".ini", ".cfg",
                    ".xml", ".cnf", ".py", ".js");
    const std::string_view text = item.text();
    const std::string_view source = text.substr(0, text.find(':'));
    const bool file = std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
      return source.ends_with(ending);
    });
    if (source.starts_with("./") && file) out_.add("volumes", source, NamedAs::either);
  }

  void volumes(const std::string& service, const Json& value) {
    const std::vector<std::string> names = top_names("volumes");
    for (const Json& item : value.items()) {
      const bool named = item.is_object() && item["type"].text() == "volume";
      const std::string_view text = named ? item["source"].text() : item.text();
      const auto colon = text.find(':');
      const std::string_view source = text.substr(0, colon);
      const bool short_form = !item.is_object() && colon != std::string_view::npos;
      if (!named && !short_form) continue;
      if (source.find_first_of("/.~\\$") != std::string_view::npos || source.size() < 2) continue;
      out_.unknown("volume", source, "volumes of \"" + service + "\"", names);
    }
  }

  void build(const Json& build) {
    const std::string_view context =
        build.is_object() ? (build.has("context") ? build["context"].text() : ".") : build.text();
    if (context.empty() || context.find_first_of("$:") != std::string_view::npos) return;
    out_.add("build", context, NamedAs::folder);
    const std::string_view file = build["dockerfile"].text();
    if (is_plain_path(file)) out_.add("build.dockerfile", file, NamedAs::file, context);
  }

  // Files of secrets are made on each machine.
  void env_file(const Json& item) {
    const std::string_view file = item.is_object() ? item["path"].text() : item.text();
    if (item.is_object() && item["required"].is_bool()) return;
    const std::string_view name = file.substr(file.rfind('/') + 1);
    if (!name.starts_with(".env") || contains(name, "example")) {
      out_.add("env_file", file, NamedAs::file);
    }
  }

  NameCollector& out_;
  const Json& document_;
  std::vector<std::string> services_;
  bool whole_ = false;  // no override of another file
};

}  // namespace

void read_dockerfile(NameCollector& out) { DockerfileReader(out).read(); }

void read_compose(NameCollector& out) {
  const auto document = read_config(ConfigForm::yaml, out.text());
  if (document) ComposeReader(out, *document).read();
}

}  // namespace pawl::guards
