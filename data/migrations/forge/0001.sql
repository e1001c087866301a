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
  -- The issue it fixes; 0 for none.
  fixes        INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (repository, number)
) STRICT, WITHOUT ROWID;

-- A run has one pull request in a repository.
CREATE UNIQUE INDEX pulls_of_run ON pulls (repository, run) WHERE run <> '';

-- Issues of the local forge. They live here and nowhere else. Issues and pull requests of a
-- repository share their numbers, so that `#3` means one thing.
CREATE TABLE issues (
  repository TEXT NOT NULL,
  number     INTEGER NOT NULL CHECK (number > 0),
  location   TEXT NOT NULL,
  title      TEXT NOT NULL,
  body       TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('open', 'closed')),
  author     TEXT NOT NULL,
  labels     TEXT NOT NULL,
  closed_by  INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (repository, number)
) STRICT, WITHOUT ROWID;
