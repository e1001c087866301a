-- Which runs are branches of a parallel group: the node of each in its parent.
ALTER TABLE runs ADD COLUMN branch_path TEXT NOT NULL DEFAULT '';
