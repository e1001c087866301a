// Reads from a damaged database, which is put aside, what is kept nowhere else.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "os/files/files.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::store {

// A table whose rows are in pawl.db and nowhere else. Its owner names it.
struct KeptTable {
  std::string_view table;
  std::string_view key;  // its columns, separated by commas
  std::string_view one;  // a row, for people
  std::string_view many;
};

struct Salvaged {
  std::vector<std::string> kept;  // `3 pull requests`, in the new database now
  std::vector<std::string> lost;  // `issues`: what could not be read to its end
};

// Copies these tables from a database that was put aside into the one that took its place, row by
// row from both ends, as far as they can be read. The damaged file is only read. Rows the new one
// has stay as they are; a table that the damaged one is too old to have is not lost.
Result<Salvaged> salvage(const std::string& damaged, const std::string& database,
                         std::span<const KeptTable> tables);

// How many rows each of them has: `3 pull requests`. Those without any are left out.
Result<std::vector<std::string>> count_rows(Database& database, std::span<const KeptTable> tables);

// Renames a database that cannot be opened, with its log, so that Database::open makes a new one;
// nothing is deleted. Answers the new name, empty when there was no database.
Result<std::string> put_database_aside(os::Files& files, const Layout& layout, Timestamp now);

}  // namespace pawl::store
