import assert from 'node:assert/strict';
import fs from 'node:fs';

import { objectFile, promisor, withPull } from '../repository_lib.mjs';

export const goal = 'a squash needs a tree that the target lacks';

export async function run(world) {
  const repo = await withPull(world);
  const branch = world.git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/pawl/');
  fs.rmSync(objectFile(repo, world.git(repo, 'rev-parse', `${branch}^{tree}`)));
  promisor(world, repo);
  const done = await world.pawl(['pr', 'merge', '1', repo, '--squash']);
  assert.equal(done.code, 1, done.err);
}
