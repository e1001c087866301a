import assert from 'node:assert/strict';

import { commitTree, treeBomb } from '../repository_lib.mjs';

export const goal = 'the change to be judged brings ten thousand million paths';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  commitTree(world, repo, treeBomb(world, repo));
  const judge = ['guard', 'check', '--repo', repo, '--head', 'HEAD', '--fast'];
  const done = await world.pawl(judge, { timeout: 20_000 });
  assert.equal(done.code, 1, done.err);
  assert.match(done.err, /the same \d+ folders again and again/);
}
