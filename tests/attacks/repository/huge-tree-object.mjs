import assert from 'node:assert/strict';

import { commitTree, hugeObject } from '../repository_lib.mjs';

export const goal = 'one folder whose list of files is 128 MiB';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  commitTree(world, repo, hugeObject(repo, null, 'tree', 2 ** 27));
  for (const command of [['facts', repo], ['guard', 'check', '--repo', repo, '--head', 'HEAD', '--fast']]) {
    const done = await world.pawl(command, { timeout: 20_000 });
    assert.equal(done.code, 1, done.err);
    assert.match(done.err, /bytes, more than Pawl reads/);
  }
}
