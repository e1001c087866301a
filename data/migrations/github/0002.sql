-- Answers with their sizes, for they are bounded by bytes. What was kept is asked for again.
DROP TABLE github_answers;

CREATE TABLE github_answers (
  account TEXT NOT NULL,
  url     TEXT NOT NULL,
  etag    TEXT NOT NULL,
  next    TEXT NOT NULL,
  body    TEXT NOT NULL,
  size    INTEGER NOT NULL,  -- of body, in bytes
  used_at INTEGER NOT NULL,
  PRIMARY KEY (account, url)
) STRICT, WITHOUT ROWID;

CREATE INDEX github_answers_by_use ON github_answers (used_at, size);
