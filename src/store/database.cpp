#include "store/database.hpp"

#include "store/migrate.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {

Database::Database(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Database::~Database() = default;

Database::Use Database::use() { return {mutex_, connection_.get()}; }

Result<std::unique_ptr<Database>> Database::open(const std::string& path) {
  TRY_ASSIGN(std::unique_ptr<Connection> connection, Connection::open(path));
  TRY(migrate(*connection).during("opening the database " + path));
  return std::unique_ptr<Database>(new Database(std::move(connection)));
}

}  // namespace pawl::store
