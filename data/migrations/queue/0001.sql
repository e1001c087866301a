-- The queue: commands and launches, worked off by one runner at a time.
CREATE TABLE queue_items (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  words          TEXT NOT NULL,     -- a JSON array; one word alone is for the shell
  kind           TEXT NOT NULL,     -- command, launch
  folder         TEXT NOT NULL,
  state          TEXT NOT NULL,     -- pending, running, done, failed
  attempts       INTEGER NOT NULL,  -- begun so far
  attempts_max   INTEGER NOT NULL,
  timeout_ms     INTEGER NOT NULL,  -- of a command; 0: none
  run            TEXT NOT NULL,     -- of a launch: its run, once its id is reserved
  exit           INTEGER NOT NULL,  -- -1 until it ended
  reason         TEXT NOT NULL,
  made_at        TEXT NOT NULL,
  begun_at       TEXT NOT NULL,
  ended_at       TEXT NOT NULL,
  holder_pid     INTEGER NOT NULL,  -- of running: who works on it, until the lease is over
  holder_started INTEGER NOT NULL,
  holder_boot    TEXT NOT NULL,
  lease_until    INTEGER NOT NULL   -- milliseconds since 1970
) STRICT;

CREATE INDEX queue_items_state ON queue_items (state, id);

CREATE TABLE queue_needs (
  item  INTEGER NOT NULL REFERENCES queue_items (id) ON DELETE CASCADE,
  needs INTEGER NOT NULL,  -- an item that has to be done before
  PRIMARY KEY (item, needs)
) STRICT, WITHOUT ROWID;

-- What a person asked of the runner.
CREATE TABLE queue_wishes (
  wish TEXT PRIMARY KEY  -- stop
) STRICT, WITHOUT ROWID;
