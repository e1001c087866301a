-- The index of the runs: made of their journals, and made again from them at will.
CREATE TABLE runs (
  run      TEXT PRIMARY KEY,
  target   TEXT NOT NULL,
  status   TEXT NOT NULL,
  phase    TEXT NOT NULL,
  branch   TEXT NOT NULL,
  begun_at TEXT NOT NULL,
  last_at  TEXT NOT NULL,
  last_seq INTEGER NOT NULL,
  exit     INTEGER NOT NULL,
  pr       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX runs_newest ON runs (begun_at DESC, run);
CREATE INDEX runs_of_target ON runs (target, begun_at DESC, run);

-- Pull requests of the local forge. They live here and nowhere else.
CREATE TABLE pulls (
  repository   TEXT NOT NULL,
  number       INTEGER NOT NULL CHECK (number > 0),
  location     TEXT NOT NULL,
  title        TEXT NOT NULL,
  body         TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('open', 'merged', 'closed')),
  base         TEXT NOT NULL,
  branch       TEXT NOT NULL,
  base_commit  TEXT NOT NULL,
  head_commit  TEXT NOT NULL,
  merge_commit TEXT NOT NULL,
  run          TEXT NOT NULL,
  labels       TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  updated_at   TEXT NOT NULL,
  PRIMARY KEY (repository, number)
) STRICT, WITHOUT ROWID;

-- A run has one pull request in a repository.
CREATE UNIQUE INDEX pulls_of_run ON pulls (repository, run) WHERE run <> '';
