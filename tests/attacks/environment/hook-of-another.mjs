import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fingerprint } from '../lib.mjs';
import { files } from '../state_folder.mjs';

export const goal = 'a hook in another repository, by a .git file that leads there';

export async function run(world) {
  const victim = world.repo(files, 'victim');
  const before = fingerprint(path.join(victim, '.git'));
  const lure = path.join(world.folder, 'lure');
  world.write(lure, { '.git': `gitdir: ${victim}/.git\n`, 'README.md': '# Lure\n' });
  const done = await world.pawl(['guard', 'install-hook', '--repo', lure]);
  assert.equal(done.code, 4, done.err);
  assert.equal(fingerprint(path.join(victim, '.git')), before);
  // The same by a work tree that the configuration puts elsewhere.
  const moved = world.repo(files, 'moved');
  world.git(moved, 'config', 'core.worktree', world.outside);
  world.git(moved, 'config', 'core.hooksPath', path.join(world.outside, 'folder'));
  assert.notEqual((await world.pawl(['guard', 'install-hook', '--repo', moved])).code, 0);
  // A work tree that git knows is no lure.
  const linked = path.join(world.folder, 'linked');
  world.git(victim, 'worktree', 'add', '--quiet', linked);
  const real = await world.pawl(['guard', 'install-hook', '--repo', linked]);
  assert.equal(real.code, 0, real.err);
  assert.ok(fs.existsSync(path.join(victim, '.git/hooks/pre-commit')));
}
