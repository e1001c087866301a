#include "store/code_index.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assets.hpp"
#include "os/files/files.hpp"
#include "store/code_index_pruner.hpp"
#include "store/packed_ids.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {
namespace {

// Rows of another schema are worth nothing. Files of the first schema have 1000 to 1999.
constexpr std::int64_t kSchema = 2000;
constexpr int kGivenUp = 1;
// Some openings and additions; to read it costs less than to wait for the disk.
constexpr std::int64_t kLogBytesKept = 256 * 1024;

// Held shared by all who have the file open, so that nobody throws it away beneath them.
class UseLock {
 public:
  explicit UseLock(int fd) : fd_(fd) {}
  UseLock(UseLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UseLock& operator=(UseLock&&) = delete;
  ~UseLock() {
    if (fd_ >= 0) ::close(fd_);
  }

  static Result<UseLock> shared(const std::string& path) {
    constexpr mode_t kIndexMode = 0600;
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kIndexMode);
    if (fd < 0) return fail(Errc::io, "cannot open " + path + ": " + std::strerror(errno));
    UseLock lock(fd);
    while (::flock(fd, LOCK_SH) != 0) {
      if (errno != EINTR)
        return fail(Errc::io, "cannot lock " + path + ": " + std::strerror(errno));
    }
    return lock;
  }
  // Whether nobody else has it; the lock is shared again afterwards.
  template <class Action>
  bool alone(Action action) {
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      // A failed upgrade may have let go of the lock.
      (void)::flock(fd_, LOCK_SH);
      return false;
    }
    action();
    (void)::flock(fd_, LOCK_SH);
    return true;
  }

 private:
  int fd_;
};

