import assert from 'node:assert/strict';
import path from 'node:path';

import { betrayer } from '../repository_lib.mjs';

export const goal = 'a folder of the repository is itself a repository, with a configuration';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Outer\n' });
  world.git(repo, 'init', '--quiet', '--bare', 'docs');
  world.git(path.join(repo, 'docs'), 'config', 'core.fsmonitor', betrayer(world));
  world.write(repo, { 'docs/refs/heads/main': world.git(repo, 'rev-parse', 'HEAD'), 'docs/objects/keep': '' });
  world.commit(repo);
  const done = await world.pawl(['analyze', path.join(repo, 'docs'), '--no-checks']);
  assert.equal(done.code, 4, done.err);
  assert.match(done.err, /among the files of another one/);
}
