-- Checks that wait for a person, were given up, or could not start. SQLite changes no CHECK in place.
CREATE TABLE checks_of_commits (
  repository  TEXT NOT NULL,
  head_commit TEXT NOT NULL,
  name        TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('queued', 'in_progress', 'completed')),
  conclusion  TEXT NOT NULL
              CHECK (conclusion IN ('', 'success', 'failure', 'neutral', 'cancelled', 'skipped',
                                    'timed_out', 'action_required', 'stale', 'startup_failure')
                     AND (conclusion <> '') = (status = 'completed')),
  output      TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  PRIMARY KEY (repository, head_commit, name)
) STRICT, WITHOUT ROWID;

INSERT INTO checks_of_commits (repository, head_commit, name, status, conclusion, output, created_at, updated_at)
  SELECT repository, head_commit, name, status, conclusion, output, created_at, updated_at FROM checks;

DROP TABLE checks;
ALTER TABLE checks_of_commits RENAME TO checks;