std::string joined(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

// A prepared statement in use; it is ready for the next when this goes.
class Query {
 public:
  explicit Query(Statement& statement) : statement_(statement) { statement_.reset(); }
  ~Query() { statement_.reset(); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  Statement* operator->() { return &statement_; }

 private:
  Statement& statement_;
};

class SqliteCodeIndex final : public CodeIndexFile {
 public:
  SqliteCodeIndex(std::unique_ptr<Connection> connection, int version,
                  const CodeIndexLimits& limits)
      : connection_(std::move(connection)),
        prefix_(std::to_string(version) + "/"),
        limits_(limits) {}

  // Moves the clocks on and prunes a little.
  Status begin() {
    const Status moved = move_clocks();
    // While somebody else writes, their time will do.
    if (!moved && moved.error().code == Errc::timeout) {
      TRY_ASSIGN(by_.tick, first_number("SELECT ticks FROM state"));
      TRY_ASSIGN(by_.opening, first_number("SELECT openings FROM state"));
    } else {
      TRY(Status(moved));
      prune(limits_.contents_per_step);
    }
    return Done{};
  }
  void hold(UseLock lock) { lock_.emplace(std::move(lock)); }

  void give_up() override {
    end_reading();
    (void)connection_->run("PRAGMA user_version = " + std::to_string(kGivenUp)).ok();
  }

  Result<std::vector<bool>> known(std::span<const std::string> objects) override {
    std::vector<bool> out;
    out.reserve(objects.size());
    for (const std::string& object : objects) {
      TRY_ASSIGN(const std::int64_t id, content_of(object));
      out.push_back(id != 0);
    }
    return out;
  }

  Status add(std::span<const Content> contents) override;

  Result<std::string> tree_of(std::string_view repository) override {
    TRY_ASSIGN(Statement * statement, prepared("SELECT tree FROM repositories WHERE name = ?"));
    Query query(*statement);
    query->bind(versioned(repository));
    TRY_ASSIGN(const bool found, query->step());
    return found ? query->text() : std::string();
  }

  Status replace_tree(std::string_view repository, std::string_view tree,
                      std::span<const Path> paths) override {
    TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection_));
    TRY_ASSIGN(const std::int64_t id, put_repository(repository, tree));
    TRY_ASSIGN(Statement * clear, prepared("DELETE FROM paths WHERE repository = ?"));
    {
      Query query(*clear);
      TRY(query->bind(id).done());
    }
    TRY(put_paths(id, paths));
    TRY(move_clock());
    return transaction.commit();
  }

  Status move_tree(std::string_view repository, std::string_view from, std::string_view to,
                   std::span<const Path> changed) override {
    TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection_));
    TRY_ASSIGN(const std::string at, tree_of(repository));
    if (at != from) {
      return fail(Errc::conflict, "another process moved the code index of " +
                                      std::string(repository) + ": try again");
    }
    TRY_ASSIGN(const std::int64_t id, put_repository(repository, to));
    TRY(put_paths(id, changed));
    TRY(move_clock());
    return transaction.commit();
  }

  Status begin_reading(std::string_view repository, std::string_view tree) override {
    (void)note_use(repository).ok();  // it is only more likely to be pruned
    TRY(connection_->run("BEGIN"));
    reading_ = true;
    TRY_ASSIGN(Statement * statement, prepared("SELECT id, tree FROM repositories WHERE name = ?"));
    Query query(*statement);
    query->bind(versioned(repository));
    TRY_ASSIGN(const bool found, query->step());
    repository_ = found ? query->number() : 0;
    by_.repository = repository_;
    if (found && query->text() == tree) return Done{};
    return fail(Errc::not_found, "the code index of " + std::string(repository) +
                                     " is not at tree " + std::string(tree));
  }
  void end_reading() override {
    if (reading_) (void)connection_->run("ROLLBACK").ok();
    reading_ = false;
  }

  Result<bool> has(std::string_view folder, std::string_view name) override {
    TRY_ASSIGN(Statement * statement,
               prepared("SELECT 1 FROM paths WHERE repository = ? AND folder = ? AND name = ?"));
    Query query(*statement);
    query->bind(repository_).bind(folder).bind(name);
    return query->step();
  }

  Result<std::int64_t> content(std::string_view folder, std::string_view name) override {
    TRY_ASSIGN(
        Statement * statement,
        prepared("SELECT content FROM paths WHERE repository = ? AND folder = ? AND name = ?"));
    Query query(*statement);
    query->bind(repository_).bind(folder).bind(name);
    TRY_ASSIGN(const bool found, query->step());
    return found ? query->number() : std::int64_t{0};
  }

  Result<std::string> outline(std::int64_t content) override {
    TRY_ASSIGN(Statement * statement, prepared("SELECT outline FROM contents WHERE id = ?"));
    Query query(*statement);
    query->bind(content);
    TRY_ASSIGN(const bool found, query->step());
    return found ? query->bytes() : std::string();
  }

  Result<std::optional<std::string>> text(std::string_view folder, std::string_view name) override {
    TRY_ASSIGN(Statement * statement,
               prepared("SELECT t.text FROM paths p JOIN texts t ON t.content = p.content "
                        "WHERE p.repository = ? AND p.folder = ? AND p.name = ?"));
    Query query(*statement);
    query->bind(repository_).bind(folder).bind(name);
    TRY_ASSIGN(const bool found, query->step());
    if (!found) return std::optional<std::string>();
    return std::optional<std::string>(query->bytes());
  }

  Result<std::size_t> count_below(std::string_view folder, std::size_t enough) override {
    // `0` is the character behind `/`.
    TRY_ASSIGN(Statement * statement,
               prepared("SELECT count(*) FROM (SELECT 1 FROM paths WHERE repository = ?1 AND "
                        "folder = ?2 LIMIT ?3)"));
    std::size_t count = 0;
    {
      Query query(*statement);
      query->bind(repository_).bind(folder).bind(static_cast<std::int64_t>(enough));
      TRY(query->step());
      count = static_cast<std::size_t>(query->number());
    }
    if (count >= enough) return enough;
    TRY_ASSIGN(Statement * below,
               prepared("SELECT count(*) FROM (SELECT 1 FROM paths WHERE repository = ?1 AND "
                        "folder >= ?2 AND folder < ?3 LIMIT ?4)"));
    Query query(*below);
    const std::string first = folder.empty() ? "\x01" : std::string(folder) + "/";
    const std::string last = folder.empty() ? "\xff" : std::string(folder) + "0";
    query->bind(repository_).bind(first).bind(last);
    query->bind(static_cast<std::int64_t>(enough - count));
    TRY(query->step());
    return std::min(enough, count + static_cast<std::size_t>(query->number()));
  }

  Result<std::vector<std::string>> names_in(std::string_view folder) override {
    TRY_ASSIGN(
        Statement * statement,
        prepared("SELECT name FROM paths WHERE repository = ? AND folder = ? ORDER BY name"));
    Query query(*statement);
    query->bind(repository_).bind(folder);
    return column_of(query);
  }

  Result<std::vector<std::string>> folders_with(std::string_view name) override {
    TRY_ASSIGN(Statement * statement,
               prepared("SELECT folder FROM paths WHERE repository = ? AND name = ?"));
    Query query(*statement);
    query->bind(repository_).bind(name);
    return column_of(query);
  }

  Result<std::vector<std::string>> with_key(std::uint64_t key) override {
    std::vector<std::int64_t> ids;
    {
      TRY_ASSIGN(Statement * statement, prepared("SELECT contents FROM postings WHERE key = ?"));
      Query query(*statement);
      query->bind(as_signed(key));
      for (;;) {
        TRY_ASSIGN(const bool more, query->step());
        if (!more) break;
        unpack_ids(query->bytes(), ids);
      }
    }
    std::vector<std::string> out;
    TRY_ASSIGN(Statement * statement,
               prepared("SELECT folder, name FROM paths WHERE repository = ? AND content = ?"));
    for (const std::int64_t id : ids) {
      Query query(*statement);
      query->bind(repository_).bind(id);
      for (;;) {
        TRY_ASSIGN(const bool more, query->step());
        if (!more) break;
        const std::string folder = query->text();
        out.push_back(joined(folder, query->text()));
      }
    }
    return out;
  }

 private:
  Result<Statement*> prepared(std::string_view sql) {
    const auto known = statements_.find(sql);
    if (known != statements_.end()) return &known->second;
    TRY_ASSIGN(Statement statement, connection_->prepare(sql));
    return &statements_.emplace(sql, std::move(statement)).first->second;
  }

  static Result<std::vector<std::string>> column_of(Query& query) {
    std::vector<std::string> out;
    for (;;) {
      TRY_ASSIGN(const bool more, query->step());
      if (!more) return out;
      out.push_back(query->text());
    }
  }

  std::string versioned(std::string_view name) const { return prefix_ + std::string(name); }

  Status move_clocks() {
    TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection_));
    TRY(connection_->run("UPDATE state SET openings = openings + 1"));
    TRY(move_clock());
    TRY_ASSIGN(by_.opening, first_number("SELECT openings FROM state"));
    return transaction.commit();
  }

  Status move_clock() {
    TRY(connection_->run("UPDATE state SET ticks = ticks + 1"));
    TRY_ASSIGN(by_.tick, first_number("SELECT ticks FROM state"));
    return Done{};
  }

  // One that could not be done now is done by whoever comes next.
  void prune(std::size_t contents) { (void)prune_step(*connection_, limits_, by_, contents).ok(); }

  // Once for each opening: the stamp is by openings.
  Status note_use(std::string_view repository) {
    TRY_ASSIGN(Statement * get, prepared("SELECT used FROM repositories WHERE name = ?"));
    {
      Query query(*get);
      query->bind(versioned(repository));
      TRY_ASSIGN(const bool found, query->step());
      if (!found || query->number() >= by_.opening) return Done{};
    }
    TRY_ASSIGN(Statement * put, prepared("UPDATE repositories SET used = ? WHERE name = ?"));
    Query query(*put);
    return query->bind(by_.opening).bind(versioned(repository)).done();
  }

  Result<std::int64_t> content_of(std::string_view object) {
    TRY_ASSIGN(Statement * statement, prepared("SELECT id FROM contents WHERE object = ?"));
    Query query(*statement);
    query->bind_bytes(versioned(object));
    TRY_ASSIGN(const bool found, query->step());
    return found ? query->number() : std::int64_t{0};
  }

  Result<std::int64_t> first_number(std::string_view sql) {
    TRY_ASSIGN(Statement * statement, prepared(sql));
    Query query(*statement);
    TRY(query->step());
    return query->number();
  }

  Result<std::int64_t> put_repository(std::string_view repository, std::string_view tree) {
    TRY_ASSIGN(
        Statement * put,
        prepared("INSERT INTO repositories (name, tree, used) VALUES (?, ?, ?) "
                 "ON CONFLICT (name) DO UPDATE SET tree = excluded.tree, used = excluded.used"));
    {
      Query query(*put);
      TRY(query->bind(versioned(repository)).bind(tree).bind(by_.opening).done());
    }
    TRY_ASSIGN(Statement * get, prepared("SELECT id FROM repositories WHERE name = ?"));
    Query query(*get);
    query->bind(versioned(repository));
    TRY(query->step());
    by_.repository = query->number();
    return by_.repository;
  }

  Status put_paths(std::int64_t repository, std::span<const Path> paths) {
    TRY_ASSIGN(Statement * put,
               prepared("INSERT OR REPLACE INTO paths (repository, folder, name, content) "
                        "VALUES (?, ?, ?, ?)"));
    TRY_ASSIGN(Statement * remove,
               prepared("DELETE FROM paths WHERE repository = ? AND folder = ? AND name = ?"));
    for (const Path& path : paths) {
      if (path.object.empty()) {
        Query query(*remove);
        TRY(query->bind(repository).bind(path.folder).bind(path.name).done());
        continue;
      }
      TRY_ASSIGN(const std::int64_t content, content_of(path.object));
      if (content == 0) {
        return fail(Errc::conflict, "another process pruned the code index: try again");
      }
      Query query(*put);
      TRY(query->bind(repository).bind(path.folder).bind(path.name).bind(content).done());
    }
    return Done{};
  }

  Result<std::int64_t> put_content(const Content& content, std::int64_t id, std::int64_t batch);

  std::optional<UseLock> lock_;
  std::unique_ptr<Connection> connection_;
  std::string prefix_;  // of the names of this version
  CodeIndexLimits limits_;
  PrunedBy by_;
  std::map<std::string, Statement, std::less<>> statements_;  // goes before the connection
  std::int64_t repository_ = 0;
  bool reading_ = false;
};

