-- What people said at lines of pull requests and a run has dealt with: each comment once. What was
-- committed for it stands here and nowhere else once its run is forgotten.
CREATE TABLE handled_comments (
  repository  TEXT NOT NULL,
  forge       TEXT NOT NULL,
  comment     INTEGER NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('line')),
  number      INTEGER NOT NULL CHECK (number > 0),
  head        TEXT NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('committed', 'refused')),
  commit_id   TEXT NOT NULL,
  reason      TEXT NOT NULL,
  replied     INTEGER NOT NULL CHECK (replied IN (0, 1)),
  PRIMARY KEY (repository, forge, kind, comment)
) STRICT, WITHOUT ROWID;
