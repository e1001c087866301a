import assert from 'node:assert/strict';

import { commitTree, hugeObject, writeTree } from '../repository_lib.mjs';

export const goal = 'a text of five gigabytes, five megabytes small';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const huge = hugeObject(repo, 'b10b'.repeat(10), 'blob', 5 * 2 ** 30, { byte: 97 });
  const readme = world.git(repo, 'rev-parse', 'HEAD:README.md');
  commitTree(world, repo, writeTree(world, repo, [['100644', 'README.md', readme], ['100644', 'big.txt', huge]]));
  const judge = ['guard', 'check', '--repo', repo, '--head', 'HEAD', '--fast'];
  const done = await world.pawl(judge, { timeout: 20_000 });
  assert.equal(done.code, 6, done.err);
  assert.match(done.out, /big\.txt[^]*more than Pawl judges/);
}