// The new id, or 0 when it was known already.
Result<std::int64_t> SqliteCodeIndex::put_content(const Content& content, std::int64_t id,
                                                  std::int64_t batch) {
  TRY_ASSIGN(const std::int64_t known, content_of(content.object));
  if (known != 0) return std::int64_t{0};
  TRY_ASSIGN(Statement * put,
             prepared("INSERT INTO contents (id, object, batch, used, outline, keys) "
                      "VALUES (?, ?, ?, ?, ?, ?)"));
  {
    Query query(*put);
    query->bind(id).bind_bytes(versioned(content.object)).bind(batch).bind(by_.tick);
    TRY(query->bind_bytes(content.outline).bind_bytes(pack_keys(content.keys)).done());
  }
  if (!content.text.empty()) {
    TRY_ASSIGN(Statement * text, prepared("INSERT INTO texts (content, text) VALUES (?, ?)"));
    Query query(*text);
    TRY(query->bind(id).bind_bytes(content.text).done());
  }
  return id;
}

Status SqliteCodeIndex::add(std::span<const Content> contents) {
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection_));
  TRY_ASSIGN(std::int64_t next, first_number("SELECT 1 + COALESCE((SELECT seq FROM sqlite_sequence "
                                             "WHERE name = 'contents'), 0)"));
  const std::int64_t batch = next;
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;  // key, content
  for (const Content& content : contents) {
    TRY_ASSIGN(const std::int64_t id, put_content(content, next, batch));
    if (id == 0) continue;
    ++next;
    for (const std::uint64_t key : content.keys) pairs.emplace_back(as_signed(key), id);
  }
  // In order of the table, which is many times faster than in order of the files.
  std::sort(pairs.begin(), pairs.end());
  TRY_ASSIGN(Statement * put,
             prepared("INSERT INTO postings (key, batch, contents) VALUES (?, ?, ?)"));
  std::vector<std::int64_t> ids;
  for (std::size_t i = 0; i < pairs.size();) {
    ids.clear();
    const std::int64_t key = pairs[i].first;
    for (; i < pairs.size() && pairs[i].first == key; ++i) ids.push_back(pairs[i].second);
    Query query(*put);
    TRY(query->bind(key).bind(batch).bind_bytes(pack_ids(ids)).done());
  }
  TRY(transaction.commit());
  prune(limits_.contents_per_step + contents.size());
  return Done{};
}

