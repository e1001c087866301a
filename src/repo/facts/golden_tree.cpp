#include "repo/facts/golden_tree.hpp"

#include <mutex>

#include "base/text/text.hpp"
#include "repo/facts/facts.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kNoNewline = " (no newline)";

class GoldenView final : public RepoView {
 public:
  explicit GoldenView(const GoldenTree& tree) : tree_(tree) {}
  std::span<const Entry> files() const override { return tree_.entries; }
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override {
    if (find(path.text())->symlink) return fail(Errc::denied, "a symlink");
    const auto found = tree_.contents.find(path.text());
    if (found == tree_.contents.end()) return std::string();
    if (found->second.size() > bytes_max) return fail(Errc::invalid, "too large");
    return found->second;
  }

 private:
  const GoldenTree& tree_;
};

// Keeps what is read of another view.
class RecordingView final : public RepoView {
 public:
  RecordingView(const RepoView& below, std::map<std::string, std::string>& out)
      : below_(below), out_(out) {}
  std::span<const Entry> files() const override { return below_.files(); }
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override {
    auto text = below_.read(path, bytes_max);
    if (text) out_[path.text()] = *text;
    return text;
  }

 private:
  const RepoView& below_;
  std::map<std::string, std::string>& out_;
};

// As many whole lines as facts can need: of scripts the first, of sources and licences the start.
std::string cut(const RepoPath& path, const std::string& text) {
  const std::string ending = path.extension();
  std::size_t bytes = 200'000;
  if (ending.empty() && text.starts_with("#!")) bytes = 80;
  if (looks_binary(text)) bytes = 0;
  if (ending == ".py" && path.name() != "setup.py") bytes = 3'000;
  if (ending == ".go") bytes = 2'000;
  if (starts_with_folded(path.name(), "licen") || starts_with_folded(path.name(), "copying")) {
    bytes = 6'000;
  }
  if (text.size() <= bytes) return text;
  const auto end = text.find('\n', bytes);
  return bytes == 0 ? std::string() : text.substr(0, end == std::string::npos ? end : end + 1);
}

}  // namespace

GoldenTree parse_golden_tree(std::string_view text) {
  GoldenTree tree;
  const auto blank = text.find("\n\n");
  tree.origin = text.substr(0, blank + 1);
  text = text.substr(blank + 2);
  std::string* content = nullptr;
  bool newline = true;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size() - 1);
    const std::string_view line = text.substr(0, end + 1);
    text.remove_prefix(end + 1);
    const std::string_view bare = trim_end(line);
    if (bare.starts_with("-- ") && bare.ends_with(" --")) {
      if (content != nullptr && !newline) content->pop_back();
      std::string_view name = bare.substr(3, bare.size() - 6);
      newline = !name.ends_with(kNoNewline);
      if (!newline) name.remove_suffix(kNoNewline.size());
      content = &tree.contents[std::string(name)];
    } else if (content != nullptr) {
      content->append(line);
    } else if (auto path = RepoPath::from_git(bare.substr(2)); path) {
      tree.entries.push_back({.path = *std::move(path),
                              .executable = line.starts_with('x'),
                              .symlink = line.starts_with('l')});
    }
  }
  if (content != nullptr && !newline) content->pop_back();
  return tree;
}

std::string to_text(const GoldenTree& tree) {
  std::string text = tree.origin + "\n";
  for (const Entry& entry : tree.entries) {
    text += (entry.symlink ? "l " : entry.executable ? "x " : "- ") + entry.path.text() + "\n";
  }
  for (const auto& [path, content] : tree.contents) {
    const bool newline = content.ends_with('\n');
    text += "-- " + path + (newline ? "" : std::string(kNoNewline)) + " --\n" + content;
    if (!newline) text += "\n";
  }
  return text;
}

std::unique_ptr<RepoView> view_of(const GoldenTree& tree) {
  return std::make_unique<GoldenView>(tree);
}

GoldenTree record(const RepoView& view, std::string origin) {
  GoldenTree tree{.origin = std::move(origin), .entries = {}, .contents = {}};
  tree.entries.assign(view.files().begin(), view.files().end());
  for (Entry& entry : tree.entries) entry.size = 0;
  std::map<std::string, std::string> read;
  static_cast<void>(gather_facts(RecordingView(view, read)));
  for (const Entry& entry : tree.entries) {
    const auto found = read.find(entry.path.text());
    if (found == read.end()) continue;
    std::string kept = cut(entry.path, found->second);
    if (!kept.empty()) tree.contents[entry.path.text()] = std::move(kept);
  }
  return tree;
}

}  // namespace pawl::repo
