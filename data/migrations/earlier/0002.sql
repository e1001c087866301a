-- What became of each subtask of each run: made of the journals, and made again from them at will.
CREATE TABLE observations (
  run           TEXT NOT NULL,
  subtask       TEXT NOT NULL,
  turn          INTEGER NOT NULL CHECK (turn > 0),
  repository    TEXT NOT NULL,
  target        TEXT NOT NULL,
  at            TEXT NOT NULL,
  outcome       TEXT NOT NULL
                CHECK (outcome IN ('success', 'fail', 'skipped', 'aborted', 'partial')),
  failure_modes TEXT NOT NULL,
  rules         TEXT NOT NULL,
  paths         TEXT NOT NULL,
  model         TEXT NOT NULL,
  branch        TEXT NOT NULL,
  base_commit   TEXT NOT NULL,
  commit_id     TEXT NOT NULL,
  reason        TEXT NOT NULL,
  PRIMARY KEY (run, subtask, turn)
) STRICT, WITHOUT ROWID;

CREATE INDEX observations_of_repository ON observations (repository, at DESC);

-- What a person asked to forget: of this path (empty: of the whole repository) nothing that was
-- observed up to then counts. It lives here and nowhere else.
CREATE TABLE forgotten (
  repository TEXT NOT NULL,
  path       TEXT NOT NULL,
  at         TEXT NOT NULL,
  PRIMARY KEY (repository, path)
) STRICT, WITHOUT ROWID;
