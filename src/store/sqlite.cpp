#include "store/sqlite.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pawl::store {
namespace {

constexpr int kBusyTimeoutMs = 10'000;
constexpr int kModeAttempts = 200;
constexpr int kModeWaitMs = 10;
constexpr mode_t kDatabaseMode = 0600;

Error cannot_open(const std::string& path, int error) {
  const bool denied = error == EACCES || error == EROFS || error == ELOOP;
  return fail(denied ? Errc::denied : Errc::io,
              "cannot open the database " + path + ": " + std::strerror(error));
}

// Made where it is not there. SQLite gives the journal files beside the database the mode of the
// database. A file that is there is looked at by a descriptor of its path alone: to close one that
// reads it would take the locks from every connection that this process has to it, and another
// process would then remove the journal from under them.
Status make_private(const std::string& path) {
  const int made =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kDatabaseMode);
  if (made >= 0) ::close(made);
  if (made < 0 && errno != EEXIST) return cannot_open(path, errno);
  const int fd = ::open(path.c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return cannot_open(path, errno);
  struct stat facts {};
  const bool known = ::fstat(fd, &facts) == 0;
  const bool link = known && S_ISLNK(facts.st_mode);
  const bool loose = known && !link && (facts.st_mode & 0077U) != 0;
  const std::string itself = "/proc/self/fd/" + std::to_string(fd);
  const int answer = loose ? ::chmod(itself.c_str(), kDatabaseMode) : 0;
  const int mode_error = errno;
  const int access = link ? -1 : ::faccessat(AT_FDCWD, itself.c_str(), R_OK | W_OK, AT_EACCESS);
  const int error = link ? ELOOP : errno;
  ::close(fd);
  if (answer != 0) {
    return fail(Errc::denied, "others may read " + path +
                                  " and it cannot be made private: " + std::strerror(mode_error));
  }
  return access == 0 ? Status(Done{}) : Status(cannot_open(path, error));
}

Errc code_of(int primary) {
  switch (primary) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT: return Errc::invalid;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return Errc::timeout;
    case SQLITE_CONSTRAINT: return Errc::conflict;
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH: return Errc::denied;
    default: return Errc::io;
  }
}

std::string_view way_out(int primary) {
  switch (primary) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return "; the file is damaged: `pawl doctor --rebuild-index` puts it aside and makes the "
             "index again";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "; another process keeps it locked: try again";
    case SQLITE_FULL: return "; free some space and try again";
    default: return "";
  }
}

}  // namespace

void Statement::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Connection::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Connection::~Connection() {
  struct stat log = {};
  if (log_bytes_kept_ == 0 || ::stat((path_ + "-wal").c_str(), &log) != 0) return;
  const int kept = log.st_size < log_bytes_kept_ ? 1 : 0;
  sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, kept, nullptr);
}

// An empty view may have no data, which SQLite would take for NULL.
Statement& Statement::bind(std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();
  const int code = sqlite3_bind_text64(statement_.get(), ++bound_, data, value.size(),
                                       SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK && failure_ == 0) failure_ = code;
  return *this;
}

Statement& Statement::bind(std::int64_t value) {
  const int code = sqlite3_bind_int64(statement_.get(), ++bound_, value);
  if (code != SQLITE_OK && failure_ == 0) failure_ = code;
  return *this;
}

Statement& Statement::bind_bytes(std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();
  const int code =
      sqlite3_bind_blob64(statement_.get(), ++bound_, data, value.size(), SQLITE_TRANSIENT);
  if (code != SQLITE_OK && failure_ == 0) failure_ = code;
  return *this;
}

// What a reset returns is the failure of the last step, which the step reported already.
Statement& Statement::reset() {
  (void)sqlite3_reset(statement_.get());
  bound_ = 0;
  column_ = 0;
  failure_ = 0;
  return *this;
}

Result<bool> Statement::step() {
  if (failure_ != 0) return connection_->failure(failure_);
  column_ = 0;
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return connection_->failure(code);
}

Status Statement::done() {
  TRY(step());
  return Done{};
}

std::string Statement::text() {
  const int column = column_++;
  const unsigned char* bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string Statement::bytes() {
  const int column = column_++;
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

double Statement::real() { return sqlite3_column_double(statement_.get(), column_++); }

std::int64_t Statement::number() { return sqlite3_column_int64(statement_.get(), column_++); }

Error Connection::failure(int code) const {
  const int primary = code & 0xff;
  std::string said = sqlite3_errstr(code);
  if (database_ != nullptr && sqlite3_errcode(database_.get()) == code) {
    said = sqlite3_errmsg(database_.get());
  }
  return fail(code_of(primary),
              "the database " + path_ + ": " + said + std::string(way_out(primary)));
}

Result<std::unique_ptr<Connection>> Connection::open(const std::string& path) {
  TRY(make_private(path));
  std::unique_ptr<Connection> connection(new Connection(path));
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &database,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, nullptr);
  connection->database_.reset(database);
  if (code != SQLITE_OK) return connection->failure(code);
  TRY(connection->configure());
  return connection;
}

Status Connection::configure() {
  sqlite3_busy_timeout(database_.get(), kBusyTimeoutMs);
  // Two processes that make a new file WAL at once do not wait for each other by themselves.
  for (int attempt = 1;; ++attempt) {
    const Status changed = run("PRAGMA journal_mode=WAL");
    if (changed) break;
    if (changed.error().code != Errc::timeout || attempt == kModeAttempts) return changed;
    sqlite3_sleep(kModeWaitMs);
  }
  TRY(run("PRAGMA foreign_keys=ON"));
  // Not in the folder that some variable names.
  TRY(run("PRAGMA temp_store=MEMORY"));
  return run("PRAGMA synchronous=NORMAL");
}

Result<Statement> Connection::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  if (code != SQLITE_OK) return failure(code);
  return Statement(*this, statement);
}

Status Connection::run(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(code);
  return Done{};
}

std::int64_t Connection::changes() const { return sqlite3_changes64(database_.get()); }

Result<Transaction> Transaction::begin(Connection& connection) {
  TRY(connection.run("BEGIN IMMEDIATE"));
  return Transaction(connection);
}

Status Transaction::commit() {
  TRY(connection_->run("COMMIT"));
  connection_ = nullptr;
  return Done{};
}

Transaction::~Transaction() {
  if (connection_ != nullptr) (void)connection_->run("ROLLBACK").ok();
}

}  // namespace pawl::store
