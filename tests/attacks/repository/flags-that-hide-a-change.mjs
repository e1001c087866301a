import assert from 'node:assert/strict';

import { conflict } from '../repository_lib.mjs';

export const goal = 'the index says that a changed file need not be looked at';

export async function run(world) {
  for (const flag of ['--assume-unchanged', '--skip-worktree']) {
    const repo = world.repo({ 'a.md': 'one\n' }, `project${flag}`);
    world.git(repo, 'update-index', flag, 'a.md');
    world.write(repo, { 'a.md': conflict });
    const done = await world.pawl(['guard', 'check', '--repo', repo, '--fast']);
    assert.equal(done.code, 6, `${flag}: ${done.out}${done.err}`);
  }
}
