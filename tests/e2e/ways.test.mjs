// All ways into the guards say the same of the same commit, over a sample of this repository's own history
// (`./dev bench ways` does it over whole histories).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

import { commitsOf, Ways } from '../bench/ways/ways.mjs';
import { makeWorld, pawlProgram, sourceRoot } from './lib.mjs';

const sample = 3;

test('a commit is judged alike as a commit, a patch, an index, a worktree and in a replay', async (t) => {
  const world = makeWorld();
  try {
    const clone = path.join(world.folder, 'clone');
    const cloned = spawnSync('git', ['-c', 'safe.directory=*', 'clone', '--quiet', '--shared', '--no-checkout', sourceRoot, clone]);
    if (cloned.status !== 0) return t.skip('these sources are no git repository');
    const commits = commitsOf(clone, sample);
    const unlike = [];
    const ways = new Ways(pawlProgram, world.folder, clone);
    await ways.compare(commits,
      (commit, way, difference) => unlike.push({ commit, way, difference }));
    assert.deepEqual(unlike, []);
    assert.equal(ways.partial, 0);
  } finally {
    world.remove();
  }
  return undefined;
});