Result<std::int64_t> version_of_index(Connection& connection) {
  TRY_ASSIGN(Statement statement, connection.prepare("PRAGMA user_version"));
  TRY(statement.step());
  return statement.number();
}

Status create(Connection& connection) {
  TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
  // Another process may have been faster.
  TRY_ASSIGN(const std::int64_t now, version_of_index(connection));
  if (now == kSchema) return Done{};
  TRY(connection.run(std::string(asset("index/schema.sql").value_or(""))));
  TRY(connection.run("PRAGMA user_version = " + std::to_string(kSchema)));
  return transaction.commit();
}

// The database at that path, or nothing when it is of no use.
Result<std::unique_ptr<SqliteCodeIndex>> open_usable(const std::string& path, int version,
                                                     const CodeIndexLimits& limits) {
  TRY_ASSIGN(std::unique_ptr<Connection> connection, Connection::open(path));
  TRY_ASSIGN(const std::int64_t found, version_of_index(*connection));
  if (found == 0) {
    TRY(create(*connection));
  } else if (found != kSchema) {
    return fail(Errc::invalid, path + " is of another schema");
  }
  // Reads the schema, which a damaged file does not survive.
  TRY_ASSIGN(Statement statement, connection->prepare("SELECT id, tree FROM repositories LIMIT 1"));
  TRY(statement.step());
  TRY(connection->run(
      "PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY"));
  connection->keep_log_below(kLogBytesKept);  // each opening moves the clocks
  auto index = std::make_unique<SqliteCodeIndex>(std::move(connection), version, limits);
  TRY(index->begin());
  return index;
}

void remove_database(const std::string& path) {
  for (const char* ending : {"", "-wal", "-shm"}) (void)::unlink((path + ending).c_str());
}

}  // namespace

Result<std::unique_ptr<CodeIndexFile>> CodeIndexFile::open(const std::string& folder, int version,
                                                           const CodeIndexLimits& limits) {
  const std::unique_ptr<os::Files> files = os::real_files();
  constexpr std::uint32_t kFolderMode = 0700;
  TRY(files->make_folders(folder, kFolderMode));
  const std::string path = os::join_path(folder, "index.db");
  TRY_ASSIGN(UseLock lock, UseLock::shared(os::join_path(folder, "index.lock")));
  auto index = open_usable(path, version, limits);
  if (!index) {
    if (index.error().code != Errc::invalid) return std::move(index).error();
    const bool alone = lock.alone([&] { remove_database(path); });
    const std::string own = alone ? path : path + "." + std::to_string(::getpid());
    index = open_usable(own, version, limits);
    if (!index) return std::move(index).error();
    if (!alone) remove_database(own);  // open, but nobody's after this process
  }
  (*index)->hold(std::move(lock));
  return std::unique_ptr<CodeIndexFile>(*std::move(index));
}

}  // namespace pawl::store
