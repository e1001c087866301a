import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { betrayer } from '../repository_lib.mjs';

export const goal = 'a file that git is not sure of has a clean filter';

export async function run(world) {
  const repo = world.repo({ '.gitattributes': '*.md filter=evil\n', 'a.md': 'one\n', 'b.md': 'two\n' });
  // Of a file written after the index, git compares the content.
  const future = new Date('2035-01-01T00:00:00Z');
  fs.utimesSync(path.join(repo, 'a.md'), future, future);
  world.git(repo, 'add', 'a.md');
  world.git(repo, 'config', 'filter.evil.clean', betrayer(world));
  world.git(repo, 'config', 'filter.evil.required', 'true');
  const done = await world.pawl(['guard', 'check', '--repo', repo, '--fast', '--json']);
  assert.equal(done.code, 0, done.err);
  assert.equal(JSON.parse(done.out).files, 0, 'bytes that are those of the blob are no change');
}
