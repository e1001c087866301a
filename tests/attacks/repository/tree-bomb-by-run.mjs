import assert from 'node:assert/strict';

import { commitTree, treeBomb, unchecked } from '../repository_lib.mjs';

export const goal = 'the same trees, and a run that would check them out';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  commitTree(world, repo, treeBomb(world, repo));
  const done = await world.run(repo, { ...unchecked, timeout: 20_000 });
  assert.equal(done.code, 1, done.err);
  assert.match(done.err, /the same \d+ folders again and again/);
}
