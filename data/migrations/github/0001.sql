-- What GitHub allows an account, and what it was asked. An account is a host and a digest of a token.
-- All of it can be learnt anew.

-- What the last answers said is left until `reset_at`; one row for each of GitHub's budgets.
CREATE TABLE github_limits (
  account   TEXT NOT NULL,
  resource  TEXT NOT NULL CHECK (resource IN ('rest', 'graphql')),
  allowed   INTEGER NOT NULL,
  remaining INTEGER NOT NULL,
  reset_at  INTEGER NOT NULL,  -- milliseconds since 1970
  PRIMARY KEY (account, resource)
) STRICT, WITHOUT ROWID;

-- When GitHub wants to be left alone until, how often in a row it did, and when the last write was.
CREATE TABLE github_pauses (
  account      TEXT PRIMARY KEY,
  paused_until INTEGER NOT NULL,
  strikes      INTEGER NOT NULL,
  written_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was asked, in spans of ten seconds.
CREATE TABLE github_requests (
  account      TEXT NOT NULL,
  resource     TEXT NOT NULL CHECK (resource IN ('rest', 'graphql')),
  span         INTEGER NOT NULL,  -- tens of seconds since 1970
  requests     INTEGER NOT NULL,
  points       INTEGER NOT NULL,
  not_modified INTEGER NOT NULL,  -- of the requests: free of GitHub's hourly budget
  writes       INTEGER NOT NULL,
  creations    INTEGER NOT NULL,
  PRIMARY KEY (account, resource, span)
) STRICT, WITHOUT ROWID;

-- Answers to be asked for again only when they changed.
CREATE TABLE github_answers (
  account TEXT NOT NULL,
  url     TEXT NOT NULL,
  etag    TEXT NOT NULL,
  next    TEXT NOT NULL,
  body    TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (account, url)
) STRICT, WITHOUT ROWID;

CREATE INDEX github_answers_by_use ON github_answers (used_at);
