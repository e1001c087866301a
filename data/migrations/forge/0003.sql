-- A pull request may be a draft: not to be merged yet.
ALTER TABLE pulls ADD COLUMN draft INTEGER NOT NULL DEFAULT 0 CHECK (draft IN (0, 1));
