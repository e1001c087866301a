// Threads of the local forge: the comments of its reviews at lines, and what was replied.
#include <charconv>

#include "base/text/text.hpp"
#include "forge/tables.hpp"
#include "store/sqlite.hpp"

namespace pawl::forge {
namespace {

using store::Connection;
using store::Database;
using store::Statement;

// A comment of a review has no number of its own in the database: its thread is called
// `REVIEW.POSITION`, and the numbers of first comments are even, those of replies odd.
constexpr std::int64_t kCommentsOfReview = 100'000;

struct ThreadKey {
  std::int64_t review = 0;
  std::int64_t position = 0;
};

std::optional<ThreadKey> key_of(const std::string& id) {
  ThreadKey key;
  const char* const end = id.data() + id.size();
  const auto review = std::from_chars(id.data(), end, key.review);
  if (review.ec != std::errc() || review.ptr == end || *review.ptr != '.') return std::nullopt;
  const auto position = std::from_chars(review.ptr + 1, end, key.position);
  if (position.ec != std::errc() || position.ptr != end) return std::nullopt;
  return key;
}

Result<Thread> read_thread(Statement& row) {
  Thread thread;
  Comment first;
  const std::int64_t review = row.number();
  const std::int64_t position = row.number();
  thread.id = std::to_string(review) + "." + std::to_string(position);
  first.id = 2 * (review * kCommentsOfReview + position);
  thread.number = first.number = row.number();
  thread.path = row.text();
  thread.line = row.number();
  thread.resolved = row.number() != 0;
  first.author = row.text();
  first.body = row.text();
  first.created_at = row.text();
  // Whoever writes here has this machine.
  first.association = Association::owner;
  thread.comments.push_back(std::move(first));
  return thread;
}

Status read_replies(Connection& connection, Thread& thread) {
  const auto key = key_of(thread.id);
  TRY_ASSIGN(Statement rows,
             connection.prepare("SELECT id, author, body, created_at FROM review_replies "
                                "WHERE review = ? AND position = ? ORDER BY id"));
  rows.bind(key->review).bind(key->position);
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return Done{};
    Comment reply;
    reply.id = 2 * rows.number() + 1;
    reply.number = thread.number;
    reply.author = rows.text();
    reply.body = rows.text();
    reply.created_at = rows.text();
    reply.association = Association::owner;
    thread.comments.push_back(std::move(reply));
  }
}

Result<bool> has_thread(Connection& connection, const std::string& repository, ThreadKey key) {
  TRY_ASSIGN(Statement row,
             connection.prepare("SELECT 1 FROM review_comments JOIN reviews ON id = review "
                                "WHERE repository = ? AND review = ? AND position = ?"));
  row.bind(repository).bind(key.review).bind(key.position);
  return row.step();
}

}  // namespace

Result<std::vector<Thread>> Tables::threads(const std::string& repository, std::int64_t number) {
  const Database::Use connection = database_.use();
  std::vector<Thread> threads;
  TRY_ASSIGN(
      Statement rows,
      connection->prepare("SELECT c.review, c.position, r.number, c.path, c.line, c.resolved, "
                          "r.author, c.body, r.created_at FROM review_comments c "
                          "JOIN reviews r ON r.id = c.review WHERE r.repository = ? "
                          "AND r.number = ? ORDER BY c.review, c.position"));
  rows.bind(repository).bind(number);
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) break;
    TRY_ASSIGN(Thread thread, read_thread(rows));
    threads.push_back(std::move(thread));
  }
  for (Thread& thread : threads) TRY(read_replies(*connection, thread));
  return threads;
}

Result<std::optional<Comment>> Tables::add_reply(const std::string& repository,
                                                 const Thread& thread, const Comment& reply) {
  const auto key = key_of(thread.id);
  if (!key) return std::optional<Comment>();
  const Database::Use connection = database_.use();
  TRY_ASSIGN(const bool there, has_thread(*connection, repository, *key));
  if (!there) return std::optional<Comment>();
  TRY_ASSIGN(Statement statement,
             connection->prepare("INSERT INTO review_replies (review, position, author, body, "
                                 "created_at) VALUES (?, ?, ?, ?, ?)"));
  statement.bind(key->review).bind(key->position).bind(reply.author).bind(reply.body);
  TRY(statement.bind(reply.created_at).done());
  TRY_ASSIGN(Statement row, connection->prepare("SELECT last_insert_rowid()"));
  TRY(row.step());
  Comment made = reply;
  made.id = 2 * row.number() + 1;
  made.association = Association::owner;
  return std::optional<Comment>(std::move(made));
}

Result<bool> Tables::resolve_thread(const std::string& repository, const Thread& thread) {
  const auto key = key_of(thread.id);
  if (!key) return false;
  const Database::Use connection = database_.use();
  TRY_ASSIGN(const bool there, has_thread(*connection, repository, *key));
  if (!there) return false;
  TRY_ASSIGN(Statement statement, connection->prepare("UPDATE review_comments SET resolved = 1 "
                                                      "WHERE review = ? AND position = ?"));
  TRY(statement.bind(key->review).bind(key->position).done());
  return true;
}

}  // namespace pawl::forge
