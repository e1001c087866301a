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

-- The issue a pull request fixes; 0 for none.
ALTER TABLE pulls ADD COLUMN fixes INTEGER NOT NULL DEFAULT 0;
