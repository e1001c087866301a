import assert from 'node:assert/strict';

import { commitTree, treeBomb } from '../repository_lib.mjs';

export const goal = 'ten trees that are ten thousand million paths';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  commitTree(world, repo, treeBomb(world, repo));
  for (const command of [['analyze', repo, '--no-checks'], ['facts', repo]]) {
    const done = await world.pawl(command, { timeout: 20_000 });
    assert.equal(done.code, 1, done.err);
    assert.match(done.err, /the same \d+ folders again and again/);
  }
}
