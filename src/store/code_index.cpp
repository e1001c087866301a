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
#include "os/files.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {
namespace {

// Rows of another schema are worth nothing, as are those of another version of what fills them.
constexpr int kSchema = 1;
constexpr int kVersionsMax = 1000;
constexpr int kGivenUp = 1;  // below any schema's versions
constexpr std::int64_t kBytesMax = std::int64_t{4} << 30U;

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

void put_varint(std::uint64_t value, std::string& out) {
  while (value >= 0x80U) {
    out.push_back(static_cast<char>(value | 0x80U));
    value >>= 7U;
  }
  out.push_back(static_cast<char>(value));
}

// Ascending numbers as differences.
std::string packed(const std::vector<std::int64_t>& ids) {
  std::string out;
  std::int64_t last = 0;
  for (const std::int64_t id : ids) {
    put_varint(static_cast<std::uint64_t>(id - last), out);
    last = id;
  }
  return out;
}

void unpack(std::string_view bytes, std::vector<std::int64_t>& out) {
  std::int64_t last = 0;
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const char byte : bytes) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(byte) & 0x7fU) << shift;
    shift += 7;
    if ((static_cast<unsigned char>(byte) & 0x80U) != 0 && shift < 63) continue;
    last += static_cast<std::int64_t>(value);
    out.push_back(last);
    value = 0;
    shift = 0;
  }
}

std::int64_t as_signed(std::uint64_t key) { return static_cast<std::int64_t>(key); }

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
  SqliteCodeIndex(std::unique_ptr<Connection> connection, UseLock lock)
      : lock_(std::move(lock)), connection_(std::move(connection)) {}

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
    query->bind(repository);
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
    return transaction.commit();
  }

  Status begin_reading(std::string_view repository, std::string_view tree) override {
    TRY(connection_->run("BEGIN"));
    reading_ = true;
    TRY_ASSIGN(Statement * statement, prepared("SELECT id, tree FROM repositories WHERE name = ?"));
    Query query(*statement);
    query->bind(repository);
    TRY_ASSIGN(const bool found, query->step());
    repository_ = found ? query->number() : 0;
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

  Result<std::optional<Found>> outline(std::string_view folder, std::string_view name) override {
    TRY_ASSIGN(Statement * statement,
               prepared("SELECT c.id, c.outline FROM paths p JOIN contents c ON c.id = p.content "
                        "WHERE p.repository = ? AND p.folder = ? AND p.name = ?"));
    Query query(*statement);
    query->bind(repository_).bind(folder).bind(name);
    TRY_ASSIGN(const bool found, query->step());
    if (!found) return std::optional<Found>();
    Found out;
    out.content = query->number();
    out.outline = query->bytes();
    return std::optional<Found>(std::move(out));
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
        unpack(query->bytes(), ids);
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

  Result<std::int64_t> content_of(std::string_view object) {
    TRY_ASSIGN(Statement * statement, prepared("SELECT id FROM contents WHERE object = ?"));
    Query query(*statement);
    query->bind_bytes(object);
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
    TRY_ASSIGN(Statement * put, prepared("INSERT INTO repositories (name, tree) VALUES (?, ?) "
                                         "ON CONFLICT (name) DO UPDATE SET tree = excluded.tree"));
    {
      Query query(*put);
      TRY(query->bind(repository).bind(tree).done());
    }
    TRY_ASSIGN(Statement * get, prepared("SELECT id FROM repositories WHERE name = ?"));
    Query query(*get);
    query->bind(repository);
    TRY(query->step());
    return query->number();
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
      Query query(*put);
      TRY(query->bind(repository).bind(path.folder).bind(path.name).bind(content).done());
    }
    return Done{};
  }

  Result<std::int64_t> put_content(const Content& content, std::int64_t id);

  UseLock lock_;
  std::unique_ptr<Connection> connection_;
  std::map<std::string, Statement, std::less<>> statements_;  // goes before the connection
  std::int64_t repository_ = 0;
  bool reading_ = false;
};

