import assert from 'node:assert/strict';

import { commitTree, hugeObject, unchecked, writeTree } from '../repository_lib.mjs';

export const goal = 'a run has to check out a file of five gigabytes';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const huge = hugeObject(repo, 'b10b'.repeat(10), 'blob', 5 * 2 ** 30);
  const readme = world.git(repo, 'rev-parse', 'HEAD:README.md');
  commitTree(world, repo, writeTree(world, repo, [['100644', 'README.md', readme], ['100644', 'big.bin', huge]]));
  const done = await world.run(repo, { ...unchecked, timeout: 20_000 });
  assert.equal(done.code, 1, done.err);
  assert.match(done.err, /big\.bin is a file of 5368709120 bytes/);
}
