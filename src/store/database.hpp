// pawl.db: one SQLite file in WAL mode in which several modules keep tables. It is opened and
// migrated here; what is in a table, only the module knows that owns it: the index of runs is
// store's (run_table.hpp), the local forge, the memory and the ledger belong to theirs.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "base/result.hpp"

namespace pawl::store {

class Connection;

// Safe to share between threads; several processes may have the file open.
class Database {
 public:
  // Creates it (0600) or migrates it by data/migrations/<owner>/NNNN.sql. A corrupt file is
  // Errc::invalid and the message names `pawl doctor --rebuild-index`; a newer schema is
  // Errc::invalid too.
  static Result<std::unique_ptr<Database>> open(const std::string& path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // The connection, for one thread at a time: others wait until the Use is gone. A transaction
  // begins and ends within one Use.
  class Use {
   public:
    Connection& operator*() const { return *connection_; }
    Connection* operator->() const { return connection_; }

   private:
    friend class Database;
    Use(std::mutex& mutex, Connection* connection) : lock_(mutex), connection_(connection) {}
    std::unique_lock<std::mutex> lock_;
    Connection* connection_;
  };
  Use use();

 private:
  explicit Database(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
  std::mutex mutex_;
};

}  // namespace pawl::store
