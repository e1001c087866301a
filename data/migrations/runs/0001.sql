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
