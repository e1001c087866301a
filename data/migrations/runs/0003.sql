-- The branch in which the work of a run was seen.
ALTER TABLE runs ADD COLUMN landed TEXT NOT NULL DEFAULT '';
