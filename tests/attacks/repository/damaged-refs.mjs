import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { withPull } from '../repository_lib.mjs';

export const goal = 'a branch of garbage, a HEAD of garbage and a lock nobody lets go';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' }, 'broken');
  fs.writeFileSync(path.join(repo, '.git/refs/heads/main'), 'garbage\n');
  const broken = await world.pawl(['analyze', repo, '--no-checks']);
  assert.ok([1, 9].includes(broken.code), `${broken.code} ${broken.err}`);
  const lost = world.repo({ 'README.md': '# Project\n' }, 'lost');
  fs.writeFileSync(path.join(lost, '.git/HEAD'), 'garbage\n');
  const nowhere = await world.pawl(['analyze', lost, '--no-checks']);
  assert.ok([1, 9].includes(nowhere.code), `${nowhere.code} ${nowhere.err}`);
  const locked = await withPull(world);
  world.git(locked, 'checkout', '--quiet', '--detach');
  world.write(locked, { '.git/refs/heads/main.lock': '' });
  const busy = await world.pawl(['pr', 'merge', '1', locked]);
  assert.equal(busy.code, 8, busy.err);
}
