import assert from 'node:assert/strict';

import { commitTree, conflict, writeObject, writeTree } from '../repository_lib.mjs';

export const goal = 'two files of one name, of which only the harmless one is judged';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const evil = writeObject(world, repo, 'blob', conflict);
  const good = writeObject(world, repo, 'blob', 'Good.\n');
  const start = world.git(repo, 'rev-parse', 'HEAD');
  for (const entries of [[['100644', 'a.md', good], ['100644', 'a.md', evil]],
    [['100644', './a.md', evil], ['100644', 'a.md', good]]]) {
    world.git(repo, 'update-ref', 'refs/heads/main', start);
    commitTree(world, repo, writeTree(world, repo, entries));
    const done = await world.pawl(['guard', 'check', '--repo', repo, '--head', 'HEAD', '--fast']);
    assert.equal(done.code, 6, done.out + done.err);
    assert.match(done.out, /write-gate\/broken-tree/);
  }
}
