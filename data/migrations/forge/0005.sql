-- What is said at a line of a pull request may be answered, and be done with.
ALTER TABLE review_comments ADD COLUMN resolved INTEGER NOT NULL DEFAULT 0 CHECK (resolved IN (0, 1));

CREATE TABLE review_replies (
  id         INTEGER PRIMARY KEY,
  review     INTEGER NOT NULL,
  position   INTEGER NOT NULL,
  author     TEXT NOT NULL,
  body       TEXT NOT NULL,
  created_at TEXT NOT NULL,
  FOREIGN KEY (review, position) REFERENCES review_comments (review, position)
) STRICT;

CREATE INDEX replies_of_comment ON review_replies (review, position, id);
