-- What people and programs say of pull requests and issues. All of it lives here and nowhere else.
CREATE TABLE comments (
  id         INTEGER PRIMARY KEY,
  repository TEXT NOT NULL,
  number     INTEGER NOT NULL CHECK (number > 0),
  author     TEXT NOT NULL,
  body       TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX comments_of_number ON comments (repository, number, id);

-- A judgement on a pull request, made on the head it had then.
CREATE TABLE reviews (
  id          INTEGER PRIMARY KEY,
  repository  TEXT NOT NULL,
  number      INTEGER NOT NULL CHECK (number > 0),
  state       TEXT NOT NULL CHECK (state IN ('commented', 'approved', 'changes_requested')),
  author      TEXT NOT NULL,
  body        TEXT NOT NULL,
  head_commit TEXT NOT NULL,
  created_at  TEXT NOT NULL
) STRICT;

CREATE INDEX reviews_of_pull ON reviews (repository, number, id);

-- The comments of a review at lines of files, in its order.
CREATE TABLE review_comments (
  review   INTEGER NOT NULL REFERENCES reviews (id),
  position INTEGER NOT NULL,
  path     TEXT NOT NULL,
  line     INTEGER NOT NULL CHECK (line > 0),
  body     TEXT NOT NULL,
  PRIMARY KEY (review, position)
) STRICT, WITHOUT ROWID;

-- What a check (a build, a test run) says of a commit: one row per name, the newest report.
CREATE TABLE checks (
  repository  TEXT NOT NULL,
  head_commit TEXT NOT NULL,
  name        TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('queued', 'in_progress', 'completed')),
  conclusion  TEXT NOT NULL
              CHECK (conclusion IN ('', 'success', 'failure', 'neutral', 'cancelled', 'skipped',
                                    'timed_out')
                     AND (conclusion <> '') = (status = 'completed')),
  output      TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  PRIMARY KEY (repository, head_commit, name)
) STRICT, WITHOUT ROWID;
