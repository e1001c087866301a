-- What calls to models used, by day, over all processes. A call is open from before it is made until
-- its end is known. Of one whose process died only its prompt counts.
CREATE TABLE spending (
  id            INTEGER PRIMARY KEY,
  day           TEXT NOT NULL,
  run           TEXT NOT NULL,
  pid           INTEGER NOT NULL,
  started       INTEGER NOT NULL,
  boot          TEXT NOT NULL,
  open          INTEGER NOT NULL CHECK (open IN (0, 1)),
  tokens        INTEGER NOT NULL,
  micros        INTEGER NOT NULL,
  ms            INTEGER NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  prompt_micros INTEGER NOT NULL
) STRICT;

CREATE INDEX spending_of_day ON spending (day, open);
