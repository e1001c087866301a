import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { withPull } from '../repository_lib.mjs';

export const goal = 'a .mailmap that is a named pipe, where a merge reads the history';

export async function run(world) {
  const repo = await withPull(world);
  spawnSync('mkfifo', [path.join(repo, '.mailmap')]);
  const done = await world.pawl(['pr', 'merge', '1', repo], { timeout: 5_000 });
  assert.equal(done.code, 0, done.err);
}
