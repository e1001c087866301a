import assert from 'node:assert/strict';

import { commitTree, hugeObject, unchecked, writeTree } from '../repository_lib.mjs';

export const goal = 'a thousand names of one large file fill the disk';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const large = hugeObject(repo, 'b10b'.repeat(10), 'blob', 2 ** 29);
  const entries = Array.from({ length: 1000 }, (_, i) => ['100644', `f${1000 + i}`, large]);
  commitTree(world, repo, writeTree(world, repo, entries));
  const done = await world.run(repo, { ...unchecked, timeout: 20_000 });
  assert.equal(done.code, 1, done.err);
  assert.match(done.err, /hold more than 17179869184 bytes/);
}
