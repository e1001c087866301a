#include "memory/comment_table.hpp"

#include "store/sqlite.hpp"

namespace pawl::memory {

Status CommentTable::put(const HandledComment& comment) {
  const store::Database::Use connection = database_.use();
  TRY(connection->run("PRAGMA synchronous=FULL"));
  TRY_ASSIGN(store::Statement statement,
             connection->prepare(
                 "INSERT INTO handled_comments (repository, forge, comment, kind, number, head, "
                 "outcome, commit_id, reason, replied) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                 "ON CONFLICT (repository, forge, kind, comment) DO UPDATE SET "
                 "head = excluded.head, outcome = excluded.outcome, "
                 "commit_id = excluded.commit_id, reason = excluded.reason, "
                 "replied = excluded.replied"));
  statement.bind(comment.repository).bind(comment.forge).bind(comment.comment).bind(comment.kind);
  statement.bind(comment.number).bind(comment.head).bind(comment.outcome).bind(comment.commit);
  statement.bind(comment.reason).bind(std::int64_t(comment.replied ? 1 : 0));
  return statement.done();
}

Result<std::vector<HandledComment>> CommentTable::find(const std::string& repository,
                                                       const std::string& forge,
                                                       std::int64_t number) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement rows,
             connection->prepare("SELECT comment, kind, head, outcome, commit_id, reason, replied "
                                 "FROM handled_comments WHERE repository = ? AND forge = ? "
                                 "AND number = ? ORDER BY comment"));
  rows.bind(repository).bind(forge).bind(number);
  std::vector<HandledComment> out;
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return out;
    HandledComment one{.repository = repository, .forge = forge, .number = number};
    one.comment = rows.number();
    for (std::string* field : {&one.kind, &one.head, &one.outcome, &one.commit, &one.reason}) {
      *field = rows.text();
    }
    one.replied = rows.number() != 0;
    out.push_back(std::move(one));
  }
}

}  // namespace pawl::memory
