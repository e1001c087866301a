-- What a content says, once for all files, trees and repositories that hold it.
CREATE TABLE contents (
  id INTEGER PRIMARY KEY,
  object BLOB NOT NULL UNIQUE,
  outline BLOB NOT NULL
);
CREATE TABLE texts (content INTEGER PRIMARY KEY, text BLOB NOT NULL);
-- For each key the contents that have it: one row for each batch that brought some.
CREATE TABLE postings (
  key INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  contents BLOB NOT NULL,
  PRIMARY KEY (key, batch)
) WITHOUT ROWID;
CREATE TABLE repositories (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, tree TEXT NOT NULL);
CREATE TABLE paths (
  repository INTEGER NOT NULL,
  folder TEXT NOT NULL,
  name TEXT NOT NULL,
  content INTEGER NOT NULL,
  PRIMARY KEY (repository, folder, name)
) WITHOUT ROWID;
CREATE INDEX paths_by_content ON paths (repository, content);
CREATE INDEX paths_by_name ON paths (repository, name);
