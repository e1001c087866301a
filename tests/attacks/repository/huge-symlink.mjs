import assert from 'node:assert/strict';

import { commitTree, hugeObject, unchecked, writeTree } from '../repository_lib.mjs';

export const goal = 'a symlink whose target is a gigabyte long';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const huge = hugeObject(repo, 'b10b'.repeat(10), 'blob', 2 ** 30, { byte: 97 });
  const readme = world.git(repo, 'rev-parse', 'HEAD:README.md');
  commitTree(world, repo, writeTree(world, repo, [['100644', 'README.md', readme], ['120000', 'link', huge]]));
  const judge = ['guard', 'check', '--repo', repo, '--head', 'HEAD', '--fast'];
  const judged = await world.pawl(judge, { timeout: 20_000 });
  assert.equal(judged.code, 6, judged.err);
  const done = await world.run(repo, { ...unchecked, timeout: 20_000 });
  assert.equal(done.code, 1, done.err);
  assert.match(done.err, /link is a symlink of 1073741824 bytes/);
}
