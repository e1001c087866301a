// SQLite as owners of tables need it: a connection, prepared and bound statements, transactions,
// and its failures as Errors. Included by the sources that hold SQL, and by no header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace pawl::store {

class Connection;

// A prepared statement. Binding counts on from the first parameter; a failure while binding is
// kept and answered by the next step.
class Statement {
 public:
  Statement& bind(std::string_view value);
  Statement& bind(std::int64_t value);
  // Bytes, which are never taken for text.
  Statement& bind_bytes(std::string_view value);
  // Whether there is a row.
  Result<bool> step();
  // Runs a statement that answers no rows.
  Status done();
  // Ready to be bound and run again; rows that were not asked for are gone.
  Statement& reset();

  // Of the row that the last step found; columns count on from the first.
  std::string text();
  std::string bytes();
  std::int64_t number();
  double real();

 private:
  friend class Connection;
  struct Close {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(Connection& connection, sqlite3_stmt* statement)
      : connection_(&connection), statement_(statement) {}

  Connection* connection_;
  std::unique_ptr<sqlite3_stmt, Close> statement_;
  int bound_ = 0;
  int column_ = 0;
  int failure_ = 0;
};

class Connection {
 public:
  // Opens or creates the file (0600), with all that every connection needs: WAL, foreign keys, a
  // wait for other writers.
  static Result<std::unique_ptr<Connection>> open(const std::string& path);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Closing leaves a write-ahead log of fewer bytes beside the file, for the next one to go on in,
  // where it would else bring the file up to date and wait for the disk. For what is opened and
  // written a little all the time. Whoever opens the file reads all of the log.
  void keep_log_below(std::int64_t bytes) { log_bytes_kept_ = bytes; }

  Result<Statement> prepare(std::string_view sql);
  // Statements of our own, without parameters.
  Status run(const std::string& sql);
  std::int64_t changes() const;
  // What SQLite reported last, with the file's name and the way out.
  Error failure(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Connection(std::string path) : path_(std::move(path)) {}
  Status configure();

  std::string path_;
  std::int64_t log_bytes_kept_ = 0;
  std::unique_ptr<sqlite3, Close> database_;
};

// Takes the write lock at once, so that what is read inside stays true until commit. Without a
// commit everything is undone.
class Transaction {
 public:
  static Result<Transaction> begin(Connection& connection);
  Status commit();
  Transaction(Transaction&& other) noexcept : connection_(other.connection_) {
    other.connection_ = nullptr;
  }
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}
  Connection* connection_;
};

}  // namespace pawl::store
