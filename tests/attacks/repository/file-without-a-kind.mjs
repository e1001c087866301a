import assert from 'node:assert/strict';

import { commitTree, conflict, writeObject, writeTree } from '../repository_lib.mjs';

export const goal = 'an entry of a tree whose mode says nothing, so that nothing is judged';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const evil = writeObject(world, repo, 'blob', conflict);
  const readme = world.git(repo, 'rev-parse', 'HEAD:README.md');
  const start = world.git(repo, 'rev-parse', 'HEAD');
  for (const mode of ['0', '644', 'x']) {
    world.git(repo, 'update-ref', 'refs/heads/main', start);
    commitTree(world, repo, writeTree(world, repo, [['100644', 'README.md', readme], [mode, 'evil.md', evil]]));
    const done = await world.pawl(['guard', 'check', '--repo', repo, '--head', 'HEAD', '--fast']);
    assert.equal(done.code, 6, `mode ${mode}: ${done.out}${done.err}`);
    assert.match(done.out, /write-gate\/broken-tree/);
  }
}
