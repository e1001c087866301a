-- Launches that would collide with runs whose work has not landed yet.
CREATE TABLE queue_behind (
  item INTEGER NOT NULL REFERENCES queue_items (id) ON DELETE CASCADE,
  run  TEXT NOT NULL,  -- that has to be out of the way before
  PRIMARY KEY (item, run)
) STRICT, WITHOUT ROWID;
