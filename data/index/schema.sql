-- What a content says, once for all files, trees, repositories and runs that hold it. `object` begins with the version
-- of what filled it. Ids are never given twice, since postings may name one that went.
CREATE TABLE contents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  object BLOB NOT NULL UNIQUE,
  batch INTEGER NOT NULL,  -- of its postings
  used INTEGER NOT NULL,   -- the tick it was brought at, or last found in use
  outline BLOB NOT NULL,
  keys BLOB NOT NULL       -- eight bytes each
);
CREATE INDEX contents_by_use ON contents (used, id);
CREATE TABLE texts (content INTEGER PRIMARY KEY, text BLOB NOT NULL);
-- For each key the contents that have it: one row for each batch that brought some.
CREATE TABLE postings (
  key INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  contents BLOB NOT NULL,
  PRIMARY KEY (key, batch)
) WITHOUT ROWID;
-- `used` is the last opening it was used in. Without a tree, its paths are on their way out.
CREATE TABLE repositories (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  tree TEXT NOT NULL,
  used INTEGER NOT NULL
);
CREATE TABLE paths (
  repository INTEGER NOT NULL,
  folder TEXT NOT NULL,
  name TEXT NOT NULL,
  content INTEGER NOT NULL,
  PRIMARY KEY (repository, folder, name)
) WITHOUT ROWID;
CREATE INDEX paths_by_content ON paths (content, repository);
CREATE INDEX paths_by_name ON paths (repository, name);
-- The clocks that say how old a row is: openings of the file, and ticks, which are openings and moves.
CREATE TABLE state (openings INTEGER NOT NULL, ticks INTEGER NOT NULL, pruning INTEGER NOT NULL);
INSERT INTO state (openings, ticks, pruning) VALUES (0, 0, 0);
