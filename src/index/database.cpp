#include "index/database.hpp"

#include <algorithm>
#include <map>
#include <thread>
#include <unordered_set>

#include "base/text/text.hpp"
#include "index/outline_codec.hpp"
#include "os/parallel.hpp"

namespace pawl::index {
namespace {

// One transaction each: large enough to be fast, small enough for its postings to fit in memory.
constexpr std::size_t kBatch = 8192;
constexpr unsigned kThreadsMax = 8;
constexpr std::size_t kFewFiles = 8;
constexpr std::size_t kChunk = 16;
constexpr std::size_t kTextBytesMax = 8U << 20U;
constexpr std::size_t kPathsMax = 10'000;
constexpr std::size_t kOutlineBytesMax = 8U << 20U;  // on disk; in memory some five times as much

// Files that resolvers read whole. Their texts are kept, so that a question costs no call of git.
bool is_kept(std::string_view path) {
  const std::string_view name = name_of(path);
  for (const std::string_view each : {".gitignore",      "package.json",      "pyproject.toml",
                                      "setup.cfg",       "setup.py",          "tox.ini",
                                      "noxfile.py",      "Pipfile",           "Pipfile.lock",
                                      "poetry.lock",     "uv.lock",           "pdm.lock",
                                      "environment.yml", "environment.yaml",  "go.mod",
                                      "Cargo.toml",      "package-lock.json", "npm-shrinkwrap.json",
                                      "yarn.lock",       "pnpm-lock.yaml",    "bun.lock"}) {
    if (name == each) return true;
  }
  if (name.ends_with(".json")) return name.starts_with("tsconfig") || name.starts_with("jsconfig");
  const bool list = name.ends_with(".txt") || name.ends_with(".in") || name.ends_with(".pip");
  return list && (contains_folded(path, "require") || contains_folded(name, "constraint"));
}

// Equal bytes say different things in files of different endings, and are kept in some only.
std::string object_key(const TreeFile& file) {
  const std::string_view name = name_of(file.path);
  const auto dot = name.rfind('.');
  const bool kept = is_kept(file.path);
  std::string key = file.object + (kept ? "+" : ":");
  if (kept) return key += name;
  if (dot != std::string_view::npos && name.size() - dot <= 8) key += lower(name.substr(dot));
  return key;
}

// Files whose language, if they have one, stands in their first line have no ending.
bool may_have_outline(std::string_view path) {
  if (family_of(path) != Family::other) return true;
  return name_of(path).find('.', 1) == std::string_view::npos;
}

Result<store::CodeIndexFile::Content> content_of(const TreeFile& file, const ReadFile& read) {
  store::CodeIndexFile::Content out;
  out.object = object_key(file);
  const bool kept = is_kept(file.path);
  if (!kept && !may_have_outline(file.path)) return out;
  TRY_ASSIGN(std::optional<std::string> text, read(file));
  if (!text) return out;
  if (const auto language = language_of(file.path, *text)) {
    const OutlinePtr outline = syntax::shared_outline(*language, *text);
    out.keys = keys_of(*outline);
    out.outline = encode(*outline);
  }
  if (kept) out.text = std::move(*text);
  return out;
}

std::vector<store::CodeIndexFile::Path> paths_of(std::span<const TreeFile> files) {
  std::vector<store::CodeIndexFile::Path> out;
  out.reserve(files.size());
  for (const TreeFile& file : files) {
    out.push_back({.folder = std::string(folder_of(file.path)),
                   .name = std::string(name_of(file.path)),
                   .object = file.object.empty() ? std::string() : object_key(file)});
  }
  return out;
}

class DatabaseTree final : public Tree {
 public:
  DatabaseTree(store::CodeIndexFile& file, RecentOutlines& outlines, ReadFile read)
      : file_(file), outlines_(outlines), read_(std::move(read)) {}
  ~DatabaseTree() override {
    file_.end_reading();
    if (!trouble_.empty()) file_.give_up();
  }
  DatabaseTree(const DatabaseTree&) = delete;
  DatabaseTree& operator=(const DatabaseTree&) = delete;

