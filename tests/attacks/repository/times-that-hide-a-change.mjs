import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { conflict } from '../repository_lib.mjs';

export const goal = 'a changed file is given the size and the time that the index knows';

export async function run(world) {
  const repo = world.repo({ 'a.md': `${'x'.repeat(conflict.length - 1)}\n` });
  const file = path.join(repo, 'a.md');
  const past = new Date('2020-01-01T00:00:00Z');
  fs.utimesSync(file, past, past);
  world.git(repo, 'update-index', '--refresh');
  world.git(repo, 'config', 'core.trustctime', 'false');
  world.git(repo, 'config', 'core.checkStat', 'minimal');
  world.write(repo, { 'a.md': conflict });
  fs.utimesSync(file, past, past);
  const done = await world.pawl(['guard', 'check', '--repo', repo, '--fast']);
  assert.equal(done.code, 6, done.out + done.err);
}
