import assert from 'node:assert/strict';

import { betrayer, withPull } from '../repository_lib.mjs';

export const goal = 'the checkout that a merge moves holds a submodule with a monitor';

export async function run(world) {
  const repo = await withPull(world);
  const inner = world.repo({ 'b.md': 'b\n' }, 'project/sub');
  const at = world.git(inner, 'rev-parse', 'HEAD');
  world.git(repo, 'update-index', '--add', '--cacheinfo', `160000,${at},sub`);
  world.git(inner, 'config', 'core.fsmonitor', betrayer(world));
  world.write(repo, { 'sub/b.md': 'changed\n' });
  const done = await world.pawl(['pr', 'merge', '1', repo]);
  assert.equal(done.code, 4, done.err);
}
