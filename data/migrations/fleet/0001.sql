-- The ends of runs that a session was told of, so that no other one is.
CREATE TABLE fleet_announced (
  run     TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  PRIMARY KEY (run, attempt)
) STRICT, WITHOUT ROWID;