// The new id, or 0 when it was known already.
Result<std::int64_t> SqliteCodeIndex::put_content(const Content& content, std::int64_t id) {
  TRY_ASSIGN(const std::int64_t known, content_of(content.object));
  if (known != 0) return std::int64_t{0};
  TRY_ASSIGN(Statement * put,
             prepared("INSERT INTO contents (id, object, outline) VALUES (?, ?, ?)"));
  {
    Query query(*put);
    TRY(query->bind(id).bind_bytes(content.object).bind_bytes(content.outline).done());
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
  TRY_ASSIGN(std::int64_t next, first_number("SELECT COALESCE(MAX(id), 0) + 1 FROM contents"));
  const std::int64_t batch = next;
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;  // key, content
  for (const Content& content : contents) {
    TRY_ASSIGN(const std::int64_t id, put_content(content, next));
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
    TRY(query->bind(key).bind(batch).bind_bytes(packed(ids)).done());
  }
  return transaction.commit();
}

Result<std::int64_t> version_of_index(Connection& connection) {
  TRY_ASSIGN(Statement statement, connection.prepare("PRAGMA user_version"));
  TRY(statement.step());
  return statement.number();
}

Status create(Connection& connection, std::int64_t version) {
  TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
  // Another process may have been faster.
  TRY_ASSIGN(const std::int64_t now, version_of_index(connection));
  if (now == version) return Done{};
  TRY(connection.run(std::string(asset("index/schema.sql").value_or(""))));
  TRY(connection.run("PRAGMA user_version = " + std::to_string(version)));
  return transaction.commit();
}

// The database at that path, or nothing when it is of no use.
Result<std::unique_ptr<Connection>> open_usable(const std::string& path, std::int64_t version) {
  TRY_ASSIGN(std::unique_ptr<Connection> connection, Connection::open(path));
  TRY_ASSIGN(const std::int64_t found, version_of_index(*connection));
  if (found == 0) {
    TRY(create(*connection, version));
  } else if (found != version) {
    return fail(Errc::invalid, path + " is of another version");
  }
  // Reads the schema, which a damaged file does not survive.
  TRY_ASSIGN(Statement statement, connection->prepare("SELECT id, tree FROM repositories LIMIT 1"));
  TRY(statement.step());
  TRY(connection->run(
      "PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY"));
  return connection;
}

void remove_database(const std::string& path) {
  for (const char* ending : {"", "-wal", "-shm"}) (void)::unlink((path + ending).c_str());
}

bool is_too_large(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 && facts.st_size > kBytesMax;
}

}  // namespace

Result<std::unique_ptr<CodeIndexFile>> CodeIndexFile::open(const std::string& folder, int version) {
  const std::unique_ptr<os::Files> files = os::real_files();
  constexpr std::uint32_t kFolderMode = 0700;
  TRY(files->make_folders(folder, kFolderMode));
  const std::string path = os::join_path(folder, "index.db");
  TRY_ASSIGN(UseLock lock, UseLock::shared(os::join_path(folder, "index.lock")));
  const std::int64_t whole = std::int64_t{kSchema} * kVersionsMax + version;
  Result<std::unique_ptr<Connection>> connection = open_usable(path, whole);
  const bool useless = !connection || is_too_large(path);
  if (useless) {
    const bool broken = connection.ok() || connection.error().code == Errc::invalid;
    if (!broken) return std::move(connection).error();
    connection = fail(Errc::invalid, "thrown away");
    const bool alone = lock.alone([&] { remove_database(path); });
    const std::string own = alone ? path : path + "." + std::to_string(::getpid());
    connection = open_usable(own, whole);
    if (!connection) return std::move(connection).error();
    if (!alone) remove_database(own);  // open, but nobody's after this process
  }
  return std::unique_ptr<CodeIndexFile>(
      std::make_unique<SqliteCodeIndex>(*std::move(connection), std::move(lock)));
}

}  // namespace pawl::store