  bool has(std::string_view path) const override {
    if (const auto known = has_.find(path); known != has_.end()) return known->second;
    const bool found = answer(file_.has(folder_of(path), name_of(path)));
    if (has_.size() == kPathsMax) has_.clear();
    has_.emplace(path, found);
    return found;
  }
  bool has_folder(std::string_view folder) const override {
    if (folder.empty()) return true;
    if (const auto known = folders_.find(folder); known != folders_.end()) return known->second;
    const bool found = count_below(folder, 1) > 0;
    if (folders_.size() == kPathsMax) folders_.clear();
    folders_.emplace(folder, found);
    return found;
  }
  std::size_t count_below(std::string_view folder, std::size_t enough) const override {
    return answer(file_.count_below(folder, enough));
  }
  std::vector<std::string> files_in(std::string_view folder) const override {
    std::vector<std::string> names = answer(file_.names_in(folder));
    if (folder.empty()) return names;
    for (std::string& name : names) name.insert(0, std::string(folder) + "/");
    return names;
  }
  std::vector<std::string> named(std::string_view name) const override {
    std::vector<std::string> out = answer(file_.folders_with(name));
    for (std::string& folder : out) {
      if (!folder.empty()) folder += '/';
      folder += name;
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  std::optional<std::string> text(std::string_view path) const override {
    if (const auto known = texts_.find(path); known != texts_.end()) return known->second;
    std::optional<std::string> read = read_text(path);
    const std::size_t size = path.size() + (read ? read->size() : 0);
    if (bytes_of_texts_ + size > kTextBytesMax) {
      texts_.clear();
      bytes_of_texts_ = 0;
    }
    bytes_of_texts_ += size;
    texts_.emplace(path, read);
    return read;
  }
  OutlinePtr outline(std::string_view path) const override {
    const auto known = by_path_.find(path);
    if (known != by_path_.end()) return known->second;
    const std::int64_t content = answer(file_.content(folder_of(path), name_of(path)));
    const OutlinePtr found = content == 0 ? nullptr : outline_of(content, path);
    by_path_.emplace(path, found);
    return found;
  }
  std::vector<std::string> with_key(Key key) const override {
    std::vector<std::string> out = answer(file_.with_key(key));
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  std::string trouble() const override { return trouble_; }

 private:
  OutlinePtr outline_of(std::int64_t content, std::string_view path) const {
    if (const auto known = outlines_.find(content)) return *known;
    const std::string bytes = answer(file_.outline(content));
    OutlinePtr made;
    if (!bytes.empty()) {
      auto decoded = decode(bytes);
      if (!decoded) {
        if (trouble_.empty()) trouble_ = "the code index is damaged at " + std::string(path);
        return nullptr;
      }
      made = std::make_shared<const syntax::Outline>(std::move(*decoded));
    }
    outlines_.keep(content, made, bytes.size());
    return made;
  }
  template <class T>
  T answer(Result<T> result) const {
    if (result) return *std::move(result);
    if (trouble_.empty()) trouble_ = result.error().to_line();
    return T();
  }
  std::optional<std::string> read_text(std::string_view path) const {
    if (auto kept = answer(file_.text(folder_of(path), name_of(path)))) return kept;
    if (!has(path)) return std::nullopt;
    if (is_kept(path)) return std::string();
    return answer(read_({.path = std::string(path), .object = {}}));
  }

  store::CodeIndexFile& file_;
  RecentOutlines& outlines_;
  ReadFile read_;
  mutable std::string trouble_;
  mutable std::map<std::string, OutlinePtr, std::less<>> by_path_;
  // Resolvers ask for the same few files at each import.
  mutable std::map<std::string, bool, std::less<>> has_;
  mutable std::map<std::string, bool, std::less<>> folders_;
  // Who looks at each call in a file asks for its text as often.
  mutable std::map<std::string, std::optional<std::string>, std::less<>> texts_;
  mutable std::size_t bytes_of_texts_ = 0;
};

}  // namespace

std::optional<OutlinePtr> RecentOutlines::find(std::int64_t content) const {
  const auto found = by_content_.find(content);
  if (found == by_content_.end()) return std::nullopt;
  return found->second;
}

void RecentOutlines::keep(std::int64_t content, OutlinePtr outline, std::size_t bytes) {
  if (bytes_ + bytes > kOutlineBytesMax || by_content_.size() == kPathsMax) {
    by_content_.clear();
    bytes_ = 0;
  }
  bytes_ += bytes;
  by_content_.insert_or_assign(content, std::move(outline));
}

Result<std::unique_ptr<IndexDatabase>> IndexDatabase::open(const std::string& folder) {
  TRY_ASSIGN(auto file, store::CodeIndexFile::open(folder, kOutlineVersion));
  return std::unique_ptr<IndexDatabase>(new IndexDatabase(std::move(file)));
}

Result<std::string> IndexDatabase::tree_of(std::string_view repository) {
  return file_->tree_of(repository);
}

// Reads and outlines what the database has not seen yet.
Status IndexDatabase::learn(std::span<const TreeFile> files, const ReadFile& read) {
  std::vector<const TreeFile*> fresh;
  std::vector<std::string> keys;
  std::unordered_set<std::string> seen;
  for (const TreeFile& file : files) {
    if (file.object.empty()) continue;
    std::string key = object_key(file);
    if (!seen.insert(key).second) continue;
    fresh.push_back(&file);
    keys.push_back(std::move(key));
  }
  TRY_ASSIGN(const std::vector<bool> known, file_->known(keys));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    if (!known[i]) fresh[kept++] = fresh[i];
  }
  fresh.resize(kept);
  // A few files were most likely looked at in this thread just now.
  const unsigned threads = fresh.size() <= kFewFiles
                               ? 1U
                               : std::clamp(std::thread::hardware_concurrency(), 1U, kThreadsMax);
  for (std::size_t from = 0; from < fresh.size(); from += kBatch) {
    const std::size_t count = std::min(kBatch, fresh.size() - from);
    std::vector<Result<store::CodeIndexFile::Content>> found(count,
                                                             store::CodeIndexFile::Content());
    os::run_parallel(count, threads, kChunk, [&](std::size_t i, unsigned) {
      found[i] = content_of(*fresh[from + i], read);
    });
    std::vector<store::CodeIndexFile::Content> contents;
    contents.reserve(count);
    for (Result<store::CodeIndexFile::Content>& one : found) {
      TRY_ASSIGN(store::CodeIndexFile::Content content, std::move(one));
      contents.push_back(std::move(content));
    }
    TRY(file_->add(contents));
  }
  return Done{};
}

Status IndexDatabase::build(std::string_view repository, std::string_view tree,
                            std::span<const TreeFile> files, const ReadFile& read) {
  TRY(learn(files, read));
  return file_->replace_tree(repository, tree, paths_of(files));
}

Status IndexDatabase::move(std::string_view repository, std::string_view from, std::string_view to,
                           std::span<const TreeFile> changed, const ReadFile& read) {
  TRY(learn(changed, read));
  return file_->move_tree(repository, from, to, paths_of(changed));
}

Result<std::unique_ptr<Tree>> IndexDatabase::tree(std::string_view repository,
                                                  std::string_view tree, ReadFile read) {
  const Status begun = file_->begin_reading(repository, tree);
  if (!begun) {
    file_->end_reading();
    return begun.error();
  }
  return std::unique_ptr<Tree>(std::make_unique<DatabaseTree>(*file_, outlines_, std::move(read)));
}

}  // namespace pawl::index
