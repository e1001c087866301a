import assert from 'node:assert/strict';

import { betrayer } from '../repository_lib.mjs';

export const goal = 'a submodule has a configuration of its own, with a file system monitor';

export async function run(world) {
  const repo = world.repo({ 'a.md': 'one\n' });
  const inner = world.repo({ 'b.md': 'b\n' }, 'project/sub');
  const at = world.git(inner, 'rev-parse', 'HEAD');
  world.git(repo, 'update-index', '--add', '--cacheinfo', `160000,${at},sub`);
  world.write(repo, { '.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tupdate = !touch\n' });
  world.git(repo, 'add', '.gitmodules');
  world.git(repo, 'commit', '--quiet', '-m', 'Submodule');
  world.git(inner, 'config', 'core.fsmonitor', betrayer(world));
  world.write(repo, { 'a.md': 'two\n', 'sub/b.md': 'changed\n' });
  const done = await world.pawl(['guard', 'check', '--repo', repo, '--fast', '--json']);
  assert.equal(done.code, 0, done.err);
  assert.equal(JSON.parse(done.out).files, 1, 'the submodule is not looked into');
}
