-- What runs offered as pull requests, and what became of them, as the forge told it last. A row
-- outlives what it was told of; what a person forgot of it stands here and nowhere else.
CREATE TABLE offers (
  repository   TEXT NOT NULL,
  forge        TEXT NOT NULL,
  number       INTEGER NOT NULL CHECK (number > 0),
  run          TEXT NOT NULL,
  target       TEXT NOT NULL,
  url          TEXT NOT NULL,
  title        TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('open', 'merged', 'closed')),
  since        TEXT NOT NULL,
  head_commit  TEXT NOT NULL,
  concerns     TEXT NOT NULL,
  -- What it changes, file by file; empty: nobody has looked yet.
  traces       TEXT NOT NULL,
  -- Up to when what became of it does not count; empty: it counts.
  forgotten_at TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (repository, forge, number)
) STRICT, WITHOUT ROWID;
